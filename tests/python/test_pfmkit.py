"""pfmkit for Python. Expected values: Intel's SDM and event files, the kernel's headers, libpfm4's codes."""

import copy
import dataclasses
import doctest
import gc
import json
import mmap
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
import unittest

import pfmkit


def on(cpu):
    return pfmkit.Machine(cpu=cpu)


class Encoding(unittest.TestCase):
    def test_manual(self):
        self.assertEqual(doctest.testmod(pfmkit).failed, 0)
        for name in pfmkit.__all__:
            self.assertTrue(getattr(pfmkit, name).__doc__, name)

    def test_event(self):
        with on("skl") as m:
            event = m.event("skl::MEM_LOAD_RETIRED:L3_MISS:u")
            self.assertEqual(event.codes, (0x5120D1,))  # EN, INT, USR; umask 0x20, event 0xd1
            self.assertEqual((event.attr.type, event.attr.config), (4, 0x20D1))
            self.assertEqual((event.attr.exclude_kernel, event.attr.exclude_user), (1, 0))
            self.assertTrue(event.string.startswith("skl::MEM_LOAD_RETIRED:L3_MISS:"))
            self.assertEqual((event.pmu.name, event.pmu.kind, event.pmu.counters), ("skl", "core", 8))
            self.assertEqual(event.facts.period, 100007)
            self.assertEqual(event.facts.counters, (0, 1, 2, 3))
            kernel = m.event("INST_RETIRED", plm="k").attr
            self.assertEqual((kernel.exclude_user, kernel.exclude_kernel), (1, 0))

    def test_both_languages(self):
        with on("skl") as m:
            self.assertEqual(m.event("cpu/event=0xd1,umask=0x20,cmask=1/").attr.config, 0x10020D1)
            self.assertEqual(m.event("mem_load_retired.l3_miss").attr.config, 0x20D1)
            cache = m.event("L1-dcache-load-misses").attr
            self.assertEqual((cache.type, cache.config), (3, 0x10000))
            self.assertEqual([e.group for e in m.events("{cycles,instructions},branches")], [1, 1, 0])
            self.assertEqual(m.events("cpu/event=0xd1,umask=0x20/u")[0].perf, "r20d1:u")
            self.assertEqual(m.event("power/energy-pkg/").codes, ())
            self.assertFalse(m.event("power/energy-pkg/").attr.type_is_known)
            self.assertEqual(m.events("power/energy-pkg/")[0].unit, "Joules")

    def test_kinds_of_cores(self):
        with on("alderlake") as m:
            devices = [e.device for e in m.events("cpu_core/event=0xc0/,cpu_atom/event=0xc0/")]
            self.assertEqual(devices, ["cpu_core", "cpu_atom"])
            # a name is of every kind that has it, in either language; a PMU's is of that one
            for name in "INST_RETIRED:ANY_P", "INST_RETIRED.ANY_P", "inst_retired.any_p":
                kinds = [(e.number, e.device, e.attr.config) for e in m.events(name)]
                self.assertEqual(kinds, [(0, "cpu_core", 0xC0), (0, "cpu_atom", 0xC0)], name)
            self.assertEqual([e.device for e in m.events("adl_grt::INST_RETIRED")], ["cpu_atom"])
            numbers = [(e.number, e.device) for e in m.events("adl_glc::INST_RETIRED,LONGEST_LAT_CACHE.MISS")]
            self.assertEqual(numbers, [(0, "cpu_core"), (1, "cpu_core"), (1, "cpu_atom")])

    def test_errors(self):
        with on("skl") as m:
            with self.assertRaises(pfmkit.EventError) as caught:
                m.event("INST_RETIRED.ANYP")
            error = caught.exception
            self.assertEqual(error.code, pfmkit.PfmError.ERR_ATTR)
            self.assertEqual((error.offset, error.length), (13, 4))
            self.assertIn("ANY_P", error.suggestions)
            self.assertIsInstance(error, ValueError)
            with self.assertRaises(pfmkit.EventError) as caught:
                m.event("cpu/event=0xd1,umsk=0x20/")
            self.assertEqual(caught.exception.code, pfmkit.PfmError.ERR_ATTR)
            self.assertIsNone(m.diagnose("INST_RETIRED"))
            self.assertEqual(m.diagnose("NO_SUCH").code, pfmkit.PfmError.ERR_NOTFOUND)
            for wrong in ("cycles,instructions", ""):
                with self.assertRaises(ValueError):
                    m.event(wrong)
            with self.assertRaises(ValueError):
                m.event("cycles", plm="x")
            with self.assertRaises(KeyError):
                m.pmu("nosuch")
            with self.assertRaises(TypeError):
                m.event(None)

    def test_attr(self):
        attr = pfmkit.Attr(type=4, config=0xC0)
        self.assertEqual((attr.type, attr.config, attr.exclude_hv), (4, 0xC0, 0))
        attr.exclude_hv = 1
        attr.sample_period = 2**64 - 1
        self.assertEqual((attr.exclude_hv, attr.sample_period), (1, 2**64 - 1))
        self.assertEqual(attr, pfmkit.Attr(bytes(attr)))
        self.assertEqual(attr.size, len(bytes(attr)))
        self.assertIn("exclude_hv=0x1", repr(attr))
        self.assertIn("precise_ip", dir(attr))
        with self.assertRaises(OverflowError):
            attr.precise_ip = 4
        for wrong in (lambda: attr.nosuch, lambda: setattr(attr, "nosuch", 1)):
            with self.assertRaises(AttributeError):
                wrong()
        with self.assertRaises(ValueError):
            pfmkit.Attr(b"123").type


