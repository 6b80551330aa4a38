#!/usr/bin/env python3
"""What strings of perf's language mean, worked out a second time, apart from the library.

    perf_oracle.py TABLE ROOTS FORMATS

TABLE is tests/data/perf-language, ROOTS the folder of captured machines, FORMATS says what kernels of machines have
that are known by name only. Written from the description of the language in pfm-event-strings(7), it reads sysfs of the
machines and the few events of the tables that FORMATS lists, nothing else. Every line of TABLE must come out; lines
that perf(1) itself has printed ("p") are what the program is checked with, and then it vouches for those that perf does
not print ("s").
"""
import fnmatch, os, re, sys

HARDWARE = dict(zip((
    "cpu-cycles instructions cache-references cache-misses branch-instructions branch-misses bus-cycles "
    "stalled-cycles-frontend stalled-cycles-backend ref-cycles").split(), range(10)))
HARDWARE.update({"cycles": 0, "branches": 4, "idle-cycles-frontend": 7, "idle-cycles-backend": 8})
SOFTWARE = dict(zip((
    "cpu-clock task-clock page-faults context-switches cpu-migrations minor-faults major-faults alignment-faults "
    "emulation-faults dummy bpf-output cgroup-switches").split(), range(12)))
SOFTWARE.update({"faults": 2, "cs": 3, "migrations": 4})
CACHES = ["L1-dcache l1-d l1d L1-data", "L1-icache l1-i l1i L1-instruction", "LLC L2", "dTLB d-tlb Data-TLB",
          "iTLB i-tlb Instruction-TLB", "branch branches bpu btb bpc", "node"]
OPERATIONS = ["load loads read", "store stores write", "prefetch prefetches speculative-read speculative-load"]
RESULTS = ["refs Reference ops access", "misses miss"]
ALLOWED = {1: (0, 2), 4: (0,), 5: (0,)}
OWN = {"config", "config1", "config2", "config3", "name", "period", "freq", "percore", "no-inherit", "inherit",
       "aux-output", "overwrite"}
RECORDS = {"branch_type", "time", "call-graph", "stack-size", "max-stack", "nr", "aux-sample-size", "aux-action"}
OWN |= {"no-overwrite", "cpu"}
WORDS = {"name", "branch_type", "call-graph", "aux-action"}
MOST = {"percore": 1, "time": 1, "aux-sample-size": 0xffffffff}


class Wrong(Exception):
    def __init__(self, error, offset, length):
        self.result = "!%s@%d+%d" % (error, offset, length)


def words(lists):
    return {word.lower(): number for number, text in enumerate(lists) for word in text.split()}


def cache(name):
    """Number of a cache event, or None: CACHE[-OPERATION][-RESULT], in either order, letter case aside."""
    low = name.lower()
    for first, number in sorted(words(CACHES).items(), key=lambda item: -len(item[0])):
        if low == first or low.startswith(first + "-"):
            operation = result = None
            rest = low[len(first) + 1:]
            while rest:
                for what, known in (("o", words(OPERATIONS)), ("r", words(RESULTS))):
                    longest = sorted(known, key=len, reverse=True)
                    found = next((w for w in longest if rest == w or rest.startswith(w + "-")), None)
                    if found and (operation if what == "o" else result) is None:
                        if what == "o":
                            operation = known[found]
                        else:
                            result = known[found]
                        rest = rest[len(found) + 1:]
                        break
                else:
                    return None
            allowed = ALLOWED.get(number, (0, 1, 2))
            if (operation or 0) not in allowed or (low == first and first in ("branch", "branches")):
                return None
            return number | (operation or 0) << 8 | (result or 0) << 16
    return None


class Device:
    def __init__(self, name, type_, formats, events, about=None):
        self.name, self.type, self.formats, self.events, self.about = name, type_, formats, events, about or {}


def read(path):
    try:
        with open(path) as file:
            return file.readline().strip()
    except OSError:
        return None


