"""Whom events are counted on: threads, CPUs, cgroups, as pfmstat has them."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from typing import Iterable, List, Optional, Tuple, Union

from . import _pfm

Numbers = Union[int, Iterable[int]]
_MOST_CPUS = 8192


@dataclass(frozen=True)
class Target:
    """What an event is opened on. pid: a thread, or the file of a cgroup; 0: the command, or nobody."""

    pid: int = 0
    cpu: int = -1
    is_cgroup: bool = False
    everybody: bool = False
    cgroup: Optional[str] = None
    inherits: bool = False


def list_cpus(cpus: Union[str, Numbers]) -> List[int]:
    """The numbers in "0-3,8", or those that are given."""
    if isinstance(cpus, int):
        return [cpus]
    if not isinstance(cpus, str):
        return list(cpus)
    listed: List[int] = []
    for part in cpus.split(","):
        low, dash, high = part.partition("-")
        if not (low.isdecimal() and (high.isdecimal() if dash else True)) or (dash and int(high) < int(low)):
            raise ValueError(f"cpus {cpus!r}: expected a list of numbers and ranges, as 0-3,8")
        if int(high if dash else low) >= _MOST_CPUS:
            raise ValueError(f"cpus {cpus!r}: there is no CPU {high if dash else low}")
        listed += range(int(low), int(high if dash else low) + 1)
    return listed


def _online(cpus: Union[None, str, Numbers]) -> List[int]:
    online = _pfm.online_cpus() or [0]
    wanted = online if cpus is None else list_cpus(cpus)
    for cpu in wanted:
        if cpu not in online:
            raise ValueError(f"there is no CPU {cpu}, or it is offline")
    return list(dict.fromkeys(wanted))


def _threads(pid: int) -> List[int]:
    try:
        return _pfm.threads(pid)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ESRCH):
            raise ProcessLookupError(errno.ESRCH, f"there is no process {pid}") from None
        raise


def _thread(tid: int) -> int:
    try:
        os.kill(tid, 0)
    except ProcessLookupError:
        raise ProcessLookupError(errno.ESRCH, f"there is no thread {tid}") from None
    except PermissionError:
        pass  # it is there
    return tid


def _tasks(pids: Optional[Numbers], tids: Optional[Numbers], inherit: Optional[bool]) -> List[Target]:
    def listed(numbers: Optional[Numbers]) -> List[int]:
        found = [] if numbers is None else [numbers] if isinstance(numbers, int) else list(numbers)
        for number in found:
            if not isinstance(number, int):
                raise TypeError(f"{number!r}: expected the number of a process or thread")
            if not 0 < number < 1 << 31:
                raise ValueError(f"{number} is no number of a process or thread")
        return found

    threads = [thread for pid in listed(pids) for thread in _threads(pid)]
    threads += [_thread(tid) for tid in listed(tids)]
    return [Target(pid=thread, everybody=True, inherits=inherit is not False) for thread in dict.fromkeys(threads)]


def _cgroup(mount: str, name: str) -> int:
    if not name:
        raise ValueError("cgroups: a name is missing")
    count, paths = _pfm.find_cgroups(mount, name)
    if not count:
        raise FileNotFoundError(errno.ENOENT, f"there is no such cgroup below {mount}", name)
    if count > 1:
        raise ValueError(f"{name}: {count} cgroups are called so; give the path of one: {', '.join(paths)}")
    return os.open(os.path.join(mount, paths[0]), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)


def _cgroups(names: Union[str, Iterable[str]], cpus: List[int], files: List[int]) -> List[Target]:
    mount = _pfm.find_cgroup_mount()
    if mount is None:
        raise FileNotFoundError(errno.ENOENT, "no file system of cgroups is mounted that counts events")
    targets = []
    for name in names.split(",") if isinstance(names, str) else names:
        files.append(_cgroup(mount, name))
        targets += [Target(files[-1], cpu, is_cgroup=True, everybody=True, cgroup=name) for cpu in cpus]
    return targets


def find_targets(
    pids: Optional[Numbers], tids: Optional[Numbers], cpus: Union[None, str, Numbers],
    cgroups: Union[None, str, Iterable[str]], all_cpus: bool, inherit: Optional[bool], files: List[int],
) -> Optional[List[Target]]:  # fmt: skip
    """Finds all that is asked for; None: nothing was. files: of cgroups, which are the caller's to close."""
    tasks = pids is not None or tids is not None
    machine = cpus is not None or cgroups is not None or all_cpus
    if tasks and machine:
        raise ValueError("pids and tids are counted on all CPUs: not together with cpus, cgroups or all_cpus")
    if not tasks and not machine:
        return None
    if tasks:
        targets = _tasks(pids, tids, inherit)
    elif cgroups is not None:
        targets = _cgroups(cgroups, _online(cpus), files)
    else:
        targets = [Target(cpu=cpu, everybody=True) for cpu in _online(cpus)]
    if not targets:
        raise ValueError("an empty list: nobody would be counted")
    return targets


def on_device(device: str, targets: List[Target]) -> Tuple[List[Target], bool]:
    """Where an event of a device is opened, and whether the device is a core type, which is counted by itself."""
    mask = _pfm.device_cpus(device, "cpumask") if device else []
    if mask:
        return [Target(cpu=cpu, everybody=True) for cpu in mask], False
    cpus = _pfm.device_cpus(device, "cpus") if device else []
    return [target for target in targets if not cpus or target.cpu < 0 or target.cpu in cpus], bool(cpus)