class Lists(unittest.TestCase):
    def test_pmus(self):
        with on("spr") as m:
            names = {pmu.name: pmu for pmu in m.pmus}
            self.assertTrue(names["spr"].is_present)
            self.assertFalse(names["skl"].is_present)
            self.assertEqual(names["spr_unc_imc0"].kind, "uncore")
            self.assertEqual(names["perf"].kind, "os")
            self.assertEqual(names["adl_grt"].device, "cpu_atom,cpu")
            self.assertGreater(names["srf"].number, 1023)
            self.assertEqual(m.pmu("SPR"), names["spr"])

    def test_events(self):
        with on("skl") as m:
            events = {event.name: event for event in m.pmu("skl").events}
            self.assertEqual(len(events), m.pmu("skl").nevents)
            retired = events["MEM_LOAD_RETIRED"]
            self.assertEqual(retired.code, 0xD1)
            codes = {umask.name: umask.code for umask in retired.umasks}
            self.assertEqual(codes["L3_MISS"], 0x20)
            self.assertTrue({"u", "k", "c"} <= {modifier.name for modifier in retired.modifiers})
            any_p = events["INST_RETIRED"].umasks[0]
            self.assertTrue(any_p.is_default)
            self.assertIn("SKL091", any_p.facts.errata)
            self.assertEqual(events["CPU_CLK_UNHALTED"].alias, "CPU_CLK_THREAD_UNHALTED")
            self.assertEqual(events["INST_RETIRED"].facts.period, 2000003)

    def test_search(self):
        with on("skl") as m:
            found = m.search("l3 miss", 5)
            self.assertLessEqual(len(found), 5)
            self.assertIn("skl::MEM_LOAD_RETIRED:L3_MISS", [f.string for f in found])
            self.assertFalse(found[0].is_partial)

    def test_kind(self):
        with on("skl") as m:
            for word, kind in (
                ("INST_RETIRED.ANY_P:u", ("event", "")),
                ("MEM_LOAD_RETIRED_L3_MISS", ("other name", "MEM_LOAD_RETIRED:L3_MISS")),
                ("PAPI_L1_TCM", ("preset", "L1D.REPLACEMENT + L2_RQSTS.ALL_CODE_RD")),
                ("telum2::CPU_CYCLES", ("cpu", "telum2")),
                ("tma_info_thread_ipc", ("metric", "tma_info_thread_ipc")),
                ("1234", ("code", "r4d2")),
                ("duration_time", ("perfs own", "")),
                ("l3 miss", ("question", "")),
            ):
                self.assertEqual(m.kind(word), kind)

    def test_decode(self):
        with on("skl") as m:
            best = m.decode("skl", (0x5320D1,))[0]
            self.assertEqual((best.string, best.exact), ("skl::MEM_LOAD_RETIRED:L3_MISS", True))
            self.assertEqual(m.decode(m.pmu("skl"), (0x20D1,), perf=True)[0].string, "skl::MEM_LOAD_RETIRED:L3_MISS")
            for wrong in ((), (1, 2, 3, 4)):
                with self.assertRaises(ValueError):
                    m.decode("skl", wrong)


