"""libpfm4's Python module, for programs that were written for it, on pfmkit. New programs use pfmkit.

As there, functions that hand over a structure return (0, structure) and raise libpfmError(code, text), all others return
the library's code; constants are those of the headers. Importing it initializes the library, for the machine that this
is or that LIBPFM_CPUID says.
"""

from __future__ import annotations

import fcntl
import os
import sys
from types import SimpleNamespace
from typing import Any, Dict, List, Optional, Sequence, TextIO, Tuple, Type, Union

from pfmkit import _pfm

for _name, _value in _pfm.constants.items():
    globals()[_name] = _value
_C = _pfm.constants


class libpfmError(Exception):
    """args are the library's code and its text."""


def _call(function: Any, *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except _pfm.Diagnosed as error:
        code = error.args[0]["error"]
        raise libpfmError(code, _pfm.error_text(code)) from None
    except _pfm.Error as error:
        raise libpfmError(*error.args) from None


class perf_event_attr:
    """struct perf_event_attr. Fields of its unions have both their own names and those below sample, wakeup, bpa, bpb."""

    def __init__(self, data: Optional[bytes] = None) -> None:
        self.__dict__["_bytes"] = data or _pfm.attr_new()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in ("sample", "wakeup", "bpa", "bpb"):
            return self
        return _pfm.attr_get(self._bytes, name)

    def __setattr__(self, name: str, value: int) -> None:
        self.__dict__["_bytes"] = _pfm.attr_set(self._bytes, name, int(value))

    def __reduce__(self) -> Tuple[Any, ...]:
        return perf_event_attr, (bytes(self),)

    def __bytes__(self) -> bytes:
        return bytes(self.__dict__["_bytes"])


perf_event_attr_t = perf_event_attr


class _Structure(SimpleNamespace):
    """A structure of the headers: its members are 0, or None where they are text, until they are set."""

    members: Sequence[str] = ()

    def __init__(self, **given: Any) -> None:
        texts = "name", "desc", "equiv", "dfl_str"
        super().__init__(**{name: None if name in texts else 0 for name in self.members})
        self.__dict__.update(given)


def _structure(name: str, members: str) -> Type[_Structure]:
    return type(name, (_Structure,), {"members": members.split(), "__module__": __name__})


_DFL = "dfl_val64 dfl_str dfl_bool dfl_int"
pfm_pmu_info_t_flags = _structure("pfm_pmu_info_t_flags", "is_present is_dfl")
pfm_event_info_t_flags = _structure("pfm_event_info_t_flags", "is_precise is_speculative support_hw_smpl")
pfm_event_attr_info_t_flags = _structure(
    "pfm_event_attr_info_t_flags", "is_dfl is_precise is_speculative support_hw_smpl support_no_mods"
)
pfm_event_attr_info_t_defaults = _structure("pfm_event_attr_info_t_defaults", _DFL)
pfm_pmu_info_t = _structure(
    "pfm_pmu_info_t", "name desc size pmu type nevents first_event max_encoding num_cntrs num_fixed_cntrs flags"
)
pfm_event_info_t = _structure("pfm_event_info_t", "name desc equiv size code pmu dtype idx nattrs reserved flags")
pfm_event_attr_info_t = _structure(
    "pfm_event_attr_info_t", "name desc equiv size code type idx ctrl reserved flags defaults"
)
pfm_pmu_encode_arg_t = _structure("pfm_pmu_encode_arg_t", "codes fstr size count idx")
pfm_perf_encode_arg_t = _structure("pfm_perf_encode_arg_t", "attr fstr size idx cpu flags")
perf_branch_entry = _structure("perf_branch_entry", "to mispred predicted in_tx abort cycles type reserved")
perf_branch_stack = _structure("perf_branch_stack", "nr entries")
perf_event_attr_sample = _structure("perf_event_attr_sample", "sample_period sample_freq")
perf_event_attr_wakeup = _structure("perf_event_attr_wakeup", "wakeup_events wakeup_watermark")
perf_event_attr_bpa = _structure("perf_event_attr_bpa", "bp_addr config1")
perf_event_attr_bpb = _structure("perf_event_attr_bpb", "bp_len config2")
perf_event_header = _structure("perf_event_header", "type misc size")
perf_event_query_bpf = _structure("perf_event_query_bpf", "ids_len prog_cnt ids")
perf_mem_data_src = _structure(
    "perf_mem_data_src",
    "val mem_op mem_lvl mem_snoop mem_lock mem_dtlb mem_lvl_num mem_remote mem_snoopx mem_blk mem_hops mem_rsvd",
)
perf_event_mmap_page_rdmap_cap_u_rdmap_cap_s = _structure(
    "perf_event_mmap_page_rdmap_cap_u_rdmap_cap_s",
    "cap_bit0 cap_bit0_is_deprecated cap_usr_rdpmc cap_user_time cap_user_time_zero cap_user_time_short cap_____res",
)
perf_event_mmap_page_rdmap_cap_u = _structure("perf_event_mmap_page_rdmap_cap_u", "capabilities rdmap_cap_s")
perf_event_mmap_page = _structure(
    "perf_event_mmap_page",
    "version compat_version lock index offset time_enabled time_running rdmap_cap_u pmc_width time_shift time_mult"
    " time_offset time_zero size time_cycles time_mask data_head data_tail data_offset data_size aux_head aux_tail"
    " aux_offset aux_size",
)


def _info(kind: Type[_Structure], flags: Type[_Structure], told: Dict[str, Any]) -> Any:
    info = kind(**told)
    info.flags = flags(**{name: told[name] for name in flags.members})
    return info


def pfm_initialize() -> int:
    return _pfm.start()


def pfm_terminate() -> None:
    _pfm.terminate()


def pfm_get_version() -> int:
    return _pfm.library_version()


def pfm_strerror(code: int) -> str:
    return _pfm.error_text(code)


def pfm_find_event(string: str) -> int:
    try:
        return _pfm.find_event(string)
    except _pfm.Error as error:
        return int(error.args[0])


def pfm_get_event_next(idx: int) -> int:
    return _pfm.event_next(idx)


def pfm_pmu_validate(pmu: int, fp: Optional[TextIO] = None) -> int:
    """What is wrong with the PMU's table is written to fp, standard error if it is None."""
    fp = fp or sys.stderr
    fp.flush()
    return _pfm.validate(pmu, fp.fileno())


def pfm_get_pmu_info(pmu: int) -> Tuple[int, Any]:
    return 0, _info(pfm_pmu_info_t, pfm_pmu_info_t_flags, _call(_pfm.pmu_info, pmu))


def pfm_get_event_info(idx: int, os: int = 0) -> Tuple[int, Any]:
    return 0, _info(pfm_event_info_t, pfm_event_info_t_flags, _call(_pfm.event_info, idx, os))


def pfm_get_event_attr_info(idx: int, attr: int, os: int = 0) -> Tuple[int, Any]:
    info = _info(pfm_event_attr_info_t, pfm_event_attr_info_t_flags, _call(_pfm.attr_info, idx, attr, os))
    value = info.dfl_val64
    info.defaults = pfm_event_attr_info_t_defaults(dfl_val64=value, dfl_bool=int(value), dfl_int=int(value))
    return 0, info


def pfm_get_os_event_encoding(string: str, dfl_plm: int, os: int, arg: Any) -> int:
    """Fills arg: codes, count and idx of a pfm_pmu_encode_arg_t, attr, idx and cpu of a pfm_perf_encode_arg_t."""
    try:
        if os == _C["PFM_OS_NONE"]:
            codes, arg.fstr, arg.idx = _call(_pfm.encode, string, dfl_plm)
            arg.codes, arg.count = list(codes), len(codes)
        else:
            data, arg.fstr, arg.idx, arg.cpu = _call(_pfm.encode_perf, string, dfl_plm, os, 0)
            arg.attr = perf_event_attr(data)
    except libpfmError as error:
        return int(error.args[0])
    return 0


def pfm_get_event_encoding(
    string: str, dfl_plm: int, fstr: Optional[Any] = None, idx: Optional[Any] = None
) -> Tuple[int, List[int]]:
    return 0, list(_call(_pfm.encode, string, dfl_plm)[0])


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

    info: Any

    def __getattr__(self, name: str) -> Any:
        if name == "info" or name.startswith("_"):
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

    def attrs(self) -> List[EventAttr]:
        return [EventAttr(self, attr) for attr in range(self.info.nattrs)]


class PMU(_Named):
    """A PMU, by its number."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.info = pfm_get_pmu_info(number)[1]

    def events(self) -> List[Event]:
        found = []
        idx = self.info.first_event
        while idx >= 0:
            found.append(Event(idx))
            idx = pfm_get_event_next(idx)
        return found


class System:
    """All PMUs that the library knows, and the CPUs that are online."""

    os: int = _C["PFM_OS_PERF_EVENT_EXT"]  # the layer of the sessions

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
    """Events counted on CPUs, whoever runs there. read(cpu, i): the count, as 8 bytes.

    cpu_fds has a list of descriptors for each of cpus, in that order.
    """

    def __init__(self, cpus: Sequence[int], events: Sequence[str]) -> None:
        self.cpu_fds: List[List[int]] = []
        self.cpus = list(cpus)
        super().__init__(events)
        for cpu in self.cpus:
            self.cpu_fds.append([])
            for _, attr in self.events:
                self.cpu_fds[-1].append(perf_event_open(attr, -1, cpu, -1, 0))

    def _descriptors(self) -> List[int]:
        return [descriptor for opened in self.cpu_fds for descriptor in opened]

    def read(self, cpu: int, i: int) -> bytes:
        return os.read(self.cpu_fds[self.cpus.index(cpu)][i], 24)[:8]


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


_started = pfm_initialize()
if _started:
    raise libpfmError(_started, pfm_strerror(_started))
