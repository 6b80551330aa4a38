"""Names of performance events, and the codes behind them.

A Machine is what events are asked of: this one, or any CPU that the library knows.

>>> import pfmkit
>>> with pfmkit.Machine(cpu="skl") as m:
...     print(hex(m.event("MEM_LOAD_RETIRED.L3_MISS").attr.config), hex(m.event("skl::INST_RETIRED:u").codes[0]))
0x20d1 0x5100c0

What is wrong with a string is said in words, and what may have been meant:

>>> with pfmkit.Machine(cpu="skl") as m:
...     m.event("INST_RETIRED.ANYP")
Traceback (most recent call last):
    ...
pfmkit.EventError: no such unit mask or modifier: ANYP (did you mean ANY_P, ANY?)

perf's language, codes back to names, which events fit the counters, metrics:

>>> with pfmkit.Machine(cpu="skl") as m:
...     print([hex(e.attr.config) for e in m.events("cpu/event=0xd1,umask=0x20/u,instructions")])
...     print(m.decode("skl", (0x5320d1,))[0].string)
...     print(m.fit(["INST_RETIRED.ANY_P", "MEM_LOAD_RETIRED.L3_MISS"]).rounds)
...     plan = m.prepare("ipc")  # or l2_mpki, memory_bandwidth ..: the same names on all CPUs
...     print(plan.compute({"INST_RETIRED.ANY": 300, "CPU_CLK_UNHALTED.THREAD": 200})["ipc"].value)
['0x20d1', '0x1']
skl::MEM_LOAD_RETIRED:L3_MISS
1
1.5

The library has one state for a whole process: a second Machine at the same time is a RuntimeError. Everything that a
Machine gave is good until it is closed; codes, attrs and plans stay good.

Any thread may ask an open Machine, many at the same time. close() waits until the calls of other threads have
returned; what is asked of a closed Machine is a RuntimeError. A Counter and an Attr are for one thread at a time.
Attr, Event and all other results can be copied and pickled; a Machine, a Counter and a Plan cannot.
"""

from __future__ import annotations

import contextlib
import datetime
import enum
import errno
import functools
import itertools
import os
import re
import resource
import signal
import threading
import time
import weakref
from dataclasses import dataclass
from types import TracebackType
from typing import (
    Any, Callable, Dict, Iterable, Iterator, List, Mapping, NoReturn, Optional, Sequence, Tuple, Type, TypeVar, Union,
    cast, overload,
)  # fmt: skip

from . import _pfm
from ._whom import Numbers, Target, find_targets, on_device

__all__ = [
    "Attr", "Count", "Counter", "Decoded", "Event", "EventError", "Facts", "Fit", "Found", "GivenCount", "Machine", "Metric",
    "MetricEvent", "MetricValue", "PfmError", "PerfEvent", "Placement", "Plan", "Pmu", "TableEvent", "Umask",
    "version",
]  # fmt: skip

_C = _pfm.constants
_EVERYWHERE = -1  # for read_events(): one event, on all kinds of cores and boxes
version: str = _pfm.version

PfmError = enum.IntEnum(  # type: ignore[misc]
    "PfmError", {name[4:]: value for name, value in _C.items() if name == "PFM_SUCCESS" or name.startswith("PFM_ERR_")}
)
PfmError.__doc__ = "The library's errors, as in perfmon/pfmlib.h without PFM_."