class Together(unittest.TestCase):
    # four general counters with hyper-threading, one fixed counter for instructions (Intel SDM volume 3)
    def test_fit(self):
        names = ["L2_RQSTS.MISS", "MEM_LOAD_RETIRED.L3_MISS", "BR_INST_RETIRED.CONDITIONAL"]
        names.append("ITLB_MISSES.WALK_COMPLETED")
        with on("skl") as m:
            fits = m.fit([*names, "INST_RETIRED.ANY"], smt=True, watchdog=False)
            self.assertEqual((fits.rounds, fits.message), (1, ""))
            self.assertTrue(fits.placements[4].is_fixed)
            self.assertEqual(sorted(place.counter for place in fits.placements[:4]), [0, 1, 2, 3])
            more = [*names, "DTLB_LOAD_MISSES.WALK_COMPLETED"]
            self.assertEqual(m.fit(more, smt=True, watchdog=False).rounds, 2)
            self.assertEqual(m.fit(more, smt=False, watchdog=False).rounds, 1)
            self.assertIn("counter", m.fit(more, smt=True, watchdog=False).message)
            with self.assertRaises(pfmkit.EventError):
                m.fit(["NO_SUCH"])
            for wrong, why in (([], "1 to "), (["INST_RETIRED"] * 2000, "events, not 2000")):
                with self.assertRaisesRegex(ValueError, why):
                    m.fit(wrong)
            with self.assertRaisesRegex(ValueError, "1 groups for 2 events"):
                m.fit(names[:2], groups=[0])
            with self.assertRaisesRegex(TypeError, "not one string"):
                m.fit("INST_RETIRED")
            for word in (-1, 1 << 64):
                with self.assertRaisesRegex(ValueError, "64 bits"):
                    m.decode("skl", (word,))

    def test_metrics(self):
        with on("skl") as m:
            metrics = {metric.name: metric for metric in m.metrics}
            self.assertIn("TopdownL1", metrics["tma_backend_bound"].groups)
            plan = m.prepare(
                "a = INST_RETIRED.ANY / CPU_CLK_UNHALTED.THREAD, b = a * #two, c = 1 / BR_MISP_RETIRED.ALL_BRANCHES",
                {"two": 2},
            )
            self.assertEqual(plan.metrics, ("a", "b", "c"))
            counts = {
                "inst_retired.any": 300,
                "CPU_CLK_UNHALTED.THREAD": pfmkit.Count(100, 200, 100),
                "BR_MISP_RETIRED.ALL_BRANCHES": 0,
            }
            values = plan.compute(counts)
            self.assertEqual((values["a"].value, values["b"].value), (1.5, 3.0))
            self.assertIsNone(values["c"].value)
            self.assertIn("division by zero", values["c"].message)
            listed = plan.compute([counts.get(event.name, 300) for event in plan.events])
            self.assertEqual(listed["a"].value, 1.5)
            self.assertIsNone(plan.compute({})["a"].value)
            for wrong in ("a = (", "no_such_metric"):
                with self.assertRaises(pfmkit.EventError):
                    m.prepare(wrong)
            with self.assertRaises(ValueError):
                plan.compute([1])
        self.assertEqual(plan.compute(counts)["b"].value, 3.0)  # the machine is closed


