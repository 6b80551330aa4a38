/*
 * pfmkit.h - beyond libpfm4: why a string is wrong, events of other machines, names for codes, and groups of events
 * that are counted together
 *
 * Every structure with a size field: set it to sizeof the structure; a smaller one is PFM_ERR_INVAL. All functions but
 * pfm_set_machine() need pfm_initialize() (PFM_ERR_NOINIT); all may be called from several threads at once.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PFMKIT_H
#define PFMKIT_H

#include <perfmon/pfmlib_perf_event.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef PFM_NO_EXPORT /* the library is a part of this plugin or program alone */
#pragma GCC visibility push(hidden)
#else
#pragma GCC visibility push(default)
#endif

#define PFMKIT_VERSION	"1.0.0"

enum { PFM_MAX_SUGGESTIONS = 5, PFM_SUGGESTION_SIZE = 128 };

/* Why a string does not encode, for people. */
typedef struct {
	size_t	size;			/* in: size of this structure */
	int	error;			/* PFM_SUCCESS: nothing is wrong */
	/* the bytes of the string that the error is about; length 0: just after offset */
	int	offset, length;
	char	message[256];		/* what is wrong */
	char	expected[256];		/* what was expected there, "" if there is no more to say */
	int	nsuggestions;
	char	suggestions[PFM_MAX_SUGGESTIONS][PFM_SUGGESTION_SIZE]; /* what may have been meant, nearest first */
	int	idx;			/* identifier of the event if it was found, else -1 */
} pfm_diagnosis_t;

/*
 * Encodes str as pfm_get_os_event_encoding() does and says what is wrong with it. dfl_plm and os as there. Names are
 * suggested by spelling: unit masks and modifiers of the event; events of the PMU, or of this machine's PMUs, else
 * their unit masks; and events of other machines if exactly this name exists there, or if nothing else is like it.
 * Without memory for them there are no suggestions. Returns PFM_SUCCESS if d is filled in, whatever str is;
 * PFM_ERR_INVAL for str or d NULL, a bad size, dfl_plm or os; PFM_ERR_NOINIT.
 */
extern pfm_err_t pfm_diagnose(const char *str, int dfl_plm, pfm_os_t os, pfm_diagnosis_t *d);

enum {
	PFM_NAME_PERIOD = 1,		/* with the period that the name says; os must have it */
	PFM_NAME_FORMULA = 2		/* of a preset of PAPI that takes several events or unit masks: the formula */
};

/*
 * Writes the event string for a name as another tool writes it, if the name is unambiguous: likwid's
 * MEM_LOAD_RETIRED_L3_MISS; VTune's MEM_LOAD_RETIRED.L3_MISS_PS:sa=100003:USER=no; oprofile's EVENT:count:unit
 * mask:kernel:user; ARMV8_PMUV3_PERFCTR_L1D_CACHE; AMD's ExRetInstr and PMCx0C0:0x00; 0x11; PAPI_TOT_INS, where PAPI
 * has one event for it on that CPU; spr::UNC_M_CAS_COUNT:RD, where the PMU of that name lacks the event and a box of
 * the CPU of that name has it; pmu-tools' EVENT:c4 and EVENT:u0x80; perf's letters in any place, EVENT:UMASK:u:pp;
 * words for levels, EVENT:user. The string keeps the privilege levels of the name. What event strings cannot express,
 * precision of any event and config1=, is a string of perf's language for pfm_read_events(). With PFM_NAME_FORMULA a
 * preset of several events gives PAPI's formula, a text for pfm_prepare_metrics(), which takes names of presets, too.
 * name: room for size bytes. Returns PFM_SUCCESS; PFM_ERR_NOTFOUND: it is no such name, or str encodes as it is;
 * PFM_ERR_TOOSMALL: size is; PFM_ERR_INVAL for str or name NULL, other flags or a bad os; PFM_ERR_NOINIT.
 */
extern pfm_err_t pfm_get_other_name(const char *str, pfm_os_t os, unsigned int flags, char *name, size_t size);

/* Kinds of words that users give a program. */
enum {
	PFM_WORD_QUESTION = 0,		/* none of these: words for pfm_search() */
	PFM_WORD_EVENT,			/* an event of either language, whole or not */
	PFM_WORD_OTHER_NAME,		/* as another tool writes it; text: the event string */
	PFM_WORD_PRESET,		/* PAPI's, of several events; text: the formula */
	PFM_WORD_CPU,			/* CPU::WORDS; text: the CPU, for pfm_set_machine() */
	PFM_WORD_METRIC,		/* text: its name; "": other machines have it */
	PFM_WORD_CODE,			/* a number; text: rNNN */
	PFM_WORD_PERFS_OWN		/* what perf counts without the kernel: duration_time */
};

/* Flags of pfm_get_word_kind(). */
enum {
	/* asked as a question: without capitals, or without an underscore and PMU::, it is words of one */
	PFM_WORD_SAID = 1
};

/*
 * Tells what kind of thing a word is. Tried in this order: an event string that encodes, another tool's name
 * (pfm_get_other_name()), a preset of PAPI, an event that lacks something or that the kernel or perf call so, a CPU, a
 * metric, a code, what perf counts by itself; else words of a question. os: the layer of event strings. text: room for
 * size bytes, for the text of PFM_WORD_*, "" where none is named; NULL and 0: not asked for.
 *
 * Returns PFM_WORD_* or an error: PFM_ERR_NOINIT; PFM_ERR_INVAL for word NULL, text NULL with a size, a bad os or other
 * flags; PFM_ERR_TOOSMALL: size is; PFM_ERR_NOMEM. On error text is untouched.
 */
extern int pfm_get_word_kind(const char *word, pfm_os_t os, unsigned int flags, char *text, size_t size);

/*
 * Numbers of PMUs that libpfm4 does not have. A number is fixed once it is released. They are no enumerators of
 * pfm_pmu_t, whose own stay what libpfm4 has, but are in its range, below PFM_PMU_MAX: every function that takes a
 * pfm_pmu_t takes them; pfm_event_info_t.pmu may hold one.
 */