class EventError(ValueError):
    """A string that does not encode, and why."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self._told = dict(told)
        self.code: int = PfmError(told["error"])
        self.offset: int = told["offset"]
        self.length: int = told["length"]
        self.message: str = told["message"]
        self.expected: str = told["expected"]
        self.suggestions: Tuple[str, ...] = told["suggestions"]
        more = f" (did you mean {', '.join(self.suggestions)}?)" if self.suggestions else ""
        super().__init__(self.message + more)

    def __reduce__(self) -> Tuple[Any, ...]:
        return EventError, (self._told,)


class LibraryError(RuntimeError):
    """Any other error of the library; code is its number."""

    def __init__(self, code: int, text: str) -> None:
        self.code: int = PfmError(code)
        super().__init__(text)

    def __reduce__(self) -> Tuple[Any, ...]:
        return LibraryError, (int(self.code), str(self))


class _Calls:
    """The functions of _pfm, with exceptions of ours."""

    def __getattr__(self, name: str) -> Any:
        function = getattr(_pfm, name)

        def call(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except _pfm.Diagnosed as error:
                raise EventError(error.args[0]) from None
            except _pfm.Error as error:
                raise LibraryError(*error.args) from None

        self.__dict__[name] = call
        return call


_call = _Calls()


class Attr:
    """struct perf_event_attr: its fields, by their names there, can be read and set."""

    __slots__ = ("_bytes",)
    _bytes: bytes
    _fields = frozenset(_pfm.attr_fields().split())

    def __init__(self, data: Optional[bytes] = None, **fields: int) -> None:
        object.__setattr__(self, "_bytes", _pfm.attr_new() if data is None else data)
        for name, value in fields.items():
            setattr(self, name, value)

    def __getattr__(self, name: str) -> int:
        if name.startswith("_"):
            raise AttributeError(name)
        return _pfm.attr_get(self._bytes, name)

    def __setattr__(self, name: str, value: int) -> None:
        object.__setattr__(self, "_bytes", _pfm.attr_set(self._bytes, name, value))

    def __bytes__(self) -> bytes:
        return self._bytes

    def __reduce__(self) -> Tuple[Any, ...]:
        return Attr, (self._bytes,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Attr) and self._bytes == other._bytes

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __dir__(self) -> Iterable[str]:
        return sorted(self._fields)

    def __repr__(self) -> str:
        said = ((name, getattr(self, name)) for name in _pfm.attr_fields().split() if name != "size")
        return "Attr(" + ", ".join(f"{name}={value:#x}" for name, value in said if value or name == "type") + ")"

    @property
    def type_is_known(self) -> bool:
        """Whether this kernel has the device, so that type is its number."""
        return self.type != 0xFFFFFFFF


@dataclass(frozen=True)
class Facts:
    """What is known of an event beyond its codes. Counters are numbers, the fixed ones from 32 on."""

    counters: Tuple[int, ...]
    counters_nosmt: Tuple[int, ...]
    period: int
    replacement: Optional[str]
    errata: Tuple[str, ...]
    is_deprecated: bool
    is_alone: bool
    is_pair: bool
    is_leader: bool
    is_uncounted: bool
    box: Optional[int]
    makers: Optional[str]
    since_linux: Optional[str]


def _facts(idx: int, attr: int) -> Facts:
    told = _call.event_facts(idx, attr)
    for name in ("counters", "counters_nosmt"):
        told[name] = tuple(bit for bit in range(64) if told[name] >> bit & 1)
    for name in told:
        if name.startswith("is_"):
            told[name] = bool(told[name])
    told["errata"] = tuple(told["errata"].split(",")) if told["errata"] else ()
    told["box"] = None if told["box"] < 0 else told["box"]
    return Facts(**told)


@dataclass(frozen=True)
class Umask:
    """A unit mask of an event, or a modifier."""

    name: str
    desc: str
    code: int
    number: int
    is_modifier: bool
    is_default: bool
    is_precise: bool
    alias: Optional[str]
    event: TableEvent

    @property
    def facts(self) -> Facts:
        """What is known of the event with this unit mask."""
        return _facts(self.event.idx, self.number)


@dataclass(frozen=True)
class TableEvent:
    """An event of a PMU's table."""

    name: str
    desc: str
    code: int
    idx: int
    is_precise: bool
    alias: Optional[str]
    pmu: Pmu

    def _attrs(self) -> Iterator[Umask]:
        for number in range(_call.event_info(self.idx, 0)["nattrs"]):
            told = _call.attr_info(self.idx, number, 0)
            yield Umask(
                told["name"], told["desc"], told["code"], number, told["type"] != _C["PFM_ATTR_UMASK"],
                bool(told["is_dfl"]), bool(told["is_precise"]), told["equiv"], self,
            )  # fmt: skip

    @property
    def umasks(self) -> List[Umask]:
        """Its unit masks."""
        return [attr for attr in self._attrs() if not attr.is_modifier]

    @property
    def modifiers(self) -> List[Umask]:
        """Its modifiers: u, k, c=.. and the like."""
        return [attr for attr in self._attrs() if attr.is_modifier]

    @property
    def facts(self) -> Facts:
        """What is known of the event alone."""
        return _facts(self.idx, _C["PFM_NO_UMASK"])


_WORDS = {
    value: name[len("PFM_WORD_") :].lower().replace("_", " ")
    for name, value in _C.items() if name.startswith("PFM_WORD_") and name != "PFM_WORD_SAID"
}  # fmt: skip
_KINDS = {_C["PFM_PMU_TYPE_CORE"]: "core", _C["PFM_PMU_TYPE_UNCORE"]: "uncore", _C["PFM_PMU_TYPE_OS_GENERIC"]: "os"}


@dataclass(frozen=True)
class Pmu:
    """A PMU: core, uncore, os (the kernel's own events), or device (of the kernel, without a table)."""

    name: str
    desc: str
    number: int
    kind: str
    is_present: bool
    device: Optional[str]
    counters: int
    fixed_counters: int
    nevents: int
    first_event: int

    @property
    def events(self) -> Iterator[TableEvent]:
        """Its events, in the order of the table."""
        idx = self.first_event
        while idx >= 0:
            told = _call.event_info(idx, 0)
            yield TableEvent(
                told["name"], told["desc"], told["code"], idx, bool(told["is_precise"]), told["equiv"], self
            )
            idx = _call.event_next(idx)


def _pmu(number: int) -> Pmu:
    told = _call.pmu_info(number)
    kind = "device" if told["is_kernel_only"] else _KINDS.get(told["type"], "unknown")
    return Pmu(
        told["name"], told["desc"], number, kind, bool(told["is_present"]), told["device"], told["num_cntrs"],
        told["num_fixed_cntrs"], told["nevents"], told["first_event"],
    )  # fmt: skip


@dataclass(frozen=True)
class Event:
    """A string that was encoded.

    codes are the register words, none for what only the kernel knows; attr is what perf_event_open(2) wants; string is
    the whole event, with the values of all modifiers.
    """

    name: str
    string: str
    codes: Tuple[int, ...]
    attr: Attr
    idx: int
    device: Optional[str]

    @property
    def pmu(self) -> Optional[Pmu]:
        """Its PMU; None: no table knows the event."""
        return _pmu(_call.event_info(self.idx, 0)["pmu"]) if self.idx >= 0 else None

    @property
    def facts(self) -> Optional[Facts]:
        """What is known of the event, with its unit mask if it has one."""
        if self.idx < 0:
            return None
        wanted = self.string.partition("::")[2].split(":")[1:2]
        for number in range(_call.event_info(self.idx, 0)["nattrs"]):
            told = _call.attr_info(self.idx, number, 0)
            if told["type"] == _C["PFM_ATTR_UMASK"] and [told["name"]] == wanted:
                return _facts(self.idx, number)
        return _facts(self.idx, _C["PFM_NO_UMASK"])