class State(unittest.TestCase):
    def test_one_at_a_time(self):
        with on("skl"):
            with self.assertRaises(RuntimeError):
                on("spr")
        with on("spr") as m:
            self.assertTrue(m.pmu("spr").is_present)
            m.close()
        on("skl")
        gc.collect()
        on("skl").close()

    def test_wrong_machine(self):
        with self.assertRaises(ValueError):
            on("no such cpu at all")
        on("skl").close()

    def test_closed(self):
        m = on("skl")
        m.close()
        m.close()
        with self.assertRaises(RuntimeError):
            m.event("cycles")

    def test_threads(self):
        wrong = []

        def ask():
            for _ in range(200):
                if m.event("MEM_LOAD_RETIRED.L3_MISS").attr.config != 0x20D1:
                    wrong.append(1)

        with on("skl") as m:
            threads = [threading.Thread(target=ask) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(wrong, [])

    def test_closed_under_calls(self):
        # calls of other threads end well, or say that the Machine is closed
        ends = []

        def ask(m, call, begun):
            try:
                while True:
                    call(m)
                    begun.set()
            except RuntimeError as error:
                ends.append(str(error))
            except BaseException as error:
                ends.append(f"{type(error).__name__}: {error}")

        calls = [
            lambda m: m.events("cycles,instructions,L1-dcache-load-misses,MEM_LOAD_RETIRED.L3_MISS"),
            lambda m: m.prepare("tma_frontend_bound,tma_backend_bound"),
            lambda m: m.event("INST_RETIRED").pmu,
            lambda m: m.search("l3 miss"),
            lambda m: m.kind("l3 miss"),
        ]
        for _ in range(5):
            m = on("skl")
            begun = [threading.Event() for _ in calls]
            threads = [threading.Thread(target=ask, args=(m, c, b)) for c, b in zip(calls, begun)]
            for thread in threads:
                thread.start()
            for event in begun:
                event.wait()
            m.close()
            with on("zen4") as other:
                self.assertEqual(other.event("RETIRED_INSTRUCTIONS").codes, (0x5300C0,))
            for thread in threads:
                thread.join()
        wrong = [end for end in ends if end != "this Machine is closed" and "initial" not in end]
        self.assertEqual((len(ends), wrong), (5 * len(calls), []))

    def test_child(self):
        # the threads of the parent are not in a child, which can close the Machine and open another
        stop = threading.Event()

        def ask():
            while not stop.is_set():
                m.events("cycles,instructions")

        with on("skl") as m:
            thread = threading.Thread(target=ask)
            thread.start()
            for _ in range(10):
                pid = os.fork()
                if pid == 0:
                    m.close()
                    os._exit(on("zen4").event("RETIRED_INSTRUCTIONS").codes != (0x5300C0,))
                self.assertEqual(os.waitpid(pid, 0)[1], 0)
            stop.set()
            thread.join()

    def test_low_level(self):
        with on("skl") as m:
            plan = pfmkit._pfm.prepare("INST_RETIRED.ANY / 2", 8, 0, 0, None)
            for counts in ["x"], [1], [[1, 1, 1, 0]]:
                with self.assertRaises(TypeError, msg=str(counts)):
                    pfmkit._pfm.compute(plan, counts)
            with self.assertRaises(TypeError):
                pfmkit._pfm.prepare("1", 8, 0, 0, [1])
            with self.assertRaises(OverflowError):
                pfmkit._pfm.fit(("INST_RETIRED",), (1 << 32,), 8, 0)
            self.assertIsNone(m.diagnose("INST_RETIRED"))


class Copies(unittest.TestCase):
    def copies(self, one):
        return copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), pickle.loads(pickle.dumps(one, 0))

    def test_results(self):
        with on("skl") as m:
            event = m.event("MEM_LOAD_RETIRED.L3_MISS:u")
            pmu = m.pmu("skl")
            table_event = next(pmu.events)
            results = [event, event.attr, event.facts, m.events("cycles")[0], pmu, table_event]
            results += [next(m.metrics), m.fit(["INST_RETIRED.ANY_P"]), m.search("l3 miss")[0]]
            results += m.decode("skl", (0x5320D1,))[:1] + table_event.modifiers[:1]
            plan = m.prepare("x = INST_RETIRED.ANY / 2")
            results += [plan.events[0], plan.compute({"INST_RETIRED.ANY": 4})["x"], pfmkit.Count(1, 2, 3)]
            for one in results:
                for other in self.copies(one):
                    self.assertEqual(other, one)
            self.assertEqual(dataclasses.asdict(event)["attr"].config, 0x20D1)
            self.assertEqual(dataclasses.replace(event, name="x").attr, event.attr)
            other = copy.copy(event.attr)
            other.config = 1
            self.assertEqual(event.attr.config, 0x20D1)
            self.assertFalse(hasattr(event.attr, "_no_such"))
            for state in m, plan:
                with self.assertRaises(TypeError):
                    pickle.dumps(state)
            with self.assertRaises(TypeError):
                copy.copy(m)

    def test_errors(self):
        with on("skl") as m:
            for call in lambda: m.event("INST_RETIRED.ANYP"), lambda: pfmkit._pmu(1 << 20):
                try:
                    call()
                except (pfmkit.EventError, RuntimeError) as error:
                    for other in self.copies(error):
                        self.assertEqual((str(other), other.code, type(other)), (str(error), error.code, type(error)))