def captured(root):
    top = os.path.join(root, "sys/bus/event_source/devices")
    devices = {}
    for name in sorted(os.listdir(top)) if os.path.isdir(top) else []:
        folder = os.path.join(top, name)
        listed = lambda part: {f: read(os.path.join(folder, part, f)) for f in os.listdir(os.path.join(folder, part))} \
            if os.path.isdir(os.path.join(folder, part)) else {}
        events = listed("events")
        about = {name: text for name, text in events.items() if re.search(r"\.(scale|unit|per-pkg|snapshot)$", name)}
        kind = read(os.path.join(folder, "type"))
        if kind is not None and kind.isdigit():
            its_events = {n: t for n, t in events.items() if n not in about}
            devices[name] = Device(name, int(kind), listed("format"), its_events, about)
    return devices


def natural(name):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


class Machine:
    def __init__(self, name, roots, formats):
        self.cpu = name[4:] if name.startswith("cpu=") else None
        self.root = None if self.cpu else os.path.join(roots, name)
        self.devices = {} if self.cpu else captured(self.root)
        self.pmus, self.mine = formats, [d for d in formats.values() if self.cpu and d.of == self.cpu]
        cores = (d for d in self.devices.values() if d.name in ("cpu", "cpu_core", "cpu_atom"))
        self.cores = sorted(cores, key=lambda d: d.type)
        if len(self.cores) < 2:
            self.cores = []
        self.core_names = [d.name for d in self.cores] or [d.name for d in self.mine if d.core] or ["cpu"]

    def tracepoints(self, system, name):
        events = os.path.join(self.root, "sys/kernel/tracing/events") if self.root else ""
        mounts = (read(os.path.join(self.root, "proc/mounts")) or "").split() if self.root else []
        if len(mounts) > 1 and os.path.isdir(self.root + mounts[1] + "/events"):
            events = self.root + mounts[1] + "/events"
        found = []
        for s in sorted(os.listdir(events)) if os.path.isdir(events) else []:
            if fnmatch.fnmatchcase(s, system) and os.path.isdir(os.path.join(events, s)):
                for n in sorted(os.listdir(os.path.join(events, s))):
                    if fnmatch.fnmatchcase(n, name) and read(os.path.join(events, s, n, "id")):
                        found.append((s + ":" + n, int(read(os.path.join(events, s, n, "id")))))
        return found

    def named(self, name):
        """Devices that a name means."""
        devices = sorted(self.devices.values(), key=lambda d: natural(d.name))
        if name in self.devices:
            return [self.devices[name]]
        pattern = "*" in name or "?" in name
        numbers = "" if not name or name[-1].isdigit() is False else "(?!)"
        number = re.compile(r"(%s\d+|_\d+|_[0-9a-f]{3,})$" % numbers, re.I)

        def fits(own):
            if pattern:
                return fnmatch.fnmatchcase(own, name)
            return own == name or (own.startswith(name) and bool(number.match(own[len(name):])))
        found = [d for d in devices if fits(d.name) or (d.name.startswith("uncore_") and fits(d.name[7:]))]
        if found or pattern:
            return found
        for pmu in self.mine:
            if pmu.name == name or (pmu.name.startswith(name) and number.match(pmu.name[len(name):])):
                return [Device(pmu.name if pmu.name == name else name, pmu.type, pmu.formats, pmu.events)]
        for pmu in self.mine:
            if pmu.name.startswith("uncore_") and fits_whole(pmu.name[7:], name, number):
                return [Device("uncore_" + name, pmu.type, pmu.formats, pmu.events)]
        digits = re.search(r"[0-9]*$", name).group()
        pmu = self.pmus.get(name[:len(name) - len(digits)])
        if digits and pmu and "{n}" in pmu.name:
            return [Device(pmu.name.replace("{n}", digits), None, pmu.formats, pmu.events)]
        if name == "software":
            return [Device(name, 1, {}, {})]
        if name in self.pmus:
            pmu = self.pmus[name]
            own = self.devices.get(pmu.name)
            return [own and Device(own.name, own.type, own.formats, own.events) or pmu]
        return []


def fits_whole(device, name, number):
    return name == device or (name.startswith(device) and bool(number.match(name[len(device):])))


class Event:
    def __init__(self):
        self.type = self.bp = self.precise = self.flags = 0
        self.config = [0, 0, 0, 0]
        self.period = self.freq = None
        self.device, self.name, self.unit, self.scale = "", "", "", 1.0
        self.inherit = self.aux = self.back = 0
        self.letters, self.label = "", False