enum {
	PFM_PMU_FIRST_NEW = 1024,
	PFM_PMU_INTEL_GLP = 1024,
	PFM_PMU_INTEL_MTL_RWC = 1025,
	PFM_PMU_INTEL_MTL_CMT = 1026,
	PFM_PMU_INTEL_LNL_LNC = 1027,
	PFM_PMU_INTEL_LNL_SKT = 1028,
	PFM_PMU_INTEL_ARL_LNC = 1029,
	PFM_PMU_INTEL_ARL_SKT = 1030,
	PFM_PMU_INTEL_ARL_CMT = 1031,
	PFM_PMU_INTEL_PTL_CGC = 1032,
	PFM_PMU_INTEL_PTL_DKT = 1033,
	PFM_PMU_INTEL_NVL_CYC = 1034,
	PFM_PMU_INTEL_NVL_ARW = 1035,
	PFM_PMU_INTEL_SRF = 1036,
	PFM_PMU_INTEL_GRR = 1037,
	PFM_PMU_INTEL_CWF = 1038,
	PFM_PMU_INTEL_SNB_UNC_ARB = 1039,
	PFM_PMU_INTEL_HSW_UNC_CBO = 1040,
	PFM_PMU_INTEL_SNB_UNC_IMC = 1041,
	PFM_PMU_INTEL_ICL_UNC_CLOCK = 1042,
	PFM_PMU_INTEL_TGL_UNC_IMC_FREE = 1043,
	PFM_PMU_INTEL_ADL_UNC_IMC = 1044,
	PFM_PMU_INTEL_PTL_UNC_IMC = 1045,
	PFM_PMU_INTEL_MTL_UNC_ARB = 1046,
	PFM_PMU_INTEL_MTL_UNC_HAC_ARB = 1047,
	PFM_PMU_INTEL_MTL_UNC_HAC_CBO = 1048,
	PFM_PMU_INTEL_MTL_UNC_CNCU = 1049,
	PFM_PMU_INTEL_SKX_UNC_IIO_FREE = 1050,
	PFM_PMU_INTEL_ICX_UNC_IIO_FREE = 1051,
	PFM_PMU_INTEL_ICX_UNC_IMC_FREE = 1052,
	PFM_PMU_INTEL_SPR_UNC_IIO = 1053,
	PFM_PMU_INTEL_SPR_UNC_IRP = 1054,
	PFM_PMU_INTEL_SPR_UNC_M2M = 1055,
	PFM_PMU_INTEL_SPR_UNC_M2HBM = 1056,
	PFM_PMU_INTEL_SPR_UNC_M2PCIE = 1057,
	PFM_PMU_INTEL_SPR_UNC_M3UPI = 1058,
	PFM_PMU_INTEL_SPR_UNC_MDF = 1059,
	PFM_PMU_INTEL_SPR_UNC_PCU = 1060,
	PFM_PMU_INTEL_SPR_UNC_UBOX = 1061,
	PFM_PMU_INTEL_SPR_UNC_CXLCM = 1062,
	PFM_PMU_INTEL_SPR_UNC_CXLDP = 1063,
	PFM_PMU_INTEL_SPR_UNC_MCHBM = 1064,
	PFM_PMU_INTEL_SPR_UNC_IIO_FREE = 1065,
	PFM_PMU_INTEL_SPR_UNC_IMC_FREE = 1066,
	PFM_PMU_INTEL_GNR_UNC_CHA = 1067,
	PFM_PMU_INTEL_GNR_UNC_CHACMS = 1068,
	PFM_PMU_INTEL_GNR_UNC_IIO = 1069,
	PFM_PMU_INTEL_GNR_UNC_IRP = 1070,
	PFM_PMU_INTEL_GNR_UNC_UPI = 1071,
	PFM_PMU_INTEL_GNR_UNC_UBOX = 1072,
	PFM_PMU_INTEL_GNR_UNC_PCU = 1073,
	PFM_PMU_INTEL_GNR_UNC_MDF = 1074,
	PFM_PMU_INTEL_GNR_UNC_B2CMI = 1075,
	PFM_PMU_INTEL_GNR_UNC_B2CXL = 1076,
	PFM_PMU_INTEL_GNR_UNC_B2HOT = 1077,
	PFM_PMU_INTEL_GNR_UNC_B2UPI = 1078,
	PFM_PMU_INTEL_GNR_UNC_CXLCM = 1079,
	PFM_PMU_INTEL_GNR_UNC_CXLDP = 1080,
	PFM_PMU_MSR = 1081,
	PFM_PMU_CSTATE_CORE = 1082,
	PFM_PMU_CSTATE_PKG = 1083,
	PFM_PMU_CSTATE_MODULE = 1084,
	PFM_PMU_DMAR = 1085,
	PFM_PMU_I915 = 1086,
	PFM_PMU_XE = 1087,
	PFM_PMU_AMD64_FAM17H_L3 = 1088,
	PFM_PMU_AMD64_FAM19H_ZEN4_L3 = 1089,
	PFM_PMU_AMD64_FAM17H_DF = 1090,
	PFM_PMU_AMD64_FAM19H_ZEN4_DF = 1091,
	PFM_PMU_AMD64_FAM1AH_ZEN5_DF = 1092,
	PFM_PMU_AMD64_UMC = 1093,
	PFM_PMU_AMD64_IBS_FETCH = 1094,
	PFM_PMU_AMD64_IBS_OP = 1095,
	PFM_PMU_AMD64_IOMMU = 1096,
	PFM_PMU_AMD64_RAPL_CORE = 1097,
	PFM_PMU_AMD64_FAM15H_POWER = 1098,
	PFM_PMU_ARM_AC5 = 1099,
	PFM_PMU_ARM_AC17 = 1100,
	PFM_PMU_ARM_AC32 = 1101,
	PFM_PMU_ARM_AC34 = 1102,
	PFM_PMU_ARM_AC35 = 1103,
	PFM_PMU_ARM_AC65 = 1104,
	PFM_PMU_ARM_E1 = 1105,
	PFM_PMU_ARM_AC73 = 1106,
	PFM_PMU_ARM_AC75 = 1107,
	PFM_PMU_ARM_AC77 = 1108,
	PFM_PMU_ARM_AC78 = 1109,
	PFM_PMU_ARM_X1 = 1110,
	PFM_PMU_ARM_AC510 = 1111,
	PFM_PMU_ARM_AC710 = 1112,
	PFM_PMU_ARM_X2 = 1113,
	PFM_PMU_ARM_AC715 = 1114,
	PFM_PMU_ARM_X3 = 1115,
	PFM_PMU_ARM_AC520 = 1116,
	PFM_PMU_ARM_AC720 = 1117,
	PFM_PMU_ARM_AC725 = 1118,
	PFM_PMU_ARM_X925 = 1119,
	PFM_PMU_ARM_C1_NANO = 1120,
	PFM_PMU_ARM_C1_PRO = 1121,
	PFM_PMU_ARM_C1_PREMIUM = 1122,
	PFM_PMU_ARM_C1_ULTRA = 1123,
	PFM_PMU_ARM_RAINIER = 1124,
	PFM_PMU_ARM_AMPEREONE = 1125,
	PFM_PMU_ARM_AMPEREONEX = 1126,
	PFM_PMU_ARM_THUNDERX = 1127,
	PFM_PMU_ARM_APPLE_ICESTORM = 1128,
	PFM_PMU_ARM_APPLE_FIRESTORM = 1129,
	PFM_PMU_ARM_APPLE_BLIZZARD = 1130,
	PFM_PMU_ARM_APPLE_AVALANCHE = 1131,
	PFM_PMU_ARM_R52 = 1132,
	PFM_PMU_ARM_R82 = 1133,
	PFM_PMU_ARM_PMUV3 = 1134,
	PFM_PMU_ARM_DSU = 1135,
	PFM_PMU_ARM_CMN = 1136,
	PFM_PMU_ARM_CCN = 1137,
	PFM_PMU_ARM_CCI = 1138,
	PFM_PMU_ARM_DMC620 = 1139,
	PFM_PMU_ARM_SMMU_PMCG = 1140,
	PFM_PMU_ARM_CSPMU = 1141,
	PFM_PMU_AMPERE_MCU = 1142,
	PFM_PMU_NVIDIA_SCF = 1143,
	PFM_PMU_NVIDIA_PCIE = 1144,
	PFM_PMU_NVIDIA_NVLINK_C2C0 = 1145,
	PFM_PMU_NVIDIA_NVLINK_C2C1 = 1146,
	PFM_PMU_NVIDIA_CNVLINK = 1147,
	PFM_PMU_NVIDIA_UCF = 1148,
	PFM_PMU_NVIDIA_PCIE_V2 = 1149,
	PFM_PMU_NVIDIA_PCIE_TGT = 1150,
	PFM_PMU_NVIDIA_C2C = 1151,
	PFM_PMU_NVIDIA_CMEM_LATENCY = 1152,
	PFM_PMU_ARM_NI = 1153,
	PFM_PMU_ALI_DRW = 1154,
	PFM_PMU_QCOM_L2 = 1155,
	PFM_PMU_QCOM_L3 = 1156,
	PFM_PMU_HISI_L3C = 1157,
	PFM_PMU_HISI_HHA = 1158,
	PFM_PMU_HISI_DDRC = 1159,
	PFM_PMU_HISI_PA = 1160,
	PFM_PMU_HISI_H60PA = 1161,
	PFM_PMU_HISI_SLLC = 1162,
	PFM_PMU_HISI_CPA = 1163,
	PFM_PMU_HISI_UC = 1164,
	PFM_PMU_HISI_MN = 1165,
	PFM_PMU_HISI_NOC = 1166,
	PFM_PMU_HISI_PCIE = 1167,
	PFM_PMU_HNS3 = 1168,
	PFM_PMU_IMX8_DDR = 1169,
	PFM_PMU_IMX9_DDR = 1170,
	PFM_PMU_MESON_DDR = 1171,
	PFM_PMU_STARFIVE_STARLINK = 1172,
	PFM_PMU_DWC_PCIE = 1173,
	PFM_PMU_CXL_PMU = 1174,
	PFM_PMU_MRVL_DDR = 1175,
	PFM_PMU_MRVL_TAD = 1176,
	PFM_PMU_MRVL_PEM = 1177,
	PFM_PMU_FUJITSU_MAC = 1178,
	PFM_PMU_FUJITSU_PCI = 1179,
	PFM_PMU_XGENE_L3C = 1180,
	PFM_PMU_XGENE_IOB = 1181,
	PFM_PMU_XGENE_MCB = 1182,
	PFM_PMU_XGENE_MC = 1183,
	PFM_PMU_XGENE_IOB_SLOW = 1184,
	PFM_PMU_HV_GPCI = 1185,
	PFM_PMU_VPA_PMU = 1187,
	PFM_PMU_PAI_CRYPTO = 1188,
	PFM_PMU_PAI_EXT = 1189,
	PFM_PMU_CPUM_CF_DIAG = 1190,
	PFM_PMU_VPA_DTL = 1191,
	PFM_PMU_KVM_HV = 1192,
	PFM_PMU_RISCV_SIFIVE_BULLET = 1193,
	PFM_PMU_RISCV_SIFIVE_BULLET_07 = 1194,
	PFM_PMU_RISCV_SIFIVE_BULLET_0D = 1195,
	PFM_PMU_RISCV_SIFIVE_P550 = 1196,
	PFM_PMU_RISCV_SIFIVE_P650 = 1197,
	PFM_PMU_RISCV_STARFIVE_DUBHE_80 = 1198,
	PFM_PMU_RISCV_THEAD_C900 = 1199,
	PFM_PMU_RISCV_CVA6 = 1200,
	PFM_PMU_RISCV_ANDES_AX45 = 1201,
	PFM_PMU_RISCV_SBI_FW = 1202,
	PFM_PMU_POWER11 = 1203,
	PFM_PMU_POWER12 = 1204,
	PFM_PMU_LOONGARCH = 1205,
	PFM_PMU_NMEM = 1206,
	PFM_PMU_L2C_220 = 1207,
	PFM_PMU_L2C_310 = 1208,
	PFM_PMU_DFL_FME = 1209,
	PFM_PMU_AMDGPU = 1210,
	PFM_PMU_AMDGPU_ARCTURUS = 1211,
	PFM_PMU_AMDGPU_DF = 1212,
	PFM_PMU_DSA = 1213,
	PFM_PMU_IAX = 1214,
	PFM_PMU_ARM_C1_SME2 = 1215,
	PFM_PMU_ZXC = 1216,
	PFM_PMU_ZXD = 1217,
	PFM_PMU_ZXE = 1218,
	PFM_PMU_HV_24X7 = 1219,
	PFM_PMU_POWERPC_IMC = 1220,
	PFM_PMU_POWERPC_TRACE_IMC = 1221,
	PFM_PMU_INTEL_MTL_UNC_CBO = 1222,
	PFM_PMU_INTEL_MTL_UNC_SNCU = 1223,
	PFM_PMU_INTEL_LNL_UNC_HBO = 1224,
	PFM_PMU_INTEL_PTL_UNC_BRIDGE = 1225,
	PFM_PMU_INTEL_SNR_UNC_PCIE3 = 1226,
	PFM_PMU_INTEL_GNR_UNC_PCIEX = 1227,
};