@dataclass(frozen=True)
class PerfEvent:
    """One event to open, of one kind of core or one device: events with the same number are one, counts are added.

    cpus: where to open it, "0-7,16"; "": on any.
    """

    name: str
    attr: Attr
    device: str
    number: int
    group: int
    idx: int
    flags: int
    scale: float
    unit: str
    cpus: str = ""

    @property
    def perf(self) -> str:
        """What perf(1) reads for it."""
        return str(_call.write_event(bytes(self.attr), self.idx, self.device, "", self.flags, 0))


@dataclass(frozen=True)
class Decoded:
    """An event that a code stands for; left: bits that string does not account for."""

    string: str
    exact: bool
    idx: int
    left: Tuple[int, int, int]


@dataclass(frozen=True)
class Placement:
    """Where an event is counted; round None: nowhere, counter None: it takes none."""

    round: Optional[int]
    counter: Optional[int]
    is_fixed: bool
    is_pair: bool
    is_leader: bool
    in_conflict: bool
    group: Optional[int]


@dataclass(frozen=True)
class Fit:
    """Which events fit the counters together. message: why there is more than one round; "" if there is not."""

    rounds: int
    placements: Tuple[Placement, ...]
    message: str
    note: str
    resource: Optional[str]
    smt: bool
    watchdog: bool


@dataclass(frozen=True)
class Found:
    """An event that words mean; is_partial: not all of them are said of it."""

    string: str
    desc: str
    idx: int
    score: int
    is_partial: bool


@dataclass(frozen=True)
class Metric:
    """A metric of the tables."""

    name: str
    desc: str
    formula: str
    threshold: Optional[str]
    unit: str
    scale: float
    groups: Tuple[str, ...]
    parent: Optional[str]
    level: int
    pmu: Optional[str]


@dataclass(frozen=True)
class MetricEvent:
    """What a plan counts; string is for Machine.events(), None: there is nothing to be opened."""

    name: str
    string: Optional[str]
    number: int
    round: Optional[int]
    is_optional: bool
    also: Tuple[str, ...]
    kind: int
    failed: int


@dataclass(frozen=True)
class MetricValue:
    """The value of a metric, or message says why there is none. over: whether it is over its threshold, if known."""

    value: Optional[float]
    shown: Optional[float]
    message: str
    over: Optional[bool]
    share: float


@dataclass(frozen=True)
class Count:
    """A count, and for how long the event was to be counted, and was; of several threads, CPUs or devices the sums.

    value None: it was not counted, and reason says why: "NOT_COUNTED", it never had a counter, or the kernel's error.
    user_only: without the right to count the kernel, user code alone was counted.
    """

    value: Optional[int]
    enabled: int
    running: int
    reason: Optional[str] = None
    user_only: bool = False

    @property
    def scaled(self) -> Optional[float]:
        """What would have been counted all the time; None: it never was."""
        return self.value * self.enabled / self.running if self.running and self.value is not None else None


@dataclass(frozen=True)
class GivenCount:
    """A count that perf stat or another program has written; value None: not counted. time: of an interval's end."""

    name: str
    value: Optional[float]
    unit: str
    place: str
    share: float
    time: Optional[float]
    run: int


_Given = Union[int, float, Count, None]


class Plan:
    """Metrics that are ready to be computed. It stays good after its Machine is closed."""

    def __init__(self, plan: object) -> None:
        self._plan = plan
        told = _call.plan_info(plan)
        self.rounds: int = told["rounds"]
        self.message: str = told["message"]
        self.note: str = told["note"]
        self.events: Tuple[MetricEvent, ...] = tuple(self._event(i) for i in range(told["events"]))
        self.metrics: Tuple[str, ...] = tuple(_call.plan_metric(plan, i)["name"] for i in range(told["metrics"]))
        self.expanded: Tuple[str, ...] = tuple(
            _call.plan_metric(plan, i)["expanded"] for i in range(told["metrics"])
        )

    def _event(self, number: int) -> MetricEvent:
        told = _call.plan_event(self._plan, number)
        also = tuple(told["also"].split(",")) if told["also"] else ()
        return MetricEvent(
            told["name"], told["string"], number, None if told["round"] < 0 else told["round"],
            bool(told["is_optional"]), also, told["kind"], told["failed"],
        )  # fmt: skip

    def compute(self, counts: Union[Mapping[str, _Given], Sequence[_Given]]) -> Dict[str, MetricValue]:
        """The metrics, from counts by the names of events, or in the order of events. Times are in seconds."""
        if isinstance(counts, Mapping):
            known = {name.lower(): value for name, value in counts.items()}
            listed = [self._of(event, known) for event in self.events]
        else:
            listed = list(counts)
        values = _call.compute(self._plan, [self._count(value) for value in listed])
        return {
            name: MetricValue(
                told["value"] if not told["reason"] else None, told["shown"] if not told["reason"] else None,
                told["message"], None if told["over"] < 0 else bool(told["over"]), told["share"],
            )
            for name, told in zip(self.metrics, values)
        }  # fmt: skip

    @staticmethod
    def _of(event: MetricEvent, known: Mapping[str, _Given]) -> _Given:
        for name in (event.name, *event.also):
            if name.lower() in known:
                return known[name.lower()]
        return None

    @staticmethod
    def _count(value: _Given) -> Optional[Tuple[float, int, int, int]]:
        if value is None:
            return None
        if isinstance(value, Count):
            return None if value.value is None else (float(value.value), value.enabled, value.running, 0)
        return float(value), 1, 1, 0


