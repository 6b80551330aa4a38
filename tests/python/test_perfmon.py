"""perfmon: what programs of libpfm4's Python module call, in the way in which they call it."""

import copy
import os
import pickle
import struct
import tempfile
import unittest

import perfmon


class Module(unittest.TestCase):
    def test_encoding(self):
        err, attr = perfmon.pfm_get_perf_event_encoding(
            "skl::MEM_LOAD_RETIRED:L3_MISS:u", perfmon.PFM_PLM0 | perfmon.PFM_PLM3, None, None
        )
        self.assertEqual((err, attr.type, attr.config), (0, perfmon.PERF_TYPE_RAW, 0x20D1))
        self.assertEqual((attr.exclude_kernel, attr.exclude_user), (1, 0))
        attr.exclude_hv = 1
        attr.sample.sample_period = 1000
        attr.wakeup.wakeup_events = 1
        self.assertEqual((attr.sample_period, attr.sample.sample_period, attr.wakeup_events), (1000, 1000, 1))
        with self.assertRaises(perfmon.libpfmError) as caught:
            perfmon.pfm_get_perf_event_encoding("no_such_event", perfmon.PFM_PLM3, None, None)
        self.assertEqual(caught.exception.args[0], perfmon.PFM_ERR_NOTFOUND)
        self.assertIsInstance(caught.exception.args[1], str)

    def test_constants(self):
        # linux/perf_event.h and libpfm4's numbers
        self.assertEqual((perfmon.PFM_PLM0, perfmon.PFM_PLM3, perfmon.PFM_OS_PERF_EVENT), (1, 8, 1))
        self.assertEqual((perfmon.PERF_COUNT_HW_INSTRUCTIONS, perfmon.PERF_SAMPLE_IP), (1, 1))
        self.assertEqual((perfmon.PERF_FLAG_FD_CLOEXEC, perfmon.PERF_EVENT_IOC_ENABLE & 0xFFFF), (8, 0x2400))
        self.assertEqual((perfmon.PFM_PMU_INTEL_SKL, perfmon.PFM_PMU_INTEL_SRF), (200, 1036))

    def test_walk(self):
        system = perfmon.System()
        self.assertEqual(system.ncpus, os.sysconf("SC_NPROCESSORS_ONLN"))
        names = {pmu.info.name: pmu for pmu in system.pmus}
        self.assertIn("srf", names)
        self.assertTrue(names["skl"].info.flags.is_present)
        self.assertFalse(names["spr"].info.flags.is_present)
        event = next(e for e in names["skl"].events() if e.info.name == "MEM_LOAD_RETIRED")
        self.assertEqual((event.name, event.info.code), ("MEM_LOAD_RETIRED", 0xD1))
        self.assertIn("L3_MISS", [a.name for a in event.attrs()])
        self.assertEqual(repr(event), "<MEM_LOAD_RETIRED>")
        # lists, as there
        self.assertEqual(names["perf"].events()[0].name, "PERF_COUNT_HW_CPU_CYCLES")
        self.assertEqual(len(event.attrs()), event.info.nattrs)
        self.assertEqual(system.os, perfmon.PFM_OS_PERF_EVENT_EXT)
        self.assertEqual(copy.copy(event).name, "MEM_LOAD_RETIRED")

    def test_functions(self):
        idx = perfmon.pfm_find_event("skl::INST_RETIRED:ANY_P")
        err, info = perfmon.pfm_get_event_info(idx, perfmon.PFM_OS_NONE)
        self.assertEqual((err, info.name, info.code, info.idx), (0, "INST_RETIRED", 0xC0, idx))
        self.assertEqual(info.flags.is_precise, info.is_precise)
        err, attr = perfmon.pfm_get_event_attr_info(idx, 0, perfmon.PFM_OS_NONE)
        self.assertEqual((err, attr.name, attr.flags.is_dfl, attr.type), (0, "ANY_P", 1, perfmon.PFM_ATTR_UMASK))
        self.assertEqual(attr.defaults.dfl_val64, 0)
        self.assertEqual(perfmon.pfm_get_pmu_info(perfmon.PFM_PMU_INTEL_SKL)[1].name, "skl")
        self.assertEqual(perfmon.pfm_get_version() >> 16, 4)
        self.assertEqual(perfmon.pfm_strerror(0), "success")
        # as SWIG's module on libpfm4: what hands over no structure returns the code
        self.assertEqual(perfmon.pfm_initialize(), 0)
        self.assertEqual(perfmon.pfm_find_event("nope::X"), perfmon.PFM_ERR_NOTFOUND)
        self.assertEqual(perfmon.pfm_find_event("skl::NO_SUCH"), perfmon.PFM_ERR_NOTFOUND)
        self.assertEqual(perfmon.pfm_get_event_next(-1), -1)
        for wrong in (
            lambda: perfmon.pfm_get_pmu_info(1 << 20),
            lambda: perfmon.pfm_get_event_info(-1, 0),
            lambda: perfmon.pfm_get_event_attr_info(idx, 10000, 0),
        ):
            with self.assertRaises(perfmon.libpfmError):
                wrong()

    def test_layers(self):
        arg = perfmon.pfm_perf_encode_arg_t()
        plm = perfmon.PFM_PLM0 | perfmon.PFM_PLM3
        self.assertEqual((arg.idx, arg.cpu, arg.fstr), (0, 0, 0))
        string = "skl::MEM_LOAD_RETIRED:L3_MISS"
        self.assertEqual(perfmon.pfm_get_os_event_encoding(string, plm, perfmon.PFM_OS_PERF_EVENT, arg), 0)
        self.assertEqual((arg.attr.type, arg.attr.config, arg.attr.exclude_kernel), (4, 0x20D1, 0))
        arg = perfmon.pfm_pmu_encode_arg_t()
        self.assertEqual(perfmon.pfm_get_os_event_encoding(string, plm, perfmon.PFM_OS_NONE, arg), 0)
        self.assertEqual((arg.codes, arg.count), ([0x5320D1], 1))  # EN, INT, OS, USR
        self.assertEqual(arg.fstr, "skl::MEM_LOAD_RETIRED:L3_MISS:k=1:u=1:e=0:i=0:c=0:t=0:intx=0:intxcp=0")
        self.assertEqual(perfmon.pfm_get_os_event_encoding("nope::X", plm, perfmon.PFM_OS_NONE, arg), -4)
        self.assertEqual(perfmon.pfm_get_event_encoding(string, plm, None, None), (0, [0x5320D1]))
        with tempfile.TemporaryFile("w+") as out:
            self.assertEqual(perfmon.pfm_pmu_validate(perfmon.PFM_PMU_INTEL_SKL, out), 0)
            self.assertEqual(perfmon.pfm_pmu_validate(perfmon.PFM_PMU_MAX + 1, out), perfmon.PFM_ERR_INVAL)

    def test_copies(self):
        attr = perfmon.pfm_get_perf_event_encoding("skl::INST_RETIRED", perfmon.PFM_PLM3, None, None)[1]
        for other in copy.copy(attr), copy.deepcopy(attr), pickle.loads(pickle.dumps(attr)):
            self.assertEqual((other.config, bytes(other)), (0xC0, bytes(attr)))

    def test_names(self):
        for name in "PFM_PMU_POWER5p", "PR_TASK_PERF_EVENTS_DISABLE", "PERF_EVENT_MISC_USER", "pfm_event_info_t":
            self.assertTrue(hasattr(perfmon, name), name)
        self.assertEqual(perfmon.pfm_event_attr_info_t_defaults().dfl_str, None)
        # what SWIG makes of libpfm4's headers: run.sh writes its names and numbers
        if not os.environ.get("PERFMON_NAMES"):
            return
        # the kernel's numbers are others than those of libpfm4's copy, and we have more PMUs
        purposeful = {
            "PERF_EVENT_MISC_CPUMODE_MASK", "PERF_FORMAT_MAX", "PERF_SAMPLE_BRANCH_CALL", "PERF_SAMPLE_BRANCH_MAX",
            "PERF_SAMPLE_BRANCH_MAX_SHIFT", "PFM_PMU_MAX",
        }  # fmt: skip
        with open(os.environ["PERFMON_NAMES"], encoding="utf-8") as names:
            for name, value in (line.split() for line in names):
                self.assertTrue(hasattr(perfmon, name), name)
                if value != "-" and name not in purposeful:
                    self.assertEqual(getattr(perfmon, name) & 0xFFFFFFFF, int(value) & 0xFFFFFFFF, name)

    def test_sessions(self):
        try:
            session = perfmon.PerThreadSession(os.getpid(), ["perf::page-faults:u", "perf::task-clock:u"])
        except OSError as error:
            self.skipTest(str(error))
        session.start()
        pages = [bytearray(b"x") * (1 << 20) for _ in range(8)]
        session.stop()
        self.assertEqual(len(pages), 8)
        self.assertGreater(struct.unpack("=Q", session.read(0))[0], 100)
        try:
            wide = perfmon.SystemWideSession([0], ["perf::cpu-clock"])
        except OSError as error:
            self.skipTest(str(error))
        self.assertEqual([len(opened) for opened in wide.cpu_fds], [1])
        wide.start()
        self.assertEqual(len(wide.read(0, 0)), 8)
        wide.stop()


if __name__ == "__main__":
    unittest.main()