def number(text):
    if re.fullmatch(r"0[xX][0-9a-fA-F]+", text):
        value = int(text, 16)
    elif re.fullmatch(r"[0-9]+", text):
        value = int(text)
    else:
        return None
    return value if value < 1 << 64 else None


class Reader:
    def __init__(self, machine, text):
        self.machine, self.text, self.events, self.number, self.groups = machine, text, [], 0, 0

    # ---- terms ----

    def place(self, event, where, value):
        word, ranges = where.split(":")
        for part in ranges.split(","):
            low, _, high = part.partition("-")
            width = int(high or low) - int(low) + 1
            event.config[int(word[6:] or 0)] |= (value & ((1 << width) - 1)) << int(low)
            value >>= width

    def width(self, where):
        return sum(int(p.split("-")[-1]) - int(p.split("-")[0]) + 1 for p in where.split(":")[1].split(","))

    def terms(self, device, text, at, event, blame=None, depth=0, typed=""):
        offset = at
        for term in text.split(",") if text else []:
            self.term(device, term, offset, event, blame, depth, typed or text)
            offset += len(term) + 1

    def term(self, device, term, at, event, blame, depth, typed):
        at += len(term) - len(term.lstrip())
        word, equals, value = term.strip().partition("=")
        word, value = word.rstrip(), value.lstrip()
        where = blame or (at, len(word))
        wrong = blame or (at + len(word) + 1, len(value))
        if not word:
            raise Wrong("INVAL", *(blame or (at, 0)))
        if word.startswith("@"):
            return
        if word in RECORDS or word in OWN:
            self.own(word, value if equals or word in WORDS | {"cpu"} else "1", where, wrong, event)
            return
        if blame and value == "?":
            given = dict(t.partition("=")[::2] for t in typed.split(","))
            if not given.get(word):
                raise Wrong("ATTR", *blame)
            return
        if device and word in device.formats:
            where_to = device.formats[word]
            if not re.fullmatch(r"config[123]?:\d+(-\d+)?(,\d+(-\d+)?)*", where_to or ""):
                raise Wrong("NOTSUPP", *where)
            amount = number(value) if equals else 1
            if amount is None:
                raise Wrong("ATTR_VAL", *(wrong if value else where))
            if amount >> self.width(where_to):
                raise Wrong("ATTR_VAL", *wrong)
            self.place(event, where_to, amount)
            return
        if not device or (equals and number(value) != 1):
            raise Wrong("ATTR", *where)
        self.word(device, word, where, event, depth, typed)

    def own(self, word, value, where, wrong, event):
        amount = number(value)
        if word == "cpu" or word in WORDS:
            if not value or (word in WORDS and (value[0] in "0123456789+-@" or "=" in value)):
                raise Wrong("ATTR_VAL", *(wrong if value else where))
        elif amount is None or amount > MOST.get(word, amount):
            raise Wrong("ATTR_VAL", *(wrong if value else where))
        if word == "name":
            event.name = event.name if event.label else value
            event.label = True
        elif word == "cpu":
            event.flags |= 4096
        elif word.startswith("config"):
            if word == "config3":
                raise Wrong("NOTSUPP", *where)
            event.config[int(word[6:] or 0)] |= amount
        elif word in ("period", "freq"):
            if (event.freq if word == "period" else event.period) is not None:
                raise Wrong("ATTR_SET", *where)
            if not amount:
                raise Wrong("ATTR_VAL", *wrong)
            setattr(event, word, amount)
        elif word == "percore":
            event.flags |= 8 * amount
        elif word in ("inherit", "no-inherit"):
            event.inherit = int((word == "inherit") == (amount != 0))
            event.flags |= 64 if event.inherit else 128
        elif word == "aux-output":
            event.aux = int(amount != 0)
        elif word in ("overwrite", "no-overwrite"):
            event.back = int((word == "overwrite") == (amount != 0))

    def word(self, device, word, where, event, depth, typed):
        known = next((name for name in device.events if name.lower() == word.lower()), None)
        if known is not None:
            if depth == 4:
                raise Wrong("NOTSUPP", *where)
            self.terms(device, device.events[known], 0, event, where, depth + 1, typed)
            event.scale *= float(device.about.get(known + ".scale") or 1)
            event.unit = device.about.get(known + ".unit") or event.unit
            event.flags |= 16 * (known + ".per-pkg" in device.about) | 32 * (known + ".snapshot" in device.about)
            return
        if re.fullmatch(r"r[0-9a-fA-F]{1,16}", word):
            event.config[0] |= int(word[1:], 16)
            return
        kind = self.symbol(word)
        if kind and kind[0] == 1 and device.name == "software":
            event.config[0] |= kind[1]
            return
        if not kind or kind[0] == 1 or device.name not in self.machine.core_names:
            raise Wrong("ATTR", *where)
        if len(self.machine.cores) > 1 and device.type is not None:
            event.config[0] |= device.type << 32
        event.type = kind[0]
        event.config[0] |= kind[1]

    # ---- names ----

    def symbol(self, name):
        low = name.lower()
        if low in HARDWARE:
            return 0, HARDWARE[low]
        if low in SOFTWARE:
            return 1, SOFTWARE[low]
        found = cache(name)
        return None if found is None else (3, found)

    def on_devices(self, devices, terms, at, letters, whole, error):
        """One event for each device; devices that lack what is asked for are left out if another has it."""
        results, wrong = [], None
        for device in devices:
            event = Event()
            event.type, event.device, event.name = device.type, device.name, whole
            try:
                self.terms(device, terms, at, event)
                results.append(event)
            except Wrong as failed:
                wrong = wrong or failed
        if not results:
            raise wrong or error
        return results

    def symbolic(self, kind, whole, terms, at):
        results = []
        devices = [d for d in self.machine.cores] if kind[0] in (0, 3, 4) else []
        if kind[0] in (0, 3, 4) and not devices:
            mine = [d for d in self.machine.mine if d.core]
            # where no kernel tells their types, a generic event cannot say which core is meant
            devices = mine if len(mine) > 1 and kind[0] == 4 else []
        for device in devices or [None]:
            event = Event()
            event.type, event.config[0], event.name = kind[0], kind[1], whole
            if device and kind[0] == 4:
                event.type, event.device = device.type, device.name
            elif device and device.type is not None:
                event.config[0] |= device.type << 32
            if terms is not None:
                self.terms(None, terms, at, event)
            results.append(event)
        return results

    def one(self, text, at, in_group):
        """One event: (results, its letters)."""
        at += len(text) - len(text.lstrip())
        text = text.strip()
        if not text:
            raise Wrong("INVAL", at, 0)
        if text.startswith("mem:"):
            return self.breakpoint(text, at)
        if "/" in text:
            name, _, rest = text.partition("/")
            terms, slash, letters = rest.partition("/")
            if not slash:
                raise Wrong("INVAL", at + len(name), 1)
            if letters and not letters.isalpha():
                raise Wrong("INVAL", at + len(text) - len(letters), 1)
            behind = at + len(name) + 1
            kind = self.symbol(name) if name not in self.machine.devices else None
            raw = re.fullmatch(r"r[0-9a-fA-F]{1,16}", name)
            if kind or (raw and name not in self.machine.devices):
                found = self.symbolic(kind or (4, int(name[1:], 16)), text, terms, behind)
            else:
                devices = self.machine.named(name)
                if not devices:
                    found = self.anywhere(name, terms, behind)
                    if not found:
                        raise Wrong("NOTFOUND", at, len(name))
                    for event in found:
                        event.name = event.name if event.label else text
                    return found, (letters, at + len(text) - len(letters))
                found = self.on_devices(devices, terms, behind, letters, text, Wrong("ATTR", at, len(name)))
            return found, (letters, at + len(text) - len(letters))
        name, colon, letters = text.partition(":")
        letters_at = at + len(name) + 1 + len(letters) - len(letters.lstrip())
        letters = letters.strip()
        kind = self.symbol(name)
        if kind:
            return self.symbolic(kind, text, None, 0), (letters, letters_at)
        if re.fullmatch(r"r[0-9a-fA-F]{1,16}", name):
            return self.symbolic((4, int(name[1:], 16)), text, None, 0), (letters, letters_at)
        if colon:
            point, more, rest = letters.partition(":")
            found = self.machine.tracepoints(name, point)
            if found:
                results = []
                for full, identifier in found:
                    event = Event()
                    event.type, event.config[0], event.name = 2, identifier, full
                    results.append(event)
                return results, (rest, at + len(name) + len(point) + 2)
        found = self.anywhere(name)
        if found:
            for event in found:
                event.name = text
            return found, (letters, letters_at)
        raise Wrong("NOTFOUND", at, len(text) if colon else len(name))

    def anywhere(self, name, terms="", at=0):
        devices = [d for d in sorted(self.machine.devices.values(), key=lambda d: natural(d.name))
                   if any(known.lower() == name.lower() for known in d.events)]
        devices = devices or [d for d in self.machine.mine if any(known.lower() == name.lower() for known in d.events)]
        if not devices:
            return None
        # what stands before the terms has its place there, too, as far as errors go
        return self.on_devices(devices, ",".join(filter(None, (name, terms))), at - len(name) - 1, "", name,
                               Wrong("NOTFOUND", 0, 0))

    def breakpoint(self, text, at):
        body, offset = text[4:], at + 4
        address, _, rest = body.partition(":")
        address, slash, length = address.partition("/")
        value = number(address)
        if value is None:
            raise Wrong("INVAL", offset, len(address))
        event = Event()
        event.type, event.name, event.config[1] = 5, text, value
        access, _, letters = rest.partition(":")
        behind = offset + len(body) - len(rest)
        if rest and not re.fullmatch(r"[rwx]+", access):
            if re.fullmatch(r"[ukhIGHpPDeSWRbX]+", access) and not letters:
                access, letters = "", access
            else:
                bad = next(i for i, c in enumerate(access) if c not in "rwx")
                raise Wrong("ATTR", behind + bad, 1)
        for i, c in enumerate(access):
            if c in access[:i]:
                raise Wrong("ATTR", behind + i, 1)
        event.bp = sum({"r": 1, "w": 2, "x": 4}[c] for c in access) or 3
        size = number(length) if slash else 8 if event.bp == 4 else 4
        if size not in (1, 2, 4, 8):
            raise Wrong("ATTR_VAL", offset + len(address) + 1, len(length))
        event.config[2] = size
        return [event], (letters, at + len(text) - len(letters))

    # ---- modifiers ----

    def check(self, letters, at, in_group):
        for i, c in enumerate(letters):
            if c not in "ukhIGHpPDeSWRbX" or (c == "W" and not in_group):
                raise Wrong("ATTR", at + i, 1)
            if (c != "p" and c in letters[:i]) or letters[:i + 1].count("p") > 3:
                raise Wrong("ATTR_SET", at + i, 1)

    # ---- lists ----

    def item(self, text, at, group, group_letters, leads):
        results, (letters, letters_at) = self.one(text, at, group)
        self.check(letters, letters_at, group > 0)
        own_levels = "".join(c for c in letters if c in "ukh")
        chosen = len(own_levels) == 3 and any(c in "ukh" for c in group_letters)
        both = ("".join(c for c in letters if c not in "ukh") if chosen else letters) + group_letters
        if both.count("p") > 3:
            raise Wrong("ATTR_SET", at, len(text))
        for event in results:
            event.letters, event.own, event.group, event.number, event.leads = both, letters, group, self.number, leads
            event.offset = at
            self.events.append(event)
        self.number += 1

    def ending(self, text, at):
        """Where the item that begins at a place ends."""
        inside = False
        while at < len(text) and (inside or text[at] not in ",{}"):
            if text[at] == "/" and not text[:at].rpartition(",")[2].lstrip("{").startswith("mem:"):
                inside = not inside
            at += 1
        return at

    def list(self):
        text, at = self.text, 0
        while True:
            if at < len(text) and text[at] == "{":
                at = self.group(at)
            else:
                end = self.ending(text, at)
                if end < len(text) and text[end] == "{" and re.fullmatch(r"\w+", text[at:end]):
                    at = end
                    continue
                if end < len(text) and text[end] != ",":
                    raise Wrong("INVAL", end, 1)
                self.item(text[at:end], at, 0, "", False)
                at = end
            if at == len(text):
                return
            if text[at] != ",":
                raise Wrong("INVAL", at, 1)
            at += 1

    def group(self, at):
        text, members, start = self.text, [], at
        while True:
            end = self.ending(text, at + 1)
            members.append((text[at + 1:end], at + 1))
            at = end
            if at == len(text):
                raise Wrong("INVAL", start, 1)
            if text[at] == "{":
                raise Wrong("INVAL", at, 1)
            if text[at] == "}":
                break
        letters, place, at = "", at, at + 1
        if at < len(text) and text[at] == ":":
            letters = re.match(r"[A-Za-z]*", text[at + 1:]).group()
            place = at + 1
            if not letters:
                raise Wrong("INVAL", at, 1)
            at += 1 + len(letters)
        elif at < len(text) and text[at] != ",":
            raise Wrong("INVAL", at, 1)
        self.groups += 1
        self.check(letters, place, True)
        for n, (member, where) in enumerate(members):
            self.item(member, where, self.groups, letters, n == 0)
        return at