/*
 * Returns the number of the next PMU after number pmu (0: the first), 0 after the last one. The order is that of
 * numbers: libpfm4's, new ones, those of loaded tables, and the devices of this kernel that no table knows, in the
 * order of their names (there are none with LIBPFM_FORCE_PMU). Numbers of the last two hold until pfm_terminate().
 * Disabled PMUs (LIBPFM_DISABLED_PMUS) are left out. Errors: PFM_ERR_NOINIT; PFM_ERR_NOMEM: the devices could not be
 * read for want of memory or file descriptors.
 *
 * A device without a table has the events that the kernel names; only perf_event's layers encode them, and pfm_decode()
 * returns PFM_ERR_NOTSUPP.
 */
extern int pfm_next_pmu(int pmu);

/*
 * Writes the name under /sys/bus/event_source/devices of the device that the kernel counts an event with, "" if it has
 * none of its own (the events of a core PMU are raw events). str: an event string; of a PMU with several devices,
 * PMU7::EVENT means number 7. If this machine lacks the device, it is the name that the device would have. Returns
 * PFM_SUCCESS; PFM_ERR_TOOSMALL if there is no room; PFM_ERR_INVAL for str or device NULL; what pfm_find_event()
 * returns for a string that is not right.
 */
extern pfm_err_t pfm_get_event_device(const char *str, char *device, size_t size);

/*
 * Returns the path of the file that the table of a PMU was loaded from (pfm-tables(5)), which belongs to the library
 * until pfm_terminate(); NULL if the table is compiled into the library, if no PMU has the number pmu, or before
 * pfm_initialize().
 */
extern const char *pfm_get_pmu_table(pfm_pmu_t pmu);

/* More about a PMU than pfm_get_pmu_info() says. Strings belong to the library. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	/* names under /sys/bus/event_source/devices, comma-separated; NULL: the core PMU (raw events) */
	const char	*device;
	int		plm;		/* privilege levels that the PMU tells apart, PFM_PLM* */
	int		is_deprecated;	/* found by its prefix only */
	int		takes_raw_umask;
	/* "GenuineIntel", "AuthenticAMD", "arm", "power", "CentaurHauls": whose CPUs have it; NULL: none of these */
	const char	*vendor;
	int		is_kernel_only;	/* a device of the kernel that no table knows; its name is the device's */
	int		year;		/* in which its first processor came out; 0: the tables do not say */
} pfm_pmu_details_t;

/* Fills in *details, whose size the caller has set. Errors as pfm_get_pmu_info(). */
extern pfm_err_t pfm_get_pmu_details(pfm_pmu_t pmu, pfm_pmu_details_t *details);

/*
 * What is known of an event, or of an event with a unit mask, beyond its codes. Strings belong to the library. Counters
 * are bits: 0 to 31 the general ones, 32 to 63 the fixed ones; no bit set: the tables do not say.
 */
typedef struct {
	size_t		size;		/* in: size of this structure */
	uint64_t	counters;	/* that can count it */
	uint64_t	counters_nosmt;	/* likewise with hyper-threading off */
	uint64_t	period;		/* sampling period that the vendor proposes; 0: none */
	const char	*replacement;	/* of what is deprecated, EVENT:UMASK; NULL: there is none */
	const char	*errata;	/* the vendor's numbers of what it miscounts, comma-separated; NULL: none */
	int		is_deprecated;	/* the vendor says not to use it any more */
	int		is_alone;	/* its vendor wants nothing else counted at the same time; no kernel minds */
	int		is_pair;	/* takes an even counter and the next one */
	int		is_leader;	/* must be the first of its kernel group */
	int		is_uncounted;	/* takes no counter */
	/* the number of the one device of the PMU that has the event; -1: all have it */
	int		box;
	/*
	 * What the vendor's file has for this name, where libpfm4 has another code: unit masks and modifiers as behind
	 * the event, with "event=CODE:" in front if the event select is another, or, of an event alone, EVENT:UMASK
	 * or the code; NULL: the same. In perf's language the name has that code.
	 */
	const char	*makers;
	/* "5.15": older kernels take it, and count nothing or something else; NULL: none that knows the CPU does so */
	const char	*since_linux;
} pfm_event_facts_t;

enum { PFM_NO_UMASK = -1 };

/*
 * Fills in the facts of event idx, an identifier as pfm_find_event() returns it: of the event alone (attr is
 * PFM_NO_UMASK), or with the unit mask that has number attr for pfm_get_event_attr_info(). Returns PFM_SUCCESS;
 * PFM_ERR_INVAL for an identifier of no event, another attribute, facts NULL or a bad size; PFM_ERR_NOMEM;
 * PFM_ERR_NOINIT.
 */
extern pfm_err_t pfm_get_event_facts(int idx, int attr, pfm_event_facts_t *facts);

/*
 * Encodes as pfm_get_os_event_encoding() for perf_event, but a PMU that the kernel of this machine does not know is no
 * error: then attr->type is UINT32_MAX, and all else is as it would be on a machine that has it. The type may stay so
 * until pfm_terminate(), even if the kernel gets to know the PMU. arg as there.
 */
extern pfm_err_t pfm_get_perf_encoding_anywhere(const char *str, int dfl_plm, pfm_os_t os, pfm_perf_encode_arg_t *arg);