def _levels(plm: str) -> int:
    levels = {"u": _C["PFM_PLM3"], "k": _C["PFM_PLM0"], "h": _C["PFM_PLMH"]}
    if not set(plm) <= set(levels):
        raise ValueError(f"{plm}: levels are u, k and h")
    return sum(levels[letter] for letter in set(plm))


def _not_copied(self: object, protocol: object = None) -> NoReturn:
    raise TypeError(f"a {type(self).__name__} can be neither copied nor pickled: it is a state of this process")


_Function = TypeVar("_Function", bound=Callable[..., Any])


def _keeps(function: _Function) -> _Function:
    """A method of Machine, which stays open until the method returns."""

    @functools.wraps(function)
    def call(self: Machine, *arguments: Any, **named: Any) -> Any:
        thread = threading.get_ident()
        with Machine._changed:
            if Machine._open is None or Machine._open() is not self:
                raise LibraryError(_C["PFM_ERR_NOINIT"], "this Machine is closed")
            Machine._calls[thread] = Machine._calls.get(thread, 0) + 1
        try:
            return function(self, *arguments, **named)
        finally:
            with Machine._changed:
                Machine._calls[thread] -= 1
                if not Machine._calls[thread]:
                    del Machine._calls[thread]
                    Machine._changed.notify_all()

    return cast(_Function, call)