def describe(event):
    letters, group = event.letters, event.group
    levels = [c for c in "ukh" if c in letters]
    head = "%s:%#x" % ("?" if event.type is None else event.type, event.config[0])
    if event.config[1] or event.config[2]:
        head += ":%#x" % event.config[1]
    if event.config[2]:
        head += ":%#x" % event.config[2]
    head += "".join(" -" + c for c in "ukh" if levels and c not in levels)
    own = set(letters)
    if "I" in own:
        head += " -i"
    if "G" in own and "H" not in own:
        head += " -H"
    # letters of its own take the guests in, unless u, p or H is among all
    if "G" not in own and (not event.own or (own | set(event.own)) & set("upH")):
        head += " -G"
    precise = 3 if "P" in own else letters.count("p")
    if precise:
        head += " p%d" % precise
    if "D" in own and (event.leads or "D" in event.own or not group):
        head += " pin"
    if "e" in own and (event.leads or "e" in event.own or not group):
        head += " excl"
    if event.bp:
        head += " bp=%d" % event.bp
    flags = event.flags | ("W" in own) | 2 * ("S" in own) | 4 * ("P" in own)
    rate = ("freq", event.freq) if event.freq is not None else ("period", event.period or 0)
    more = ["dev=" + (event.device or ""), "name=" + event.name, "unit=" + event.unit, "scale=%g" % event.scale,
            "flags=%d" % flags, "n=%d" % event.number, "group=%d" % group, "%s=%d" % rate,
            "inherit=%d" % event.inherit, "aux=%d" % event.aux, "back=%d" % event.back]
    return head, more