/* Register words, as pfm_get_os_event_encoding() returns them, or as struct perf_event_attr holds them. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	pfm_os_t	os;		/* PFM_OS_NONE: codes; PFM_OS_PERF_EVENT: config, config1, config2 */
	uint64_t	words[3];
	int		count;		/* words that are given; 1 to 3 */
} pfm_code_t;

/* An event that a code stands for. */
typedef struct {
	size_t		size;		/* in, of the first one: size of this structure */
	int		idx;		/* identifier of the event */
	int		exact;		/* 1: the string below encodes to the very same words */
	uint64_t	left[3];	/* bits that the string does not account for */
	char		string[512];	/* pmu::EVENT:UMASK:modifier=value... */
} pfm_decoded_t;

/*
 * Finds the events of a PMU that a code stands for: event, unit masks and modifiers. found: room for max results (1 or
 * more), best first: exact ones, and among them those that are not deprecated, need no number for a unit mask and no
 * modifiers, have few unit masks, and are the vendor's names; then those with the fewest bits left. Aliases are among
 * them. Returns the number of results stored (0 to max), or an error: PFM_ERR_NOINIT, PFM_ERR_INVAL, PFM_ERR_NOTSUPP
 * (no such PMU), PFM_ERR_NOMEM (then results may be missing).
 */
extern int pfm_decode(pfm_pmu_t pmu, const pfm_code_t *code, pfm_decoded_t *found, int max);

/*
 * perf's generic events - cycles, branch-misses, L1-dcache-load-misses; types HARDWARE and HW_CACHE of perf_event - as
 * the kernel counts them on the cores of a PMU, host or not: events of its own. Encoding leaves them what they are.
 */
typedef struct {
	size_t		size;		/* in: size of this structure */
	pfm_pmu_t	pmu;		/* that counts it */
	int		is_refused;	/* ENOENT, EINVAL: what opening fails with there; the rest is empty */
	uint64_t	words[3];	/* config, config1, config2 of the same event with type RAW, or the PMU's own */
	int		idx;		/* identifier of the event that the tables have for this code; -1: none */
	char		name[64];	/* perf's first name for it: cpu-cycles, L1-dcache-load-misses */
	char		string[512];	/* pmu::EVENT:UMASK:modifier=value..., which encodes to the words; "": none */
} pfm_generic_t;

/*
 * Fills in how the kernel counts a generic event on a PMU. type, config: as in struct perf_event_attr. pmu: a core PMU;
 * PFM_PMU_NONE: that of this machine; on a hybrid one the PMU whose type is in the high half of config, or the first.
 * Returns PFM_SUCCESS, also for an event that the kernel refuses; PFM_ERR_NOTFOUND: not a generic event;
 * PFM_ERR_NOTSUPP: the tables do not say it of this PMU; PFM_ERR_INVAL for generic NULL or a bad size; PFM_ERR_NOMEM;
 * PFM_ERR_NOINIT.
 */
extern pfm_err_t pfm_get_generic(pfm_pmu_t pmu, uint32_t type, uint64_t config, pfm_generic_t *generic);

/*
 * Writes perf's names, separated by ", ", of the generic events for which the kernel counts exactly this code (os not
 * PFM_OS_NONE). names: room for size bytes with the 0, cut there; NULL with size 0. Returns the length of the whole, 0:
 * none, or an error: PFM_ERR_NOTSUPP, PFM_ERR_INVAL, PFM_ERR_NOINIT.
 */
extern int pfm_get_generic_names(pfm_pmu_t pmu, const pfm_code_t *code, char *names, size_t size);

/*
 * What a name of the kernel's is on a PMU - cycles, L1-dcache-loads, slots, cas_count_read - by releases of Linux: 5.4,
 * 5.10, 5.15, 6.1, 6.6, 6.12, 6.18, 7.1, 7.2 and 7.3 were looked at. Strings belong to the library.
 */
typedef struct {
	size_t		size;		/* in, of the first one: size of this structure */
	int		is_refused;	/* as in pfm_generic_t */
	const char	*since;		/* the first Linux of which this holds: "6.12"; NULL: all that were looked at */
	const char	*before;	/* the first later one of which it does not; NULL: the newest has it */
	uint64_t	words[3];	/* config, config1, config2 */
	double		scale;		/* of the count */
	const char	*unit;		/* after scaling: "MiB"; NULL: none */
} pfm_kernel_meaning_t;

/*
 * Finds the meanings of a kernel's name. meanings: room for max, the newest first. Returns how many there are, also if
 * more than max; PFM_ERR_NOTFOUND: no kernel has such a name there; PFM_ERR_NOTSUPP: no such PMU; PFM_ERR_INVAL: name
 * NULL, or room without meanings or of a bad size; PFM_ERR_NOINIT.
 */
extern int pfm_get_kernel_meanings(pfm_pmu_t pmu, const char *name, pfm_kernel_meaning_t *meanings, int max);

/*
 * Groups of events, for PMUs that can count only what their vendors put together, or count it best so. Groups have
 * numbers from 0 on, counters too. Strings belong to the library. Errors of these functions: PFM_ERR_NOINIT,
 * PFM_ERR_NOTSUPP for a PMU that does not exist, PFM_ERR_INVAL for a number out of range, a NULL pointer or a bad size.
 */

/* Status of an event or a group, as its vendor reports it. Bits; 0: all is well. */
enum {
	PFM_GROUP_UNVERIFIED	= 1,	/* whether it counts what it should has not been checked */
	PFM_GROUP_CAVEAT	= 2,	/* it counts, but not quite what its name says */
	PFM_GROUP_THRESHOLD	= 4,	/* events: counts what takes longer than a threshold */
	PFM_GROUP_SHARED	= 8,	/* events: one signal for all threads of the core */
};

/* All groups of a PMU. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	/* which groups these are: a PMU may have others on another revision of the CPU; NULL: none */
	const char	*name;
	int		ngroups;
	int		ncounters;	/* counters that the groups use */
	int		is_required;	/* the PMU counts nothing but groups */
} pfm_groups_t;

/* Fills in *groups. A PMU without groups is no error: ngroups is 0. */
extern pfm_err_t pfm_get_groups(pfm_pmu_t pmu, pfm_groups_t *groups);

typedef struct {
	size_t		size;		/* in: size of this structure */
	const char	*name;		/* not always unique */
	const char	*title;		/* what is counted, one line */
	const char	*desc;		/* what it is for */
	int		status;		/* PFM_GROUP_UNVERIFIED, PFM_GROUP_CAVEAT or 0, as the worst of its events */
} pfm_group_info_t;

extern pfm_err_t pfm_get_group_info(pfm_pmu_t pmu, int group, pfm_group_info_t *info);

/* Returns the number of the first group of that name, ignoring case, or of that number in decimal; PFM_ERR_NOTFOUND. */
extern int pfm_find_group(pfm_pmu_t pmu, const char *name);

typedef struct {
	size_t		size;		/* in: size of this structure */
	const char	*string;	/* event and unit masks, without the PMU */
	int		idx;		/* identifier of the event; -1: known by name only, it cannot be encoded */
	int		has_code;	/* the event has another code on this counter than elsewhere */
	uint64_t	code;		/* that code */
	int		status;		/* PFM_GROUP_* bits */
} pfm_group_event_t;

/* Fills in the event that a group counts on a counter. PFM_ERR_NOTFOUND: it counts none. */
extern pfm_err_t pfm_get_group_event(pfm_pmu_t pmu, int group, int counter, pfm_group_event_t *event);

/*
 * Returns event number n, from 0 on, that a counter can count in groups, without its codes; PFM_ERR_INVAL after the
 * last.
 */
extern pfm_err_t pfm_get_counter_event(pfm_pmu_t pmu, int counter, int n, pfm_group_event_t *event);

/*
 * Which events fit the counters together: whether they can be counted at the same time, and on which counters, and if
 * not, for what reason, and in how many rounds by turns. The data are those of the vendors and of the kernel, see
 * pfm-counters(7).
 */
enum { PFM_FIT_MAX = 64 };		/* events of one call */

/*
 * How to count: bits. Without them the files of the machine decide for its own PMUs. For others, and where there are no
 * such files: hyper-threading is on, and no watchdog.
 */
