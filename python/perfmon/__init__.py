"""libpfm4's Python module, for programs that were written for it, on pfmkit. New programs use pfmkit.

The functions return (0, result) and raise nothing but libpfmError(code, text) and OSError; constants are those of the
headers. Importing it initializes the library, for the machine that this is or that LIBPFM_CPUID says.
"""

from __future__ import annotations

import fcntl
import os
from types import SimpleNamespace
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from pfmkit import _pfm

for _name, _value in _pfm.constants.items():
    globals()[_name] = _value
_C = _pfm.constants

libpfmError = type("libpfmError", (Exception,), {"__doc__": "args are the library's code and its text."})


def _call(function: Any, *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except _pfm.Diagnosed as error:
        code = error.args[0]["error"]
        raise libpfmError(code, _pfm.error_text(code)) from None
    except _pfm.Error as error:
        raise libpfmError(*error.args) from None


class perf_event_attr:
    """struct perf_event_attr. Fields of its unions have both their own names and those below sample, wakeup, bp."""

    def __init__(self, data: Optional[bytes] = None) -> None:
        self.__dict__["_bytes"] = data or _pfm.attr_new()

    def __getattr__(self, name: str) -> Any:
        if name in ("sample", "wakeup", "bpa", "bpb"):
            return self
        return _pfm.attr_get(self._bytes, name)

    def __setattr__(self, name: str, value: int) -> None:
        self.__dict__["_bytes"] = _pfm.attr_set(self._bytes, name, int(value))

    def __bytes__(self) -> bytes:
        return bytes(self.__dict__["_bytes"])


perf_event_attr_t = perf_event_attr


def _info(told: Dict[str, Any], flags: Sequence[str], defaults: Sequence[str] = ()) -> SimpleNamespace:
    info = SimpleNamespace(**told)
    info.flags = SimpleNamespace(**{name: told[name] for name in flags})
    info.size = 0
    if defaults:
        info.defaults = SimpleNamespace(
            dfl_val64=told["dfl_val64"], dfl_str=None, dfl_bool=int(told["dfl_val64"]), dfl_int=int(told["dfl_val64"])
        )
    return info


def pfm_initialize() -> int:
    _call(_pfm.initialize, None, None, 0)
    return 0


def pfm_terminate() -> None:
    _pfm.terminate()


def pfm_get_version() -> int:
    return _pfm.library_version()


def pfm_strerror(code: int) -> str:
    return _pfm.error_text(code)


def pfm_find_event(string: str) -> int:
    return int(_call(_pfm.find_event, string))


def pfm_get_event_next(idx: int) -> int:
    return _pfm.event_next(idx)


def pfm_get_pmu_info(pmu: int) -> Tuple[int, SimpleNamespace]:
    return 0, _info(_call(_pfm.pmu_info, pmu), ("is_present", "is_dfl"))


def pfm_get_event_info(idx: int, os: int = 0) -> Tuple[int, SimpleNamespace]:
    flags = "is_precise", "is_speculative", "support_hw_smpl"
    return 0, _info(_call(_pfm.event_info, idx, os), flags)


def pfm_get_event_attr_info(idx: int, attr: int, os: int = 0) -> Tuple[int, SimpleNamespace]:
    flags = "is_dfl", "is_precise", "is_speculative", "support_hw_smpl", "support_no_mods"
    return 0, _info(_call(_pfm.attr_info, idx, attr, os), flags, ("dfl_val64",))


def pfm_get_perf_event_encoding(
    string: str, dfl_plm: int, fstr: Optional[Any] = None, idx: Optional[Any] = None
) -> Tuple[int, perf_event_attr]:
    data = _call(_pfm.encode_perf, string, dfl_plm, _C["PFM_OS_PERF_EVENT_EXT"], 0)[0]
    return 0, perf_event_attr(data)


def perf_event_open(
    attr: Union[perf_event_attr, bytes], pid: int, cpu: int, group_fd: int = -1, flags: int = 0
) -> int:
    return _pfm.open_event(bytes(attr), pid, cpu, group_fd, flags)


class _Named:
    """What has an info: its members are one's own."""

    info: SimpleNamespace

    def __getattr__(self, name: str) -> Any:
        if name == "info":
            raise AttributeError(name)
        return getattr(self.info, name)

    def __repr__(self) -> str:
        return f"<{self.info.name}>"


class EventAttr(_Named):
    """An attribute of an event: a unit mask or a modifier."""

    def __init__(self, event: Event, attr: int) -> None:
        self.info = pfm_get_event_attr_info(event.idx, attr, event.os)[1]


class Event(_Named):
    """An event of a PMU, by its identifier."""

    def __init__(self, idx: int, os: int = 0) -> None:
        self.idx, self.os = idx, os
        self.info = pfm_get_event_info(idx, os)[1]

    def attrs(self) -> Iterator[EventAttr]:
        for attr in range(self.info.nattrs):
            yield EventAttr(self, attr)


class PMU(_Named):
    """A PMU, by its number."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.info = pfm_get_pmu_info(number)[1]

    def events(self) -> Iterator[Event]:
        idx = self.info.first_event
        while idx >= 0:
            yield Event(idx)
            idx = pfm_get_event_next(idx)


class System:
    """All PMUs that the library knows, and the CPUs that are online."""

    def __init__(self) -> None:
        self.ncpus = os.sysconf("SC_NPROCESSORS_ONLN")
        self.pmus: List[PMU] = []
        number = _pfm.next_pmu(0)
        while number > 0:
            self.pmus.append(PMU(number))
            number = _pfm.next_pmu(number)

    def __repr__(self) -> str:
        return str(self.pmus)


class Session:
    """Events that were encoded; the two classes below open them."""

    def __init__(self, events: Sequence[str], plm: int = _C["PFM_PLM0"] | _C["PFM_PLM3"]) -> None:
        self.system = System()
        self.event_names = list(events)
        self.events: List[Tuple[str, perf_event_attr]] = []
        for name in self.event_names:
            attr = pfm_get_perf_event_encoding(name, plm, None, None)[1]
            attr.read_format = _C["PERF_FORMAT_TOTAL_TIME_ENABLED"] | _C["PERF_FORMAT_TOTAL_TIME_RUNNING"]
            attr.disabled = 1
            self.events.append((name, attr))

    def __del__(self) -> None:
        for descriptor in self._descriptors():
            os.close(descriptor)

    def _descriptors(self) -> List[int]:
        return []

    def _control(self, request: str) -> None:
        for descriptor in self._descriptors():
            fcntl.ioctl(descriptor, _C[request], 0)

    def start(self) -> None:
        self._control("PERF_EVENT_IOC_ENABLE")

    def stop(self) -> None:
        self._control("PERF_EVENT_IOC_DISABLE")


class SystemWideSession(Session):
    """Events counted on CPUs, whoever runs there. read(cpu, i): the count, as 8 bytes."""

    def __init__(self, cpus: Sequence[int], events: Sequence[str]) -> None:
        self.fds: Dict[int, List[int]] = {}
        super().__init__(events)
        self.cpus = list(cpus)
        for cpu in self.cpus:
            self.fds[cpu] = []
            for _, attr in self.events:
                self.fds[cpu].append(perf_event_open(attr, -1, cpu, -1, 0))

    def _descriptors(self) -> List[int]:
        return [descriptor for opened in self.fds.values() for descriptor in opened]

    def read(self, cpu: int, i: int) -> bytes:
        return os.read(self.fds[cpu][i], 24)[:8]


class PerThreadSession(Session):
    """Events of a thread. read(i): the count, as 8 bytes."""

    def __init__(self, pid: int, events: Sequence[str]) -> None:
        self.fds: List[int] = []
        super().__init__(events)
        self.pid = pid
        for _, attr in self.events:
            self.fds.append(perf_event_open(attr, pid, -1, -1, 0))

    def _descriptors(self) -> List[int]:
        return self.fds

    def read(self, i: int) -> bytes:
        return os.read(self.fds[i], 24)[:8]


pfm_initialize()