class Machine:
    """The machine that is asked: this one, or what cpu says (as LIBPFM_CPUID or --cpu of the tools do).

    root: a directory with the machine's files, as LIBPFM_FSROOT. Use it with "with", or close() it. Threads may share
    it.
    """

    _changed = threading.Condition()
    _calls: Dict[int, int] = {}  # how many are under way, by thread
    _open: Optional[weakref.ref[Machine]] = None
    _is_closing = False

    def __init__(self, cpu: Optional[str] = None, root: Optional[str] = None, all_pmus: bool = True) -> None:
        with Machine._changed:
            Machine._changed.wait_for(lambda: not Machine._is_closing)
            if Machine._open is not None and Machine._open() is not None:
                raise RuntimeError("another Machine is open: the library has one state; close that one first")
            self.message: str = _call.initialize(cpu, root, int(all_pmus))
            Machine._open = weakref.ref(self)

    def close(self) -> None:
        """Ends it, once the calls of other threads have returned.

        What it gave, but codes, attrs and plans, is of no use afterwards.
        """
        with Machine._changed:
            if Machine._open is None or Machine._open() not in (self, None):
                return
            if threading.get_ident() in Machine._calls:
                raise RuntimeError("a call of this thread is under way, which needs the Machine")
            Machine._open, Machine._is_closing = None, True
            try:
                Machine._changed.wait_for(lambda: not Machine._calls)
            finally:
                _call.terminate()
                Machine._is_closing = False
                Machine._changed.notify_all()

    __reduce_ex__ = _not_copied

    @staticmethod
    def _forget_calls() -> None:
        """In the child of fork(), which has no other thread."""
        Machine._changed = threading.Condition()
        own = Machine._calls.get(threading.get_ident())
        Machine._calls = {threading.get_ident(): own} if own else {}
        if Machine._is_closing:
            Machine._is_closing = False
            _call.terminate()

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> Machine:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    @property
    @_keeps
    def pmus(self) -> List[Pmu]:
        """All PMUs that the library knows, in the order of their numbers; is_present: of this machine."""
        found, number = [], _call.next_pmu(0)
        while number > 0:
            found.append(_pmu(number))
            number = _call.next_pmu(number)
        return found

    @_keeps
    def pmu(self, name: str) -> Pmu:
        """The PMU of that name, letter case aside. KeyError."""
        for pmu in self.pmus:
            if pmu.name.lower() == name.lower():
                return pmu
        raise KeyError(name)

    @_keeps
    def event(self, string: str, plm: str = "uk") -> Event:
        """Encodes a string of either language that is one event. EventError says what is wrong with it."""
        told = _call.read_events(string, _levels(plm), 0)
        if len({one["number"] for one in told}) != 1:
            raise ValueError(f"{string}: is {len(told)} events: Machine.events()")
        first = told[0]
        codes: Tuple[int, ...] = ()
        full = string
        if first["flags"] & _C["PFM_PERF_STRING"]:
            try:
                codes, full, _ = _call.encode(string, _levels(plm))
            except (EventError, LibraryError):
                full = _call.encode_perf(string, _levels(plm), _C["PFM_OS_PERF_EVENT_EXT"], 1)[1]
        return Event(string, full, codes, Attr(first["attr"]), first["idx"], first["device"] or None)

    @_keeps
    def events(self, string: str, plm: str = "uk") -> List[PerfEvent]:
        """Encodes a list of events: one result for each kind of core, or each device, that an event is on."""
        read = _call.read_events(string, _levels(plm), 0)
        if not any(told["group"] for told in read):
            read = [one for _, _, one in self._everywhere(string, plm, read)]
        return [self._perf_event(told) for told in read]

    @staticmethod
    def _perf_event(told: Mapping[str, Any]) -> PerfEvent:
        return PerfEvent(
            told["name"], Attr(told["attr"]), told["device"], told["number"], told["group"], told["idx"],
            told["flags"], told["scale"], told["unit"], told["cpus"],
        )  # fmt: skip

    @staticmethod
    def _everywhere(
        string: str, plm: str, read: List[Dict[str, Any]]
    ) -> Iterator[Tuple[str, Dict[str, Any], Dict[str, Any]]]:
        """Each event by itself, on all core types and devices: as it stands in the string, as it was read, each."""
        text = string.encode()
        firsts: Dict[int, Dict[str, Any]] = {}
        for told in read:
            firsts.setdefault(told["number"], told)
        for told in firsts.values():
            begin, end = told["offset"], told["offset"] + told["length"]
            behind = re.match(rb"[^{}]*\}:(\w+)", text[end:]) if told["group"] else None
            requested = text[begin:end]
            if behind:
                requested += (b"" if requested.endswith(b"/") else b":") + behind[1]
            try:
                found = _call.read_events(requested.decode(), _levels(plm), _EVERYWHERE)
            except EventError:
                if not behind:
                    raise
                found = [one for one in read if one["number"] == told["number"]]  # modifiers of groups alone
            for one in found:
                yield requested.decode(), told, {**one, "number": told["number"], "group": told["group"]}

    @_keeps
    def _requested(self, string: str, plm: str) -> List[Tuple[str, str, PerfEvent]]:
        """Events on all core types and devices: each as it stands in the string, its name, and what to open."""
        read = _call.read_events(string, _levels(plm), 0)
        return [
            (requested, told["name"] if told["group"] else one["name"], self._perf_event(one))
            for requested, told, one in self._everywhere(string, plm, read)
        ]

    @_keeps
    def diagnose(self, string: str, plm: str = "uk") -> Optional[EventError]:
        """What is wrong with an event string; None: nothing."""
        told = _call.diagnose(string, _levels(plm), _C["PFM_OS_NONE"])
        return EventError(told) if told["error"] else None

    @_keeps
    def decode(self, pmu: Union[str, Pmu], codes: Sequence[int], perf: bool = False) -> List[Decoded]:
        """The events that a code stands for, best first. perf: codes are config words, not those of registers."""
        number = (self.pmu(pmu) if isinstance(pmu, str) else pmu).number
        if not 1 <= len(codes) <= 3:
            raise ValueError("one to three words")
        if not all(0 <= word < 1 << 64 for word in codes):
            raise ValueError("a word is a number of 64 bits without a sign")
        words = [*codes, 0, 0][:3]
        layer = _C["PFM_OS_PERF_EVENT" if perf else "PFM_OS_NONE"]
        return [
            Decoded(told["string"], bool(told["exact"]), told["idx"], told["left"])
            for told in _call.decode(number, layer, len(codes), *words)
        ]

    @_keeps
    def fit(
        self, strings: Sequence[str], groups: Optional[Sequence[int]] = None, smt: Optional[bool] = None,
        watchdog: Optional[bool] = None, plm: str = "uk",
    ) -> Fit:  # fmt: skip
        """Whether events can be counted at the same time, on which counters, else in how many rounds.

        groups: events with the same number from 0 on must be together. smt, watchdog: not as on this machine.
        """
        if isinstance(strings, str):
            raise TypeError("a list of event strings, not one string")
        if not 1 <= len(strings) <= _C["PFM_FIT_MAX"]:
            raise ValueError(f"1 to {_C['PFM_FIT_MAX']} events, not {len(strings)}")
        if groups is not None and len(groups) != len(strings):
            raise ValueError(f"{len(groups)} groups for {len(strings)} events")
        flags = 0 if smt is None else _C["PFM_FIT_SMT" if smt else "PFM_FIT_NO_SMT"]
        flags |= 0 if watchdog is None else _C["PFM_FIT_WATCHDOG" if watchdog else "PFM_FIT_NO_WATCHDOG"]
        numbers = tuple(groups) if groups is not None else (-1,) * len(strings)
        told = _call.fit(tuple(strings), numbers, _levels(plm), flags)
        places = tuple(
            Placement(
                None if one["round"] < 0 else one["round"], None if one["counter"] < 0 else one["counter"],
                bool(one["is_fixed"]), bool(one["is_pair"]), bool(one["is_leader"]), bool(one["in_conflict"]),
                None if one["group"] < 0 else one["group"],
            )
            for one in told["placements"]
        )  # fmt: skip
        return Fit(
            told["rounds"], places, told["message"], told["note"], told["resource"], bool(told["smt"]),
            bool(told["watchdog"]),
        )  # fmt: skip

    @_keeps
    def search(self, words: str, limit: int = 20) -> List[Found]:
        """The events of this machine that words mean, the best first."""
        found = []
        for told in _call.search(words, 0, limit):
            if told["idx"] < 0:
                continue
            info = _call.event_info(told["idx"], 0)
            string, desc = f'{_call.pmu_info(info["pmu"])["name"]}::{info["name"]}', info["desc"]
            if told["umask"] != _C["PFM_NO_UMASK"]:
                umask = _call.attr_info(told["idx"], told["umask"], 0)
                string, desc = f'{string}:{umask["name"]}', f'{desc}. {umask["desc"]}'
            found.append(Found(string, desc, told["idx"], told["score"], bool(told["is_partial"])))
        return found

    @_keeps
    def kind(self, word: str) -> Tuple[str, str]:
        """What a word is: event, other name, preset, cpu, metric, code, perfs own or question; and what it is read as."""
        told = _call.word_kind(word)
        return _WORDS[told["kind"]], told["text"]

    @property
    def metrics(self) -> Iterator[Metric]:
        """The metrics of this machine."""
        return iter(self._metrics())

    @_keeps
    def _metrics(self) -> List[Metric]:
        found = []
        number = _call.next_metric(-1)
        while number >= 0:
            told = _call.metric_info(number)
            groups = tuple(told["groups"].split(",")) if told["groups"] else ()
            found.append(Metric(
                told["name"], told["desc"], told["formula"], told["threshold"], told["unit"], told["scale"], groups,
                told["parent"], told["level"], told["pmu"],
            ))  # fmt: skip
            number = _call.next_metric(number)
        return found

    @_keeps
    def prepare(
        self, text: str, constants: Optional[Mapping[str, float]] = None, thresholds: bool = False, plm: str = "uk"
    ) -> Plan:
        """Prepares metrics, groups of them, formulas, NAME = formula, by commas. constants go before the machine's."""
        flags = _C["PFM_METRIC_THRESHOLDS"] if thresholds else 0
        return Plan(_call.prepare(text, _levels(plm), flags, 0, dict(constants) if constants else None))

    @_keeps
    def read_counts(self, text: str) -> List[GivenCount]:
        """The counts in what perf stat, simpleperf or pfmstat -j has written, or in lines NAME VALUE."""
        return [
            GivenCount(
                told["name"], told["value"] if told["is_counted"] else None, told["unit"], told["place"],
                told["share"], None if told["time"] < 0 else told["time"], told["run"],
            )
            for told in _call.read_counts(text)
        ]  # fmt: skip

    @_keeps
    def constant(self, name: str) -> Tuple[float, str]:
        """A constant of formulas, as #num_cores, and which file says it."""
        value, source = _call.metric_constant(name)
        return value, source