enum {
	PFM_FIT_SMT		= 1,	/* hyper-threading is on */
	PFM_FIT_NO_SMT		= 2,	/* it is off */
	PFM_FIT_WATCHDOG	= 4,	/* the kernel's watchdog takes a counter */
	PFM_FIT_NO_WATCHDOG	= 8,	/* it takes none */
	/* name, in the note, events that count the same and take fewer rounds: slower */
	PFM_FIT_EQUIVALENTS	= 16,
};

/* Why events do not fit. */
enum {
	PFM_FIT_FITS,
	PFM_FIT_COUNTERS,		/* there are too few counters for these events, or none */
	PFM_FIT_RESOURCE,		/* they hold something with different values that does not exist as often */
	PFM_FIT_ALONE,			/* one of them bears no other on its PMU */
	PFM_FIT_LEADER,			/* it needs another event as leader of its group */
	PFM_FIT_GROUP,			/* no group of the vendor has them all */
};

/* An encoded event. */
typedef struct {
	size_t		size;		/* in, of the first one: size of this structure */
	int		idx;		/* identifier of the event */
	int		instance;	/* of PMUs that are many of a kind; -1: none is named */
	int		group;		/* events with the same number from 0 on must be together; -1: none */
	pfm_os_t	os;		/* as in pfm_code_t */
	uint64_t	words[3];
	int		count;		/* words that are given; 1 to 3 */
} pfm_fit_event_t;

/* Where an event is counted. */
typedef struct {
	size_t		size;		/* in, of the first one: size of this structure */
	int		round;		/* from 0 on; -1: not even alone, or its group does not fit */
	int		counter;	/* the number of the counter, of a pair the first; -1: it takes none */
	int		is_fixed;	/* a fixed counter; else a general one */
	int		is_pair;	/* the next counter too */
	int		is_leader;	/* must be the first of its group when it is opened */
	int		in_conflict;	/* it is in a set that does not fit, see pfm_fit_t */
	/* the vendor's group that has all events of the PMU in this round (pfm_get_group_info()); -1: none */
	int		group;
} pfm_placement_t;

/* The answer. Strings of the library. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	int		rounds;		/* the least number for up to 16 events of a PMU; 0: no event fits */
	/* what was assumed for the first event: hyper-threading, a counter for the watchdog */
	int		smt, watchdog;
	/* PFM_FIT_FITS: all events in one round; else the first thing that is in the way */
	int		reason;
	/* events that cannot be together: the smallest such set; their in_conflict is 1 */
	int		conflicts;
	int		failed;		/* pfm_fit_strings(): the string that does not encode; -1 */
	const char	*resource;	/* PFM_FIT_RESOURCE: its name, as in the tables; else NULL */
	char		message[512];	/* the same for people, with the names of the events; "": all fits */
	char		note[256];	/* what else to know: what others may take, what is better alone; "": nothing */
} pfm_fit_t;

/*
 * Distributes events to counters and rounds. events, placements: count of them, 1 to PFM_FIT_MAX. flags: PFM_FIT_*
 * bits. The order of events is kept where it costs no round; the same call has the same answer. Events of different
 * PMUs, and of different instances, do not disturb each other. Returns PFM_SUCCESS, even if nothing fits;
 * PFM_ERR_NOINIT; PFM_ERR_INVAL for a NULL pointer, a bad size, count, identifier or flags; PFM_ERR_TOOMANY for more
 * events than PFM_FIT_MAX; PFM_ERR_NOMEM.
 */
extern pfm_err_t pfm_fit(const pfm_fit_event_t *events, int count, int flags, pfm_fit_t *fit,
	pfm_placement_t *placements);

/*
 * Does the same for event strings, as pfm_get_os_event_encoding() takes them; dfl_plm and os as there. groups: for each
 * string as in pfm_fit_event_t; NULL: none has one. If a string does not encode, returns its error and sets fit->failed
 * to its number.
 */
extern pfm_err_t pfm_fit_strings(const char *const *strings, const int *groups, int count, int dfl_plm, pfm_os_t os,
	int flags, pfm_fit_t *fit, pfm_placement_t *placements);

/* The CPU that the library found, or that LIBPFM_CPUID describes. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	const char	*vendor;	/* as in pfm_pmu_details_t; NULL: none of these */
	/* Arm: implementer and part of the first core type; POWER: model is the version half of the PVR */
	unsigned int	family, model;
	unsigned int	stepping;	/* POWER: the revision half of the PVR */
} pfm_cpu_t;

extern pfm_err_t pfm_get_cpu(pfm_cpu_t *cpu);

/*
 * perf's language: what perf(1) reads behind -e, as "cpu/event=0xc0,umask=1/u", "L1-dcache-load-misses",
 * "uncore_imc/cas_count_read/", "sched:sched_switch", "{cycles,instructions}:S". pfm-event-strings(7) has all of it.
 */

/* What counting an event needs beside its attr. Bits. */
enum {
	PFM_PERF_WEAK		= 1,	/* :W: if the group cannot be opened, open its events one by one */
	PFM_PERF_LEADER_SAMPLES	= 2,	/* :S: only the leader of the group samples, and reads the others */
	PFM_PERF_MOST_PRECISE	= 4,	/* :P: precise_ip is 3, the kernel may take less: try down to 0 */
	PFM_PERF_PER_CORE	= 8,	/* percore: counts of a core's threads are to be added */
	PFM_PERF_PER_PACKAGE	= 16,	/* the kernel says: one count a package */
	PFM_PERF_SNAPSHOT	= 32,	/* the kernel says: a value, not a count that grows */
	PFM_PERF_INHERIT	= 64,	/* inherit */
	PFM_PERF_NO_INHERIT	= 128,	/* no-inherit */
	/* what is for perf(1) alone, and sets nothing in an attr */
	PFM_PERF_BPF_COUNTERS	= 256,	/* :b */
	PFM_PERF_RETIRE_LATENCY	= 512,	/* :R */
	PFM_PERF_NO_REGROUPING	= 1024,	/* :X */
	PFM_PERF_RECORDS	= 2048,	/* there are terms about records: call-graph=, time= ... */
	PFM_PERF_CPUS		= 4096,	/* cpu=: says on which CPUs to open it, which is no part of attr */
	PFM_PERF_STRING		= 8192,	/* it is an event string, not of perf's language */
};

/* One event to open. */
typedef struct {
	size_t	size;			/* in, of the first one: size of this structure */
	int	offset, length;		/* where the event stands in the string */
	/* which event of the string, from 0; what has the same number is one event on several devices: add up */
	int	number;
	int	group;			/* which braces it stands in, from 1; 0: none */
	int	idx;			/* identifier of the event if its name is one of the tables, else -1 */
	unsigned int flags;		/* PFM_PERF_* */
	double	scale;			/* counts are to be multiplied by it */
	char	unit[32];		/* of the product; "": none */
	char	device[64];		/* below /sys/bus/event_source/devices; "": the event is no device's */
	/* name=, else the event as it is written; of a pattern of tracepoints, or all boxes, each one's own name */
	char	name[256];
	/* pfm_get_event_encodings(): the CPUs to open it on, "0-7,16", as the kernel writes them; "": all, or any */
	char	cpus[256];
	/* what perf_event_open(2) wants, attr.size included; type UINT32_MAX: this kernel lacks the device */
	struct perf_event_attr attr;
} pfm_perf_event_t;

/*
 * Reads one event of perf's language. dfl_plm: PFM_PLM* levels for an event without u, k and h; 0: all, as perf does.
 * events: room for max results (max 0: NULL is fine); one event gives several results if several devices have it, or a
 * pattern matches several tracepoints. d, unless NULL: the diagnosis, as of pfm_diagnose(), also of success. Of attr
 * are set type, config, config1 to config3, bp_*, sample_period or sample_freq, precise_ip, pinned, exclusive, inherit,
 * aux_output, write_backward and the exclude_ bits; the rest is 0.
 *
 * Devices, their formats and events are those of this kernel, as they were when first asked for; those of a device that
 * it lacks, but a PMU of this CPU has, or of a PMU named itself, as in "skl/event=0xc0/", are from the tables, and type
 * is UINT32_MAX.
 *
 * Returns the number of events that there are, of which max are stored at most; PFM_ERR_NOINIT; PFM_ERR_INVAL for str
 * NULL, a bad size, max or dfl_plm, and for a string that breaks the grammar; PFM_ERR_NOTFOUND: no such event or
 * device; PFM_ERR_ATTR: no such term or modifier; PFM_ERR_ATTR_VAL: an invalid value; PFM_ERR_ATTR_SET: a value given
 * twice; PFM_ERR_NOTSUPP: config3 in a library built with headers that do not have it; PFM_ERR_TOOMANY: a name or a
 * list of terms too long; PFM_ERR_NOMEM. Semantics: perf-list(1), perf-stat(1) and the output of "perf stat -vv".
 */