class Given(unittest.TestCase):
    def test_counts(self):
        with on("skl") as m:
            counts = m.read_counts("12,,cycles,7,50.00,,\n<not counted>,,loads,0,0.00,,\nCPU1,3,,loads,7,100.00,,\n")
            self.assertEqual(counts, [
                pfmkit.GivenCount("cycles", 12.0, "", "", 0.5, None, 0),
                pfmkit.GivenCount("loads", None, "", "", 0.0, None, 0),
                pfmkit.GivenCount("loads", 3.0, "", "CPU1", 1.0, None, 0),
            ])  # fmt: skip
            self.assertEqual(m.read_counts(""), [])
            self.assertEqual(m.read_counts("1.5,12,,cycles,7,100.00,,")[0].time, 1.5)
            with self.assertRaises(pfmkit.EventError) as caught:
                m.read_counts("cycles\n")
            self.assertIn("neither a line of perf stat", str(caught.exception))
        with self.assertRaises(RuntimeError):
            m.read_counts("cycles 1")


class Counting(unittest.TestCase):
    def test_software(self):
        with pfmkit.Machine() as m:
            try:
                counter = pfmkit.Counter(m, ["perf::page-faults:u", "{task-clock:u,minor-faults:u}"])
            except OSError as error:
                self.skipTest(str(error))
            with counter:
                pages = [bytearray(1 << 20) for _ in range(8)]
                for page in pages:
                    page[::4096] = b"x" * len(page[::4096])
                time.sleep(0)
                counter.stop()
                counts = counter.read()
            self.assertEqual(len(counts), 3)
            self.assertGreater(next(iter(counts.values())).value, 100)
            for count in counts.values():
                self.assertGreaterEqual(count.enabled, count.running)
                self.assertIsNotNone(count.scaled)
            with self.assertRaises(pfmkit.EventError):
                pfmkit.Counter(m, ["perf::page-faults", "no_such_event"])

    def test_without_machine(self):
        try:
            counter = pfmkit.Counter(["page-faults:u"], pid=0, cpu=-1, inherit=False)
        except OSError as error:
            self.skipTest(str(error))
        with counter:
            page = bytearray(1 << 22)
            page[::4096] = b"x" * len(page[::4096])
            self.assertGreater(counter.read()["page-faults:u"].value, 100)
        with pfmkit.Machine(cpu="skl") as m, pfmkit.Counter(["page-faults:u"]) as counter:
            self.assertEqual(list(counter.read()), ["page-faults:u"])
            self.assertEqual(m.event("skl::INST_RETIRED").codes, (0x5300C0,))

    def counter(self, events, **whom):
        try:
            return pfmkit.Counter(events, **whom)
        except PermissionError as error:
            self.skipTest(str(error))

    def test_rows(self):
        counter = self.counter(["task-clock:u", "{page-faults,minor-faults}:u"])
        self.assertEqual(
            [(row["value"], row["reason"]) for row in counter.rows()], [(0, "DID_NOT_RUN")] * 3
        )  # never started
        with counter:
            touch(64)
            counter.stop()
            clock, faults, minor = rows = counter.rows()
        keys = [
            "schema", "kind", "requested", "name", "string", "pmu", "value", "unit", "enabled_ns", "running_ns",
            "share", "reason", "time", "elapsed",
        ]  # fmt: skip
        for row in rows:
            self.assertEqual(list(row), keys)
            self.assertEqual((row["schema"], row["kind"], row["pmu"], row["reason"]), (2, "event", "perf", None))
            self.assertRegex(row["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$")
        self.assertEqual([row["requested"] for row in rows], ["task-clock:u", "page-faults:u", "minor-faults:u"])
        self.assertEqual((clock["unit"], faults["unit"]), ("msec", ""))
        self.assertGreaterEqual(faults["value"], 64)
        self.assertIsInstance(faults["value"], int)
        self.assertEqual(minor["enabled_ns"], faults["enabled_ns"])  # of one group
        with pfmkit.Machine() as m:
            given = m.read_counts("\n".join(map(json.dumps, rows)))
        self.assertEqual([one.name for one in given], [row["name"] for row in rows])
        self.assertEqual(given[1].value, faults["value"])
        with self.assertRaises(ValueError):
            counter.read()  # closed

    def test_files(self):
        """A Counter that nobody closes leaves no files open, and the limit of files is as it was."""
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        before = len(os.listdir("/proc/self/fd"))
        counter = self.counter(["page-faults", "task-clock"])
        self.assertEqual(len(os.listdir("/proc/self/fd")), before + 2)
        del counter
        gc.collect()
        self.assertEqual(len(os.listdir("/proc/self/fd")), before)
        self.assertEqual(resource.getrlimit(resource.RLIMIT_NOFILE), limit)

    def test_pages(self):
        def least(pages):
            rows = counter.run(lambda: touch(pages), repeat=7, warmup=1)
            runs = [row for row in rows if row["kind"] == "run"]
            self.assertEqual(len(runs), 7)
            self.assertEqual([row["run"] for row in rows if row["kind"] == "event"], list(range(1, 8)))
            self.assertEqual((runs[0]["command"], runs[0]["status"], runs[0]["user"]), (None, 0, None))
            return min(row["value"] for row in rows if row["kind"] == "event")

        counter = self.counter("page-faults:u")
        few, many = least(100), least(1100)
        self.assertLessEqual(abs(many - few - 1000), 2, f"{few} and {many}")
        counter.close()

    def test_switches(self):
        counter = self.counter(["context-switches"])
        row = counter.run(lambda: [time.sleep(0.001) for _ in range(20)])[0]
        counter.close()
        if row["name"].endswith(":u"):
            self.skipTest("the kernel is not counted here")
        self.assertGreaterEqual(row["value"], 20)

    def test_threads(self):
        """All threads of a process, those that come, and one by its number."""

        def work():
            ready.set()
            go.wait()
            end = time.thread_time() + 0.05
            while time.thread_time() < end:
                pass

        ready, go = threading.Event(), threading.Event()
        before = threading.Thread(target=work)
        before.start()
        ready.wait()
        counters = [
            self.counter(["task-clock"]), self.counter(["task-clock"], pids=os.getpid()),
            self.counter(["task-clock"], pids=[os.getpid()], inherit=False),
            self.counter(["task-clock"], tids=before.native_id),
            self.counter(["task-clock"], pids=os.getpid(), per="thread"),
        ]  # fmt: skip
        for counter in counters:
            counter.start()
        go.set()
        after = threading.Thread(target=work)
        after.start()
        before.join()
        after.join()
        own, all_threads, these, one, each = counters
        value = [counter.rows()[0]["value"] for counter in counters]
        self.assertGreaterEqual(value[1], 100 * 0.95)
        self.assertGreaterEqual(value[2], 50 * 0.95)
        self.assertGreaterEqual(value[3], 50 * 0.95)
        self.assertLess(value[2], value[1] - 40)  # without the one that came
        self.assertLess(value[3], value[1] - 40)
        by_thread = {row["thread"]: row["value"] for row in each.rows()}
        self.assertEqual(set(by_thread), {threading.get_native_id(), before.native_id})
        self.assertGreaterEqual(by_thread[before.native_id], 50 * 0.95)
        for counter in counters:
            counter.close()

    def test_processes(self):
        child = subprocess.Popen(
            ["sh", "-c", "read x; i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done; true & wait"], stdin=subprocess.PIPE
        )
        counter = self.counter(["task-clock:u", "page-faults:u"], pids=[child.pid])
        with counter:
            child.communicate(b"\n")
            clock, faults = counter.rows()
        self.assertGreater(clock["value"], 0)
        self.assertGreater(faults["value"], 0)
        self.assertEqual((clock["reason"], faults["reason"]), (None, None))
        with self.assertRaises(ProcessLookupError) as caught:
            pfmkit.Counter(["task-clock"], pids=child.pid)
        self.assertEqual(str(caught.exception), f"[Errno 3] there is no process {child.pid}")
        with self.assertRaises(ProcessLookupError) as caught:
            pfmkit.Counter(["task-clock"], tids=[child.pid])
        self.assertEqual(str(caught.exception), f"[Errno 3] there is no thread {child.pid}")

    def test_commands(self):
        with self.counter(["task-clock:u", "page-faults:u"]) as counter:
            rows = counter.run(["sh", "-c", "sh -c true; exit 3"], repeat=2, warmup=1)
            self.assertEqual([row.get("run") for row in rows], [1, 1, None, 2, 2, None])
            self.assertEqual([row["kind"] for row in rows], ["event", "event", "run"] * 2)
            for row in rows:
                if row["kind"] == "event":
                    self.assertGreater(row["value"], 0)
            last = rows[-1]
            keys = [
                "schema", "kind", "command", "status", "elapsed", "user", "system", "host", "kernel", "cpu_model",
                "version", "time",
            ]  # fmt: skip
            self.assertEqual(list(last), keys)
            self.assertEqual(last["command"], ["sh", "-c", "sh -c true; exit 3"])
            self.assertEqual((last["status"], last["version"]), (3, pfmkit.version))
            with self.assertRaises(FileNotFoundError) as caught:
                counter.run(["/no/such/command"])
            self.assertEqual(caught.exception.filename, "/no/such/command")
            for wrong in "true", []:
                with self.assertRaises(ValueError):
                    counter.run(wrong)
            with self.assertRaises(ValueError):
                counter.run(["true"], repeat=0)
            # what the terminal sends ends both, also where these tests run behind & of a shell, which ignores it; pipes
            # end the command, as they do under a shell
            signal.signal(signal.SIGINT, signal.default_int_handler)
            with self.assertRaises(KeyboardInterrupt):
                counter.run(["sh", "-c", "kill -INT $PPID; exec sleep 60"])
            self.assertEqual(counter.run(["sh", "-c", "kill -PIPE $$"])[-1]["status"], 128 + 13)

    def test_whom_is_wrong(self):
        wrong = [
            (dict(pids=[]), "an empty list: nobody would be counted"),
            (dict(pids=0), "0 is no number of a process or thread"),
            (dict(cpus="0-"), "cpus '0-': expected a list of numbers and ranges, as 0-3,8"),
            (dict(cpus="3-1"), "cpus '3-1': expected a list of numbers and ranges, as 0-3,8"),
            (dict(cpus=8191), "there is no CPU 8191, or it is offline"),
            (dict(cpus="0-99999999999"), "cpus '0-99999999999': there is no CPU 99999999999"),
            (dict(pids=1, all_cpus=True),
             "pids and tids are counted on all CPUs: not together with cpus, cgroups or all_cpus"),
            (dict(pid=1, all_cpus=True), "pid and cpu say whom to count, and so does another argument"),
            (dict(per="socket"), "per 'socket': expected cpu, thread or device"),
        ]  # fmt: skip
        for whom, message in wrong:
            with self.assertRaises(ValueError) as caught:
                pfmkit.Counter(["task-clock"], **whom)
            self.assertEqual(str(caught.exception), message)
        with self.assertRaises(FileNotFoundError) as caught:
            pfmkit.Counter(["task-clock"], cgroups="no-such-cgroup")
        if caught.exception.filename is not None:  # else none are mounted here
            self.assertEqual(caught.exception.filename, "no-such-cgroup")
            self.assertIn("there is no such cgroup below /", str(caught.exception))

    def test_machine(self):
        """All CPUs, some, cgroups: for whoever may."""
        try:
            counter = pfmkit.Counter(["task-clock"], all_cpus=True, per="cpu")
        except PermissionError as error:
            self.assertIn("takes CAP_PERFMON or kernel.perf_event_paranoid 0", str(error))
            self.skipTest(str(error))
        cpu = min(os.sched_getaffinity(0))
        rows = counter.run(lambda: time.sleep(0.01))
        self.assertEqual(len(rows) - 1, os.sysconf("SC_NPROCESSORS_ONLN"))
        self.assertIn(cpu, [row["cpu"] for row in rows[:-1]])
        one = pfmkit.Counter(["task-clock"], cpus=[cpu], per="cpu")
        self.assertEqual([row.get("cpu") for row in one.run(["true"])], [cpu, None])
        self.assertGreater(one.run(lambda: time.sleep(0.01))[0]["value"], 0)
        try:
            of_root = pfmkit.Counter(["task-clock"], cgroups="/")
        except FileNotFoundError:
            self.skipTest("no cgroups are mounted")
        row = of_root.run(lambda: time.sleep(0.01))[0]
        self.assertEqual(row["cgroup"], "/")
        self.assertGreater(row["value"], 0)
        for each in counter, one, of_root:
            each.close()

    def test_not_counted(self):
        """What the kernel refuses has no value and a reason; if it refuses all that is an error."""
        with pfmkit.Machine() as m:
            for event in "cycles", "instructions":
                try:
                    pfmkit.Counter(m, [event + ":u"]).close()
                except FileNotFoundError as error:
                    self.assertEqual(str(error), f"[Errno 2] {event}:u: this machine cannot count it")
                    counter = self.counter([event + ":u", "task-clock:u"])
                    with counter:
                        row = counter.rows()[0]
                        count = counter.read()[row["string"]]
                    self.assertEqual((row["value"], row["reason"], row["share"]), (None, "ENOENT", 0))
                    self.assertEqual((count.value, count.reason, count.scaled), (None, "ENOENT", None))
                    plan = m.prepare("A = instructions / cycles")
                    self.assertIsNone(plan.compute({"instructions": count, "cycles": count})["A"].value)

    def test_core_types(self):
        """A kernel that is played: each core type has a row, and while a thread is on one nothing is estimated."""
        preload, root = os.environ.get("PFM_PRELOAD", ""), os.environ.get("PFM_ROOT", "")
        if not os.path.exists(preload) or not os.path.isdir(root):
            self.skipTest("no kernel is played here")
        program = "import json, pfmkit, sys\nwith pfmkit.Counter(sys.argv[1:]) as c: print(json.dumps(c.rows()))"

        def played(counts, *events):
            environment = {
                **os.environ, "LD_PRELOAD": preload, "LIBPFM_FSROOT": root, "LIBPFM_CPUID": "", "PFM_COUNTS": counts,
                "PFM_OPENED": os.devnull,
            }  # fmt: skip
            run = subprocess.run(
                [sys.executable, "-c", program, *events], env=environment, capture_output=True, text=True, check=False
            )
            self.assertEqual(run.stderr, "")
            keys = "requested", "device", "value", "share", "reason"
            return [tuple(row[key] for key in keys) for row in json.loads(run.stdout)]

        event = "INST_RETIRED.ANY_P:u"
        self.assertEqual(played("600 100 60  40 100 40", event), [
            (event, "cpu_core", 40, 1, None), (event, "cpu_atom", 600, 1, None),
        ])  # fmt: skip
        self.assertEqual(played("600 100 30  40 100 20", event), [
            (event, "cpu_core", 80, 0.5, None), (event, "cpu_atom", 1200, 0.5, None),
        ])  # fmt: skip
        self.assertEqual(played("0 100 0  7 100 50  40 100 100  1 0 0", "{INST_RETIRED.ANY_P,cycles}:u"), [
            (event, "cpu_core", 40, 1, None), (event, "cpu_atom", 0, 1, "DID_NOT_RUN"),
            ("cycles:u", "cpu_core", 0, 1, "DID_NOT_RUN"), ("cycles:u", "cpu_atom", 14, 0.5, None),
        ])  # fmt: skip
        self.assertEqual(played("0 100 0", "adl_glc::INST_RETIRED.ANY_P"), [
            ("adl_glc::INST_RETIRED.ANY_P", "cpu_core", None, 0, "NOT_COUNTED"),
        ])  # fmt: skip

    def test_user_only(self):
        """Without the right to count the kernel user code is counted, and said."""
        with open("/proc/sys/kernel/perf_event_paranoid", encoding="ascii") as file:
            paranoid = int(file.read())
        if paranoid > 2:
            self.skipTest("nobody counts here")
        self.counter(["task-clock"]).close()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            try:
                if not os.geteuid():
                    os.setuid(65534)
                with pfmkit.Counter(["task-clock", "page-faults:u"]) as counter:
                    names = [row["name"] for row in counter.rows()]
                    names.append(str(counter.read()["task-clock"].user_only))
            except OSError as error:
                names = [str(error)]
            os.write(writing, " ".join(names).encode())
            os._exit(0)
        os.waitpid(child, 0)
        told = os.read(reading, 1000).decode()
        os.close(reading)
        os.close(writing)
        self.assertEqual(
            told, "task-clock:u page-faults:u True" if paranoid == 2 else "task-clock page-faults:u False"
        )


def touch(pages):
    """Writes to so many new pages."""
    with mmap.mmap(-1, pages * mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) as memory:
        if hasattr(mmap, "MADV_NOHUGEPAGE"):
            try:
                memory.madvise(mmap.MADV_NOHUGEPAGE)
            except OSError:
                pass  # this kernel has none
        for page in range(pages):
            memory[page * mmap.PAGESIZE] = 1


if __name__ == "__main__":
    unittest.main()