os.register_at_fork(after_in_child=Machine._forget_calls)


@dataclass(frozen=True)
class _Asked:
    """An event of a Counter. key: of read(); operand: number of what was asked for; core: its core type, or ""."""

    requested: str
    key: str
    string: str
    pmu: Optional[str]
    unit: str
    scale: float
    operand: int
    core: str
    is_clock: bool


class Counter:
    """Counts events; groups in braces are groups of the kernel.

    with pfmkit.Counter(["instructions", "{cycles,branches}:u"]) as c:
        work()
        print(c.read())

    Names are those of this machine; Counter(machine, events) has those of one that is open. Whom it counts, as pfmstat:

    nothing said    the thread that makes the Counter; with inherit what it starts, too
    pids            all threads of these processes, and what they start
    tids            these threads, and what they start
    cpus            all that runs on these CPUs: "0-3,8", or numbers
    all_cpus        all that runs on the machine
    cgroups         cgroups by path, systemd unit or container's id, each by itself, on all CPUs or on cpus
    pid, cpu        one thread, one CPU, as perf_event_open(2) has them; pid -1: all

    inherit=False leaves out what threads start. per is "cpu", "thread" or "device": results that are not added up. What
    is not there is an OSError or ValueError that names it; so is it if the kernel takes none of the events. If it takes
    some the others have a reason and no value. Without the right to count the kernel, threads are counted in user code,
    which the results say.
    """

    @overload
    def __init__(
        self, machine: Sequence[str], *, pid: int = 0, cpu: int = -1, inherit: Optional[bool] = None,
        plm: str = "uk", pids: Optional[Numbers] = None, tids: Optional[Numbers] = None,
        cpus: Union[None, str, Numbers] = None, cgroups: Union[None, str, Iterable[str]] = None,
        all_cpus: bool = False, per: str = "",
    ) -> None: ...  # fmt: skip

    @overload
    def __init__(
        self, machine: Machine, events: Sequence[str], pid: int = 0, cpu: int = -1, inherit: Optional[bool] = None,
        plm: str = "uk", *, pids: Optional[Numbers] = None, tids: Optional[Numbers] = None,
        cpus: Union[None, str, Numbers] = None, cgroups: Union[None, str, Iterable[str]] = None,
        all_cpus: bool = False, per: str = "",
    ) -> None: ...  # fmt: skip

    def __init__(
        self, machine: Union[Machine, Sequence[str]], events: Sequence[str] = (), pid: int = 0, cpu: int = -1,
        inherit: Optional[bool] = None, plm: str = "uk", *, pids: Optional[Numbers] = None,
        tids: Optional[Numbers] = None, cpus: Union[None, str, Numbers] = None,
        cgroups: Union[None, str, Iterable[str]] = None, all_cpus: bool = False, per: str = "",
    ) -> None:  # fmt: skip
        self._files: List[int] = []
        self._state: object = None
        self._elapsed = 0.0
        self._since: Optional[float] = None
        self._inherit = inherit is not False
        self._events: List[_Asked] = []
        self._places: Dict[Tuple[Tuple[str, Any], ...], int] = {}
        self._found: List[Tuple[int, int, PerfEvent]] = []
        if per not in ("", "cpu", "thread", "device"):
            raise ValueError(f"per {per!r}: expected cpu, thread or device")
        self._per = per
        try:
            whom = find_targets(pids, tids, cpus, cgroups, all_cpus, inherit, self._files)
            self._is_own = whom is None and not pid and cpu < 0
            if whom is None:
                thread = 0 if pid < 0 else pid or threading.get_native_id()
                whom = [Target(thread, cpu, everybody=True, inherits=bool(inherit))]
            elif pid or cpu >= 0:
                raise ValueError("pid and cpu say whom to count, and so does another argument")
            self._targets = whom
            if isinstance(machine, Machine):
                self._read_all(machine, events, plm)
            elif Machine._open is not None and (opened := Machine._open()) is not None:
                self._read_all(opened, machine, plm)
            else:
                with Machine() as own:
                    self._read_all(own, machine, plm)
            self._state = self._opened()
        except BaseException:
            self.close()
            raise

    def _read_all(self, machine: Machine, events: Sequence[str], plm: str) -> None:
        rounds = itertools.count()
        events = [events] if isinstance(events, str) else events
        self._identity = _pfm.cpu_identity()
        for operand, string in enumerate(events):
            groups: Dict[int, int] = {}
            last = own = -1
            for requested, key, event in machine._requested(string, plm):
                core = event.device if event.device and _pfm.device_cpus(event.device, "cpus") else ""
                if last != event.number or core:
                    self._events.append(self._asked(requested, key, event, operand << 16 | event.number, core))
                if last != event.number:
                    own = groups.setdefault(event.group, next(rounds)) if event.group else next(rounds)
                self._found.append((len(self._events) - 1, own, event))
                last = event.number

    @staticmethod
    def _asked(requested: str, key: str, event: PerfEvent, operand: int, core: str) -> _Asked:
        clocks = _C["PERF_COUNT_SW_CPU_CLOCK"], _C["PERF_COUNT_SW_TASK_CLOCK"]
        is_clock = event.attr.type == _C["PERF_TYPE_SOFTWARE"] and event.attr.config in clocks
        pmu = _pmu(_call.event_info(event.idx, 0)["pmu"]).name if event.idx >= 0 else None
        return _Asked(requested, key, event.name, pmu, event.unit, event.scale, operand, core, is_clock)

    def _made(self, whom: List[Target]) -> object:
        """Pieces of all events on all that is counted."""
        pieces = []
        for number, own, event in self._found:
            for target in on_device(event.device, whom)[0]:
                attr = Attr(bytes(event.attr))
                attr.inherit = int(target.inherits)
                is_task = not target.everybody or (target.pid > 0 and not target.is_cgroup)
                may_leave = is_task and not attr.exclude_kernel and not attr.exclude_user
                place: List[Tuple[str, Any]] = []
                if self._per == "cpu" and target.cpu >= 0:
                    place.append(("cpu", target.cpu))
                if self._per == "thread" and target.pid and not target.is_cgroup:
                    place.append(("thread", target.pid))
                if self._per == "device" and event.device:
                    place.append(("device", event.device))
                if target.cgroup is not None:
                    place.append(("cgroup", target.cgroup))
                pieces.append((
                    number, own, target.cpu, self._places.setdefault(tuple(place), len(self._places)), target.pid,
                    int(target.is_cgroup), int(target.everybody), int(may_leave), event.device, bytes(attr),
                ))  # fmt: skip
        return _pfm.count_new(pieces)

    def _opened(self) -> object:
        state = self._made(self._targets)
        with _many_files():
            taken = _pfm.count_open(state)
        if not taken:
            self._say_refused(state)
        return state

    def _say_refused(self, state: object) -> None:
        """All was refused: why."""
        refused = _pfm.count_refused(state)
        if refused is None:
            return
        event, error = refused
        help = ""
        if error in (errno.EACCES, errno.EPERM):
            everybody = any(not target.pid or target.is_cgroup for target in self._targets)
            wide = "counting whole CPUs and cgroups takes CAP_PERFMON or kernel.perf_event_paranoid 0"
            help = "; " + (wide if everybody and not self._is_own else "counting it takes CAP_PERFMON")
        raise OSError(error, f"{self._events[event].requested}: {_pfm.refusal(error)[1]}{help}")

    def _is_open(self) -> object:
        if self._state is None:
            raise ValueError("this Counter is closed")
        return self._state

    def start(self) -> None:
        """Starts counting."""
        _pfm.count_switch(self._is_open(), 1)
        if self._since is None:
            self._since = time.monotonic()

    def stop(self) -> None:
        """Stops; counts can be read afterwards."""
        _pfm.count_switch(self._is_open(), 0)
        self._elapsed, self._since = self._time(), None

    def reset(self) -> None:
        """Sets counts and times to 0."""
        _pfm.count_begin(self._is_open())
        self._elapsed = 0.0
        if self._since is not None:
            self._since = time.monotonic()

    def _time(self) -> float:
        return self._elapsed + (time.monotonic() - self._since if self._since is not None else 0)

    def _totals(self, state: object) -> List[Optional[Dict[str, Any]]]:
        operands = [event.operand if event.core else -1 for event in self._events]
        return _pfm.count_totals(state, operands, max(len(self._places), 1))

    @staticmethod
    def _reason(total: Mapping[str, Any]) -> Optional[str]:
        """Why a total is no count; DID_NOT_RUN: it is 0, because nothing ran there. A part of a sum is no count."""
        lacks = total["refused"] and total["error"] != errno.ESRCH  # a thread that has ended counts nothing
        if lacks or total["refused"] == total["pieces"]:
            return _pfm.refusal(total["error"])[0]
        if total["enabled"] and not total["running"]:
            return "NOT_COUNTED"
        return "DID_NOT_RUN" if not total["enabled"] and not total["value"] else None

    def read(self) -> Dict[str, Count]:
        """The counts by the names of events; what several threads, CPUs, cgroups and devices count is added."""
        sums: Dict[str, Dict[str, Any]] = {}
        operands: Dict[str, int] = {}
        totals = self._totals(self._is_open())
        for i, total in enumerate(totals):
            event = self._events[i * len(self._events) // len(totals)]
            if total is None or operands.setdefault(event.key, event.operand) != event.operand:
                continue  # nothing was opened there, or the same event was asked for twice
            own = sums.setdefault(event.key, dict.fromkeys(total, 0))
            for key, number in total.items():
                own[key] = number if key == "error" and number else own[key] + number
        counts = {}
        for name, own in sums.items():
            reason = self._reason(own)
            value = round(own["counted"]) if reason in (None, "DID_NOT_RUN") else None
            counts[name] = Count(value, own["enabled"], own["running"], reason, bool(own["left_kernel"]))
        return counts

    def rows(self) -> List[Dict[str, Any]]:
        """What has been counted as pfmstat --json has it, an object an event and place; json.dumps() makes its line."""
        return self._rows(self._is_open(), self._time(), 0)

    def _rows(self, state: object, elapsed: float, run: int) -> List[Dict[str, Any]]:
        rows = []
        places = list(self._places) or [()]
        for i, total in enumerate(self._totals(state)):
            if total is None:
                continue
            event, place = self._events[i // len(places)], dict(places[i % len(places)])
            reason = self._reason(total)
            has_value = reason in (None, "DID_NOT_RUN")
            enabled, running = total["enabled"], total["running"]
            name = event.requested + (":u" if total["left_kernel"] else "")
            value = total["value"] / 1e6 if event.is_clock else total["value"] * event.scale
            share = running / enabled if enabled else float(has_value)
            row: Dict[str, Any] = {
                "schema": 2, "kind": "event", "requested": event.requested, "name": name, "string": event.string,
                "pmu": event.pmu, "value": _number(value) if has_value else None,
                "unit": "msec" if event.is_clock and has_value else event.unit, "enabled_ns": enabled,
                "running_ns": running, "share": _number(min(share, 1.0)), "reason": reason,
            }  # fmt: skip
            if event.core and "device" not in place:
                row["device"] = event.core
            row.update(place)
            if run:
                row["run"] = run
            row.update({"time": _now(), "elapsed": elapsed})
            rows.append(row)
        return rows

    def _end_of_run(self, command: Optional[List[str]], ending: Mapping[str, Any]) -> Dict[str, Any]:
        here = os.uname()
        return {
            "schema": 2, "kind": "run", "command": command, "status": ending["status"],
            "elapsed": ending["elapsed"], "user": ending["user"], "system": ending["system"], "host": here.nodename,
            "kernel": here.release, "cpu_model": self._identity, "version": version, "time": _now(),
        }  # fmt: skip

    def run(
        self, work: Union[Callable[[], object], Sequence[str]], repeat: int = 1, warmup: int = 0
    ) -> List[Dict[str, Any]]:
        """Counts over a function, or over a command, given as a list; repeat times, after warmup that are not kept.

        A command is counted with its children, unless this Counter says whom; a function by whom it counts. The rows
        of each run, with its number as run if there are several, and one of kind run behind them.
        """
        if repeat < 1 or warmup < 0:
            raise ValueError("repeat is 1 or more, warmup 0 or more")
        if isinstance(work, str) or (not callable(work) and not len(work)):
            raise ValueError("a command is a list of its words")
        results: List[Dict[str, Any]] = []
        for number in range(1 - warmup, repeat + 1):
            own = number if repeat > 1 else 0
            rows = self._run_function(work, own) if callable(work) else self._run_command(list(work), own)
            if number > 0:
                results += rows
        return results

    def _run_function(self, function: Callable[[], object], run: int) -> List[Dict[str, Any]]:
        self.stop()
        self.reset()
        self.start()
        try:
            function()
        finally:
            self.stop()
        ending = {"status": 0, "elapsed": self._elapsed, "user": None, "system": None}
        return [*self._rows(self._is_open(), self._elapsed, run), self._end_of_run(None, ending)]

    def _run_command(self, command: List[str], run: int) -> List[Dict[str, Any]]:
        self._is_open()
        state = self._made([Target()] if self._is_own else self._targets)
        with Counter._running, _many_files():
            ending = _pfm.count_command(state, [os.fsencode(word) for word in command], int(self._inherit))
        if ending["error"]:
            raise OSError(ending["error"], os.strerror(ending["error"]), command[0])
        if ending["signal"]:
            signal.raise_signal(ending["signal"])
        rows = self._rows(state, ending["elapsed"], run)
        if all(row["value"] is None for row in rows):
            self._say_refused(state)
        return [*rows, self._end_of_run(command, ending)]

    _running = threading.Lock()  # signals are the whole process's

    __reduce_ex__ = _not_copied

    def close(self) -> None:
        """Closes all events."""
        if self._state is not None:
            _pfm.count_close(self._state)
        self._state = self._since = None
        while self._files:
            os.close(self._files.pop())

    def __del__(self) -> None:
        if hasattr(self, "_files"):  # else it was never begun
            self.close()

    def __enter__(self) -> Counter:
        self.start()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


def _number(value: float) -> Union[int, float]:
    """As pfmstat writes it: without a fraction if there is none."""
    return int(value) if value.is_integer() else value


@contextlib.contextmanager
def _many_files() -> Iterator[None]:
    """Each event wants a file on each thread or CPU: for so long there may be as many as the hard limit allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