extern int pfm_get_perf_event(const char *str, int dfl_plm, pfm_perf_event_t *events, int max, pfm_diagnosis_t *d);

/* Does the same for a list: events and groups in braces, separated by commas. */
extern int pfm_get_perf_events(const char *str, int dfl_plm, pfm_perf_event_t *events, int max, pfm_diagnosis_t *d);

/* The languages of events. */
enum {
	PFM_LANGUAGE_EITHER	= 0,
	PFM_LANGUAGE_PFM	= 1,	/* event strings of libpfm4: "skl::INST_RETIRED:ANY_P:u" */
	PFM_LANGUAGE_PERF	= 2	/* what perf(1) reads: "cpu/event=0xc0/u" */
};

/*
 * Returns the language that an event must be in, by its form: PFM_LANGUAGE_PFM if it has "::", else PFM_LANGUAGE_PERF
 * if it has a slash or a brace or begins with "mem:", else PFM_LANGUAGE_EITHER, also for NULL.
 */
extern int pfm_get_language(const char *str);

/*
 * Reads events of one language or the other: a list, in which the events may be of different languages, and groups in
 * braces. language: PFM_LANGUAGE_EITHER: by pfm_get_language(); an event that may be either is an event string if it
 * can be read as one, else perf's; the others: all events are of that one. dfl_plm 0: all levels. Events of perf's
 * language are as pfm_get_perf_events() has them; event strings as pfm_get_perf_encoding_anywhere() for
 * PFM_OS_PERF_EVENT_EXT, with PFM_PERF_STRING in flags, the modifiers of a group applied, and the PMU's device in
 * device, which may be "" for codes of the core PMU. A value of the modifier cpu is not kept: PFM_PERF_CPUS.
 *
 * Returns what pfm_get_perf_events() does; for event strings also PFM_ERR_UMASK and PFM_ERR_FEATCOMB. pfm_diagnose()
 * says more about what is wrong with an event string.
 */
extern int pfm_read_events(const char *str, int dfl_plm, int language, pfm_perf_event_t *events, int max,
	pfm_diagnosis_t *d);

/*
 * Encodes one event for every PMU of this machine that has it: an event string of libpfm4's or an event of perf's
 * language, as pfm_read_events() with PFM_LANGUAGE_EITHER reads it. A name without PMU gives one result for each core
 * type that has exactly this name, all with the same number: add up; d->message says "not on cpu_atom" of the types
 * that lack it, which is no error. PMU::EVENT is of that PMU alone; PMU*::EVENT of all boxes of the kind that this
 * machine has and that have the event, each with a name of its own, PMU7::EVENT; a further * in the name of a kind is a
 * number. The first result is that of pfm_get_os_event_encoding() for PFM_OS_PERF_EVENT_EXT, except that with several
 * core types config of the kernel's generic events (cycles) says which one is meant. Only this function fills in cpus:
 * the file cpus, or else cpumask, of the device.
 *
 * Arguments and results as those of pfm_read_events().
 */
extern int pfm_get_event_encodings(const char *str, int dfl_plm, pfm_perf_event_t *events, int max, pfm_diagnosis_t *d);

/* How pfm_write_perf_event() writes. */
enum {
	PFM_WRITE_FIELDS	= 1,	/* device/event=..,umask=../: fields of the kernel's format */
	PFM_WRITE_NAME		= 2,	/* with name=, wherever perf takes it */
	PFM_WRITE_CODE_NAME	= 4	/* with name= where perf would print a code otherwise */
};

/*
 * Writes an event as perf(1) reads it: a name of perf's own if it has one, else rNNN if that is complete, else
 * device/config=../. Reading it gives the same type, config words, period and exclusions; exclude_guest of an event
 * with PFM_PERF_STRING only if its modifiers imply it. Used are size, attr, flags, device, idx (or -1), and name: the
 * label, without comma, slash, brace and blank; for a tracepoint its name. how: PFM_WRITE_*. A device that is not at
 * hand may have {n}, {m}, {k} or {hex} in its name: the text then means all of them. text gets size bytes at most, NUL
 * included; NULL is fine if size is 0.
 *
 * Returns the length of the whole text, which is complete if that is less than size; PFM_ERR_NOINIT; PFM_ERR_INVAL for
 * event or text NULL, a bad size, how or name; PFM_ERR_NOTSUPP: perf's language cannot express it, or it counts
 * nowhere.
 */
extern int pfm_write_perf_event(const pfm_perf_event_t *event, unsigned int how, char *text, size_t size);

/*
 * Metrics: named formulas over counts, the tables' and the caller's own. A formula is prepared once: its names are
 * bound to events, what is known of the machine is put in, and events are distributed to rounds; then values are
 * computed from anybody's counts, as often as wanted. pfm-metrics(7) has the language.
 */

/* Argument of pfm_next_metric() like -1: metrics of system PMUs whose device is not here, as any machine may have. */
enum { PFM_METRIC_ELSEWHERE = 0xfffff };

/*
 * Returns the identifier of the next metric of this machine (pfm_set_machine()) after id (-1: the first), those for all
 * machines included; -1 after the last. Errors: PFM_ERR_INVAL if id is no identifier; PFM_ERR_NOINIT; PFM_ERR_NOMEM.
 * Identifiers hold until pfm_terminate().
 */
extern int pfm_next_metric(int id);

/*
 * Returns the identifier of a metric: NAME or PMU::NAME, ignoring case; without a PMU the first core type's. Searches
 * the metrics of this machine first, then those of devices that it lacks (PFM_METRIC_ELSEWHERE) and questions that it
 * has no answer to (PFM_ANSWER_NONE), which pfm_next_metric() does not list. PFM_ERR_NOTFOUND, PFM_ERR_INVAL.
 */
extern int pfm_find_metric(const char *name);

/* The vendor's advice on counting a metric's events together. It does not decide anything here. */
enum {
	PFM_METRIC_TOGETHER,			/* nothing against it */
	PFM_METRIC_NEVER_TOGETHER,
	PFM_METRIC_NOT_WITH_NMI,		/* not while the kernel's watchdog has a counter */
	PFM_METRIC_NOT_WITH_SMT,		/* not with hyper-threading */
	PFM_METRIC_THRESHOLD_NOT_WITH_NMI,	/* with the watchdog not those of the threshold */
};

/* Questions are metrics that have one name and one meaning, their desc, on all CPUs. */
enum {
	PFM_ANSWER_UNASKED,	/* the metric answers none */
	PFM_ANSWER_SAME,
	PFM_ANSWER_DIFFERS,	/* it is not quite what desc says; remark says in what */
	PFM_ANSWER_NONE,	/* this machine has no such metric; remark says why */
};

/* Strings belong to the library. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	const char	*name, *desc;
	const char	*formula;	/* as published, one blank between tokens */
	const char	*threshold;	/* NULL: none */
	const char	*unit;		/* "" : none */
	double		scale;		/* what is shown is the value times this */
	const char	*groups;	/* comma-separated; "": none */
	const char	*parent;	/* NULL: none */
	int		level;		/* of its tree; 0: none */
	const char	*sample;	/* events to look at next, comma-separated; NULL: none */
	const char	*related;	/* metrics, comma-separated; NULL: none */
	/* the core type that it is of, or the PMU that this machine has not; NULL: none */
	const char	*pmu;
	int		together;	/* PFM_METRIC_TOGETHER ... */
	const char	*table;		/* the file it was loaded from; NULL: compiled in */
	const char	*apart;		/* a group that its vendor does not want counted with it; NULL: none */
	const char	*default_group;	/* it is counted by default, under this name; NULL: it is not */
	int		per_instance;	/* one result for each instance of a device */
	int		answer;		/* PFM_ANSWER_UNASKED ...; PFM_ANSWER_NONE: formula is "" */
	const char	*remark;	/* in what the answer differs, or why there is none; NULL: neither */
} pfm_metric_info_t;