def agrees(expected, machine, string):
    reader = Reader(machine, string)
    try:
        reader.list()
    except Wrong as wrong:
        return wrong.result == expected, wrong.result
    got = [describe(event) for event in reader.events]
    parts = [part.split(" +") for part in expected.split(" ; ")]
    good = len(parts) == len(got) and all(
        wanted[0] == head and all(word in more for word in wanted[1:]) for wanted, (head, more) in zip(parts, got))
    return good, " ; ".join(head + " +" + " +".join(more) for head, more in got)


def read_formats(path):
    """Lines: CPU, PMU, device, type, core or box, fields NAME=PLACE..., events NAME=TERMS after a bar."""
    pmus = {}
    for line in open(path):
        if line.startswith("#") or not line.strip():
            continue
        cpu, pmu, device, kind, core, fields, events = (line.rstrip("\n").split("\t") + ["", ""])[:7]
        made = Device(device, None if kind == "?" else int(kind), dict(f.split("=", 1) for f in fields.split()),
                      dict(e.split("=", 1) for e in events.split()))
        made.of, made.core = cpu, core == "core"
        pmus[pmu] = made
    return pmus


def main():
    table, roots, formats = sys.argv[1:]
    pmus = read_formats(formats)
    asked = differ = 0
    machine = None
    for number_, line in enumerate(open(table), 1):
        line = line.rstrip("\n")
        if line.startswith("@ "):
            machine = Machine(line[2:], roots, pmus)
        elif line and not line.startswith("#"):
            who, string, expected = line.split("\t")
            good, got = agrees(expected, machine, string)
            asked += 1
            if not good:
                differ += 1
                print("%s:%d: %s %s\n  the table: %s\n  worked out: %s" % (table, number_, who, string, expected, got))
    print("perf_oracle: %d strings, %d differ" % (asked, differ))
    return differ > 0


if __name__ == "__main__":
    sys.exit(main())
