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
...     plan = m.prepare("IPC = INST_RETIRED.ANY / CPU_CLK_UNHALTED.THREAD")
...     print(plan.compute({"INST_RETIRED.ANY": 300, "CPU_CLK_UNHALTED.THREAD": 200})["IPC"].value)
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

import enum
import fcntl
import functools
import os
import struct
import threading
import weakref
from dataclasses import dataclass
from types import TracebackType
from typing import (
    Any, Callable, Dict, Iterable, Iterator, List, Mapping, NoReturn, Optional, Sequence, Tuple, Type, TypeVar, Union,
    cast, overload,
)  # fmt: skip

from . import _pfm

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
    """A count, and for how long the event was to be counted, and was."""

    value: int
    enabled: int
    running: int

    @property
    def scaled(self) -> Optional[float]:
        """What would have been counted all the time; None: it never was."""
        return self.value * self.enabled / self.running if self.running else None


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
            return float(value.value), value.enabled, value.running, 0
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

    root: a folder with the files of the machine, as LIBPFM_FSROOT. Use it with "with", or close() it. Threads may share
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
            text = string.encode()
            places = {told["number"]: (told["offset"], told["offset"] + told["length"]) for told in read}
            read = [
                {**told, "number": number}
                for number, (begin, end) in places.items()
                for told in _call.read_events(text[begin:end].decode(), _levels(plm), _EVERYWHERE)
            ]
        return [
            PerfEvent(
                told["name"], Attr(told["attr"]), told["device"], told["number"], told["group"], told["idx"],
                told["flags"], told["scale"], told["unit"], told["cpus"],
            )
            for told in read
        ]  # fmt: skip

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


class Counter:
    """Counts events, of this process unless pid and cpu say otherwise; groups in braces are groups of the kernel.

    with pfmkit.Counter(["instructions", "{cycles,branches}:u"]) as c:
        work()
        print(c.read())

    Names are those of this machine; Counter(machine, events) has those of one that is open.
    """

    @overload
    def __init__(
        self, machine: Sequence[str], *, pid: int = 0, cpu: int = -1, inherit: bool = False, plm: str = "uk"
    ) -> None: ...

    @overload
    def __init__(
        self, machine: Machine, events: Sequence[str], pid: int = 0, cpu: int = -1, inherit: bool = False,
        plm: str = "uk",
    ) -> None: ...  # fmt: skip

    def __init__(
        self, machine: Union[Machine, Sequence[str]], events: Sequence[str] = (), pid: int = 0, cpu: int = -1,
        inherit: bool = False, plm: str = "uk",
    ) -> None:  # fmt: skip
        self._fds: List[Tuple[str, int]] = []
        if not isinstance(machine, Machine):
            opened = Machine._open() if Machine._open is not None else None
            if opened is not None:
                self._open_all(opened, machine, pid, cpu, inherit, plm)
                return
            with Machine() as own:
                self._open_all(own, machine, pid, cpu, inherit, plm)
            return
        self._open_all(machine, events, pid, cpu, inherit, plm)

    def _open_all(
        self, machine: Machine, events: Sequence[str], pid: int, cpu: int, inherit: bool, plm: str
    ) -> None:
        try:
            for string in events:
                self._open(machine.events(string, plm), pid, cpu, inherit)
        except BaseException:
            self.close()
            raise

    def _open(self, events: List[PerfEvent], pid: int, cpu: int, inherit: bool) -> None:
        leaders: Dict[Tuple[int, str], int] = {}
        for event in events:
            attr = Attr(bytes(event.attr))
            key = event.group, event.device
            leader = leaders.get(key, -1) if event.group else -1
            attr.read_format = _C["PERF_FORMAT_TOTAL_TIME_ENABLED"] | _C["PERF_FORMAT_TOTAL_TIME_RUNNING"]
            attr.disabled = int(leader < 0)
            attr.inherit = int(inherit)
            descriptor = _pfm.open_event(bytes(attr), pid, cpu, leader, _C["PERF_FLAG_FD_CLOEXEC"])
            leaders.setdefault(key, descriptor)
            self._fds.append((event.name, descriptor))

    def start(self) -> None:
        """Starts counting."""
        self._control("PERF_EVENT_IOC_ENABLE")

    def stop(self) -> None:
        """Stops; counts can be read afterwards."""
        self._control("PERF_EVENT_IOC_DISABLE")

    def reset(self) -> None:
        """Sets counts to 0; the kernel's times go on."""
        self._control("PERF_EVENT_IOC_RESET")

    def _control(self, request: str) -> None:
        for _, descriptor in self._fds:
            fcntl.ioctl(descriptor, _C[request], 0)

    def read(self) -> Dict[str, Count]:
        """The counts by the names of events; what several devices count is added."""
        counts: Dict[str, Count] = {}
        for name, descriptor in self._fds:
            value, enabled, running = struct.unpack("QQQ", os.read(descriptor, 24))
            if name in counts:
                one = counts[name]
                value, enabled, running = value + one.value, max(enabled, one.enabled), max(running, one.running)
            counts[name] = Count(value, enabled, running)
        return counts

    __reduce_ex__ = _not_copied

    def close(self) -> None:
        """Closes all events."""
        while self._fds:
            os.close(self._fds.pop()[1])

    def __enter__(self) -> Counter:
        self.start()
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()