/* Fills in *info. PFM_ERR_INVAL if id is no identifier, for info NULL or a bad size; PFM_ERR_NOINIT; PFM_ERR_NOMEM. */
extern pfm_err_t pfm_get_metric_info(int id, pfm_metric_info_t *info);

/* Formulas that are ready to be computed: the caller's, and never written. */
typedef struct pfm_metrics pfm_metrics_t;

/* Kinds of leaves. PFM_METRIC_SAME: another name for one of the events; there is no need to count it. */
enum { PFM_METRIC_EVENT, PFM_METRIC_TIME, PFM_METRIC_LATENCY, PFM_METRIC_SAME };

enum {
	PFM_METRIC_THRESHOLDS	= 1,	/* count what thresholds need too */
	PFM_METRIC_CPUS		= 2,	/* CPUs are counted, not tasks: #target_cpu is 1 */
	PFM_METRIC_CORE_WIDE	= 4,	/* all threads of each core are counted: #core_wide is 1 */
	PFM_METRIC_INTEL	= 8,	/* formulas are in Intel's dialect */
	PFM_METRIC_SUM		= 16,	/* of metrics with a result for each instance one sum */
	PFM_METRIC_PACKAGE	= 32,	/* one package is counted: #num_packages is 1, #num_cores its own ... */
	PFM_METRIC_ANY_NAME	= 64,	/* in formulas of the caller, too, a name that is no event is no error */
};

typedef struct {
	const char	*name;		/* without #; a retire latency is "EVENT:R"; letter case aside */
	double		value;
} pfm_metric_constant_t;

typedef struct {
	size_t		size;		/* in: size of this structure */
	int		dfl_plm;	/* as in pfm_get_perf_event() */
	int		flags;		/* PFM_METRIC_THRESHOLDS ... */
	int		fit_flags;	/* PFM_FIT_*; 0: as the machine's files say */
	const pfm_metric_constant_t *constants; /* they override those of the machine */
	int		count;		/* of constants */
	int		package;	/* with PFM_METRIC_PACKAGE: its number */
	int		counters;	/* free general counters of each core; 0 or too many: all; not below 0 */
} pfm_metric_options_t;

/*
 * Prepares metrics, groups of metrics, formulas, and NAME = formula, separated by commas outside parentheses. What is a
 * metric and a group is the metric. options NULL: none. *metrics is for pfm_free_metrics(); it stays good after
 * pfm_terminate(). d, unless NULL: what is wrong, as pfm_diagnose() says it.
 *
 * An event that does not encode is an error in a formula of the caller's. In metrics of the tables, and with
 * PFM_METRIC_ANY_NAME, it is none: pfm_metric_event_t.failed says so, and there is a value only if its count is given.
 *
 * Returns PFM_SUCCESS; PFM_ERR_NOINIT; PFM_ERR_INVAL for text or metrics NULL, a bad size, flags or constants, and text
 * that breaks the grammar; PFM_ERR_NOTFOUND: no such metric, event or constant; PFM_ERR_ATTR and others as
 * pfm_get_perf_event(); PFM_ERR_TOOMANY: metrics refer to each other in a circle or too deeply, or there is more than
 * what can be computed at once; PFM_ERR_NOMEM.
 */
extern pfm_err_t pfm_prepare_metrics(const char *text, const pfm_metric_options_t *options, pfm_metrics_t **metrics,
	pfm_diagnosis_t *d);

/* Frees prepared metrics. NULL: nothing happens. */
extern void pfm_free_metrics(pfm_metrics_t *metrics);

typedef struct {
	size_t		size;		/* in: size of this structure */
	int		metrics, events, rounds;
	int		smt, watchdog;	/* what was assumed, as in pfm_fit_t */
	char		message[512];	/* why there is more than one round; "": there is not */
	char		note[256];	/* what else to know */
} pfm_metrics_info_t;

/* Fills in *info. Errors: PFM_ERR_INVAL for NULL or a bad size; in the functions below also for a bad number. */
extern pfm_err_t pfm_get_metrics_info(const pfm_metrics_t *metrics, pfm_metrics_info_t *info);

/* Strings are those of pfm_metrics_t. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	const char	*name;		/* the leaf as in the formula */
	const char	*string;	/* what pfm_get_perf_event() takes; NULL: nothing to be opened */
	int		kind;		/* PFM_METRIC_EVENT ... */
	int		round, counter;	/* as in pfm_placement_t; round -1: it needs none, or fits none */
	int		is_leader;	/* first of its kernel group */
	int		is_optional;	/* of thresholds only */
	int		failed;		/* it does not encode here: PFM_ERR_*; else 0 */
	int		is_fixed, is_pair; /* as in pfm_placement_t */
	const char	*also;		/* other names in formulas for the same count, comma-separated; NULL: none */
	int		same_as;	/* PFM_METRIC_SAME: the event whose count is taken if none is given; else -1 */
} pfm_metric_event_t;

/* Fills in event number event, from 0 on, in the order of counts. An event that two rounds need is listed twice. */
extern pfm_err_t pfm_get_metric_event(const pfm_metrics_t *metrics, int event, pfm_metric_event_t *out);

typedef struct {
	size_t		size;		/* in: size of this structure */
	const char	*name;		/* of a formula without a name: its text */
	int		id;		/* of the tables' metric; -1: the caller's formula */
	const char	*pmu;		/* the core type; NULL: none */
	int		instance;	/* -1: none */
	int		is_split;	/* its events do not fit one round */
	const char	*expanded;	/* what is computed: other formulas and constants put in */
} pfm_prepared_metric_t;

extern pfm_err_t pfm_get_prepared_metric(const pfm_metrics_t *metrics, int metric, pfm_prepared_metric_t *out);

/*
 * Stores the numbers of the events that a metric's value, not its threshold, is computed from, max at most (max 0: NULL
 * is fine). Returns how many there are.
 */
extern int pfm_get_metric_events(const pfm_metrics_t *metrics, int metric, int *events, int max);

/* What was counted. */
typedef struct {
	double		value;		/* raw: the library takes value * enabled / running; times in seconds */
	uint64_t	enabled, running; /* one of them 0: not counted; both 1: value is scaled already */
	int		boxes;		/* how many devices of one package were added; 0: unknown, taken as 1 */
	int		is_given;	/* 0: the caller has no such count */
} pfm_metric_count_t;

/* Why there is no value. */
enum {
	PFM_VALUE_OK,
	PFM_VALUE_NOT_COUNTED,		/* an event was not */
	PFM_VALUE_NOT_GIVEN,		/* a count, or how many boxes there are, is not */
	PFM_VALUE_DIVIDED_BY_0,
	PFM_VALUE_NOT_FINITE,		/* greater than what a double can hold */
	PFM_VALUE_NO_CONSTANT,		/* something of the machine is not known */
	PFM_VALUE_NO_LATENCY,		/* no retire latency is known */
	PFM_VALUE_NO_EVENT,		/* an event does not encode here, and no count is given for it */
};

typedef struct {
	size_t		size;		/* in, of the first one: size of this structure */
	double		value, shown;	/* shown: times the metric's scale; NaN without a value */
	int		reason;		/* PFM_VALUE_* */
	int		culprit;	/* the event that the reason is about; -1: none */
	int		over;		/* the threshold: 1 over, 0 not, -1 not known or none */
	double		share;		/* the least running / enabled of its events; 1 if it has none */
	const char	*what;		/* what the reason is about: leaf, constant, divisor; NULL: nothing to name */
} pfm_metric_value_t;

/*
 * Computes the values of metrics. counts: one for each event, in their order; values: one for each metric. Allocates
 * nothing, takes no lock, reads no file; good in any number of threads and in signal handlers. It needs 16 bytes of
 * stack for each event and each formula that a metric refers to. PFM_ERR_INVAL for other numbers of them, NULL or a bad
 * size.
 */
extern pfm_err_t pfm_compute_metrics(const pfm_metrics_t *metrics, const pfm_metric_count_t *counts, int ncounts,
	pfm_metric_value_t *values, int nvalues);

/*
 * Writes why a metric has no value, for people: "division by zero (INST_RETIRED.ANY is 0)"; "" if it has one. text gets
 * size bytes at most, NUL included. Returns the length of the whole text; PFM_ERR_INVAL.
 */
extern int pfm_explain_metric_value(const pfm_metrics_t *metrics, int metric, const pfm_metric_value_t *value,
	char *text, size_t size);

/* Counts that a text has: the caller's, and never written. */
typedef struct pfm_counts pfm_counts_t;

typedef struct {
	size_t		size;		/* in: size of this structure */
	int		counts;		/* how many there are */
	int		runs;		/* of a command, each with counts of its own */
	int		cpus;		/* 1: CPUs were counted, 0: tasks; -1: the text does not say */
	int		passed;		/* lines that are no counts, which others may have written */
	int		first_passed;	/* number of the first of them, from 1 on; 0: there is none */
	int		is_wrong;	/* 1: one of them looks like a count that cannot be read */
	char		message[256];	/* what is wrong with the first; "": nothing */
} pfm_counts_info_t;

/* Strings belong to the counts. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	const char	*name;		/* as it was first written: letter case and @ for / make no other name */
	const char	*place;		/* CPU, core, socket, thread, cgroup, with blanks between; "": the whole */
	const char	*unit;		/* of value, as written; "": none */
	double		value;
	double		share;		/* of the time, 0 to 1, for which it was counted */
	double		time;		/* the end of the interval, in seconds; -1: of no interval */
	int		run;		/* from 0 on */
	int		is_counted;	/* 0: <not counted>, <not supported>: value is 0 */
} pfm_count_t;

/*
 * Reads existing counts from a text of length bytes: the output of perf stat in any language, or with -x or -j, also
 * with -I, -r, -A and the like; that of simpleperf stat, also with --csv; that of pfmstat -j; or lines NAME VALUE, told
 * apart by their form. Other lines are skipped and counted. After perf's heading only its own lines are read. *counts
 * is for pfm_free_counts(); it stays good after pfm_terminate(). d, unless NULL: the diagnosis, as of pfm_diagnose();
 * offset is the first byte of the line.
 *
 * Returns PFM_SUCCESS, for an empty text, too; PFM_ERR_NOINIT; PFM_ERR_INVAL for counts NULL, text NULL with length
 * above 0, a length above PTRDIFF_MAX, a bad size of d; PFM_ERR_NOTFOUND: the text has lines, of which none is a count,
 * or a heading that has no end; PFM_ERR_NOMEM.
 */
extern pfm_err_t pfm_read_counts(const char *text, size_t length, pfm_counts_t **counts, pfm_diagnosis_t *d);

/* Frees counts, and the strings of pfm_get_count() with them. NULL: nothing happens. */
extern void pfm_free_counts(pfm_counts_t *counts);

/* Fills in *info, whose size the caller has set. Returns PFM_SUCCESS, or PFM_ERR_INVAL for NULL or a bad size. */
extern pfm_err_t pfm_get_counts_info(const pfm_counts_t *counts, pfm_counts_info_t *info);

/*
 * Fills in *count, whose size the caller has set, by its number, from 0 to pfm_counts_info_t.counts - 1, in the order
 * of the lines. Its strings are good until pfm_free_counts(). Returns PFM_SUCCESS, or PFM_ERR_INVAL for NULL, a bad
 * size or no such number.
 */
extern pfm_err_t pfm_get_count(const pfm_counts_t *counts, int number, pfm_count_t *count);

/* What pfm_search() finds. */
enum {
	PFM_FOUND_EVENT,
	PFM_FOUND_METRIC,
};

typedef struct {
	size_t		size;		/* in, of the first one: size of this structure */
	int		kind;		/* PFM_FOUND_EVENT or, if asked for, PFM_FOUND_METRIC */
	int		idx;		/* identifier of the event; -1: it is none */
	/* number of the unit mask that the words ask for, among the event's attributes; else PFM_NO_UMASK */
	int		umask;
	int		score;		/* the higher, the better; of no other meaning */
	int		is_partial;	/* 1: some of the words are said nowhere in it */
	const char	*name;		/* of what is no event; else NULL. The library's */
} pfm_found_t;

/* Flags of pfm_search(). */
enum {
	PFM_SEARCH_TRACEPOINTS = 1,	/* tracepoints of the running kernel, too */
	/* without files of the kernel, on x86: PMUs that no CPU tells of, as cstate_core, msr, i915 */
	PFM_SEARCH_DEVICES = 2,
	PFM_SEARCH_METRICS = 4,		/* metrics of this machine, too, as pfm_next_metric() lists them */
};

/*
 * Finds the events that a user means by words: "L1 data cache misses", "dram bandwidth", "L2_RQSTS". The field's
 * synonyms are folded (src/pmu/words in the sources), endings and letter case do not count. list: count PMUs to search,
 * of which those that do not exist are skipped; NULL: those of this machine, one of each kind of boxes. found: room for
 * max results (max 0: NULL is fine), the best first: the vendors' events for what is meant, then events with all words
 * in their names, then in their descriptions; if there are none, with as many words as possible. Metrics follow the
 * events that match as well. If the question is about an amount (bandwidth, occupancy, bound, reads) and something
 * answers the whole of it, events that answer only the rest are left out.
 *
 * Returns the number of results that there are, of which max are stored at most; 0: nothing has these words;
 * PFM_ERR_NOINIT; PFM_ERR_INVAL for words NULL, a bad size, count, max or flags; PFM_ERR_NOMEM.
 */
extern int pfm_search(const char *words, const pfm_pmu_t *list, int count, int flags, pfm_found_t *found, int max);

/*
 * Finds a constant of this machine that formulas of metrics name: #smt_on, #num_packages, #num_dies, #num_cores,
 * #num_cpus, #num_cpus_online, #has_pmem, #slots, #system_tsc_freq, #sve_bits, #core_wide or #target_cpu, with or
 * without #, ignoring case. *source, if it is asked for: the machine's file that the value is from, "CPUID" or Arm's
 * "CNTFRQ", "table" (the tables of its CPU), or "assumed", true on most machines; the library's until pfm_terminate().
 * (Constants that a caller gives for its own metrics have the source "caller", and are found where those are
 * described.) For a machine other than this one only its own files are read. The files are read on the first call.
 *
 * Returns PFM_SUCCESS; PFM_ERR_NOINIT; PFM_ERR_INVAL for name or value NULL; PFM_ERR_NOTFOUND: there is no such
 * constant; PFM_ERR_NOTSUPP: it is not known here; PFM_ERR_NOMEM. On error nothing is changed.
 */
extern pfm_err_t pfm_get_metric_constant(const char *name, double *value, const char **source);

/* The machine to answer for, instead of the one that the environment describes or the program runs on. */
typedef struct {
	size_t		size;		/* in: size of this structure */
	const char	*cpu;		/* in: as in LIBPFM_CPUID; NULL: as the environment says */
	/* in: a directory with the files of the machine, as in LIBPFM_FSROOT; NULL: as the environment says */
	const char	*root;
	/*
	 * in: 1: events of every PMU are found with PMU::, as with LIBPFM_ENCODE_INACTIVE; 0: as the environment says
	 */
	int		encode_inactive;
	/* out: a line for people: why the CPU was refused, or how it was read if that is not plain; "" else */
	char		message[256];
} pfm_machine_t;

/*
 * Chooses the machine that pfm_initialize() looks at from then on. Unlike the environment it also works in programs
 * that have more rights than their user, and child programs do not inherit it. Strings are copied. NULL: forgets the
 * choice. Call before pfm_initialize(), or between pfm_terminate() and it. If cpu is NULL, message is about
 * LIBPFM_CPUID, which is no reason to refuse. Returns PFM_SUCCESS; PFM_ERR_INVAL for a bad size, or a CPU that cannot
 * be read; PFM_ERR_NOTSUPP after pfm_initialize(); PFM_ERR_TOOSMALL: cpu has more than 1023 bytes or root more than
 * 2047. After an error of cpu or root nothing is chosen.
 */
extern pfm_err_t pfm_set_machine(pfm_machine_t *machine);


#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif /* PFMKIT_H */
