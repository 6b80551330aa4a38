/*
 * Prints where every member of every public structure is. tests/peers/abi.sh compares it with what is recorded, and, compiled
 * with SHARED and another libpfm4's headers, with that.
 */
#ifdef SHARED
#include <perfmon/pfmlib_perf_event.h>
#else
#include <perfmon/pfmkit.h>
#include <pmapi.h>
#endif

#include <stddef.h>
#include <stdio.h>

#define TYPE(type) printf("%s %zu\n", #type, sizeof(type))
#define MEMBER(type, member) printf("%s.%s %zu %zu\n", #type, #member, offsetof(type, member), sizeof(((type *)0)->member))
#define NUMBER(name) printf("%s %d\n", #name, (int)(name))

static void numbers(void)
{
	NUMBER(PFM_SUCCESS);
	NUMBER(PFM_ERR_NOTSUPP);
	NUMBER(PFM_ERR_INVAL);
	NUMBER(PFM_ERR_NOINIT);
	NUMBER(PFM_ERR_NOTFOUND);
	NUMBER(PFM_ERR_FEATCOMB);
	NUMBER(PFM_ERR_UMASK);
	NUMBER(PFM_ERR_NOMEM);
	NUMBER(PFM_ERR_ATTR);
	NUMBER(PFM_ERR_ATTR_VAL);
	NUMBER(PFM_ERR_ATTR_SET);
	NUMBER(PFM_ERR_TOOMANY);
	NUMBER(PFM_ERR_TOOSMALL);
	NUMBER(PFM_OS_NONE);
	NUMBER(PFM_OS_PERF_EVENT);
	NUMBER(PFM_OS_PERF_EVENT_EXT);
	NUMBER(PFM_ATTR_UMASK);
	NUMBER(PFM_ATTR_MOD_BOOL);
	NUMBER(PFM_ATTR_MOD_INTEGER);
	NUMBER(PFM_PLM0);
	NUMBER(PFM_PLM3);
	NUMBER(PFM_PLMH);
	NUMBER(PFM_PMU_INTEL_SKL);
	NUMBER(PFM_PMU_PERF_EVENT_RAW);
}

static void libpfm4_structures(void)
{
	TYPE(pfm_pmu_info_t);
	MEMBER(pfm_pmu_info_t, name);
	MEMBER(pfm_pmu_info_t, desc);
	MEMBER(pfm_pmu_info_t, size);
	MEMBER(pfm_pmu_info_t, pmu);
	MEMBER(pfm_pmu_info_t, type);
	MEMBER(pfm_pmu_info_t, nevents);
	MEMBER(pfm_pmu_info_t, first_event);
	MEMBER(pfm_pmu_info_t, max_encoding);
	MEMBER(pfm_pmu_info_t, num_cntrs);
	MEMBER(pfm_pmu_info_t, num_fixed_cntrs);
	TYPE(pfm_event_info_t);
	MEMBER(pfm_event_info_t, name);
	MEMBER(pfm_event_info_t, desc);
	MEMBER(pfm_event_info_t, equiv);
	MEMBER(pfm_event_info_t, size);
	MEMBER(pfm_event_info_t, code);
	MEMBER(pfm_event_info_t, pmu);
	MEMBER(pfm_event_info_t, dtype);
	MEMBER(pfm_event_info_t, idx);
	MEMBER(pfm_event_info_t, nattrs);
	TYPE(pfm_event_attr_info_t);
	MEMBER(pfm_event_attr_info_t, name);
	MEMBER(pfm_event_attr_info_t, desc);
	MEMBER(pfm_event_attr_info_t, equiv);
	MEMBER(pfm_event_attr_info_t, size);
	MEMBER(pfm_event_attr_info_t, code);
	MEMBER(pfm_event_attr_info_t, type);
	MEMBER(pfm_event_attr_info_t, idx);
	MEMBER(pfm_event_attr_info_t, ctrl);
	MEMBER(pfm_event_attr_info_t, dfl_val64);
	TYPE(pfm_pmu_encode_arg_t);
	MEMBER(pfm_pmu_encode_arg_t, codes);
	MEMBER(pfm_pmu_encode_arg_t, fstr);
	MEMBER(pfm_pmu_encode_arg_t, size);
	MEMBER(pfm_pmu_encode_arg_t, count);
	MEMBER(pfm_pmu_encode_arg_t, idx);
	TYPE(pfm_perf_encode_arg_t);
	MEMBER(pfm_perf_encode_arg_t, attr);
	MEMBER(pfm_perf_encode_arg_t, fstr);
	MEMBER(pfm_perf_encode_arg_t, size);
	MEMBER(pfm_perf_encode_arg_t, idx);
	MEMBER(pfm_perf_encode_arg_t, cpu);
	MEMBER(pfm_perf_encode_arg_t, flags);
}

#ifndef SHARED
static void pfmkit_structures(void)
{
	TYPE(pfm_diagnosis_t);
	MEMBER(pfm_diagnosis_t, error);
	MEMBER(pfm_diagnosis_t, offset);
	MEMBER(pfm_diagnosis_t, length);
	MEMBER(pfm_diagnosis_t, message);
	MEMBER(pfm_diagnosis_t, expected);
	MEMBER(pfm_diagnosis_t, nsuggestions);
	MEMBER(pfm_diagnosis_t, suggestions);
	MEMBER(pfm_diagnosis_t, idx);
	TYPE(pfm_pmu_details_t);
	MEMBER(pfm_pmu_details_t, device);
	MEMBER(pfm_pmu_details_t, plm);
	MEMBER(pfm_pmu_details_t, is_deprecated);
	MEMBER(pfm_pmu_details_t, takes_raw_umask);
	MEMBER(pfm_pmu_details_t, vendor);
	MEMBER(pfm_pmu_details_t, is_kernel_only);
	MEMBER(pfm_pmu_details_t, year);
	TYPE(pfm_event_facts_t);
	MEMBER(pfm_event_facts_t, counters);
	MEMBER(pfm_event_facts_t, counters_nosmt);
	MEMBER(pfm_event_facts_t, period);
	MEMBER(pfm_event_facts_t, replacement);
	MEMBER(pfm_event_facts_t, errata);
	MEMBER(pfm_event_facts_t, is_deprecated);
	MEMBER(pfm_event_facts_t, is_alone);
	MEMBER(pfm_event_facts_t, is_pair);
	MEMBER(pfm_event_facts_t, is_leader);
	MEMBER(pfm_event_facts_t, is_uncounted);
	MEMBER(pfm_event_facts_t, box);
	MEMBER(pfm_event_facts_t, makers);
	MEMBER(pfm_event_facts_t, since_linux);
	TYPE(pfm_code_t);
	MEMBER(pfm_code_t, os);
	MEMBER(pfm_code_t, words);
	MEMBER(pfm_code_t, count);
	MEMBER(pfm_found_t, kind);
	MEMBER(pfm_found_t, idx);
	MEMBER(pfm_found_t, umask);
	MEMBER(pfm_found_t, score);
	MEMBER(pfm_found_t, is_partial);
	MEMBER(pfm_found_t, name);
	MEMBER(pfm_perf_event_t, offset);
	MEMBER(pfm_perf_event_t, number);
	MEMBER(pfm_perf_event_t, group);
	MEMBER(pfm_perf_event_t, idx);
	MEMBER(pfm_perf_event_t, flags);
	MEMBER(pfm_perf_event_t, scale);
	MEMBER(pfm_perf_event_t, unit);
	MEMBER(pfm_perf_event_t, device);
	MEMBER(pfm_perf_event_t, name);
	MEMBER(pfm_perf_event_t, cpus);
	NUMBER(offsetof(pfm_perf_event_t, attr));
	TYPE(pfm_decoded_t);
	MEMBER(pfm_decoded_t, idx);
	MEMBER(pfm_decoded_t, exact);
	MEMBER(pfm_decoded_t, left);
	MEMBER(pfm_decoded_t, string);
	TYPE(pfm_generic_t);
	MEMBER(pfm_generic_t, pmu);
	MEMBER(pfm_generic_t, is_refused);
	MEMBER(pfm_generic_t, words);
	MEMBER(pfm_generic_t, idx);
	MEMBER(pfm_generic_t, name);
	MEMBER(pfm_generic_t, string);
	TYPE(pfm_kernel_meaning_t);
	MEMBER(pfm_kernel_meaning_t, is_refused);
	MEMBER(pfm_kernel_meaning_t, since);
	MEMBER(pfm_kernel_meaning_t, before);
	MEMBER(pfm_kernel_meaning_t, words);
	MEMBER(pfm_kernel_meaning_t, scale);
	MEMBER(pfm_kernel_meaning_t, unit);
	TYPE(pfm_groups_t);
	MEMBER(pfm_groups_t, name);
	MEMBER(pfm_groups_t, ngroups);
	MEMBER(pfm_groups_t, ncounters);
	MEMBER(pfm_groups_t, is_required);
	TYPE(pfm_group_info_t);
	MEMBER(pfm_group_info_t, name);
	MEMBER(pfm_group_info_t, title);
	MEMBER(pfm_group_info_t, desc);
	MEMBER(pfm_group_info_t, status);
	TYPE(pfm_group_event_t);
	MEMBER(pfm_group_event_t, string);
	MEMBER(pfm_group_event_t, idx);
	MEMBER(pfm_group_event_t, has_code);
	MEMBER(pfm_group_event_t, code);
	MEMBER(pfm_group_event_t, status);
	TYPE(pfm_cpu_t);
	MEMBER(pfm_cpu_t, vendor);
	MEMBER(pfm_cpu_t, family);
	MEMBER(pfm_cpu_t, model);
	MEMBER(pfm_cpu_t, stepping);
}

static void pmapi_structures(void)
{
	TYPE(pm_events_t);
	MEMBER(pm_events_t, event_id);
	MEMBER(pm_events_t, status);
	MEMBER(pm_events_t, threshold);
	MEMBER(pm_events_t, short_name);
	MEMBER(pm_events_t, long_name);
	MEMBER(pm_events_t, description);
	TYPE(pm_events2_t);
	MEMBER(pm_events2_t, short_name);
	MEMBER(pm_events2_t, long_name);
	MEMBER(pm_events2_t, description);
	TYPE(pm_info_t);
	MEMBER(pm_info_t, maxpmcs);
	MEMBER(pm_info_t, maxevents);
	MEMBER(pm_info_t, list_events);
	MEMBER(pm_info_t, thresholdmult);
	MEMBER(pm_info_t, proc_name);
	MEMBER(pm_info_t, hthresholdmult);
	TYPE(pm_info2_t);
	MEMBER(pm_info2_t, maxpmcs);
	MEMBER(pm_info2_t, maxevents);
	MEMBER(pm_info2_t, list_events);
	MEMBER(pm_info2_t, proc_name);
	MEMBER(pm_info2_t, thresholdmult);
	MEMBER(pm_info2_t, hthresholdmult);
	TYPE(pm_groups_t);
	MEMBER(pm_groups_t, group_id);
	MEMBER(pm_groups_t, events);
	MEMBER(pm_groups_t, short_name);
	MEMBER(pm_groups_t, long_name);
	MEMBER(pm_groups_t, description);
	TYPE(pm_groups_info_t);
	MEMBER(pm_groups_info_t, maxgroups);
	MEMBER(pm_groups_info_t, event_groups);
	TYPE(pm_mode_t);
	TYPE(pm_prog_t);
	MEMBER(pm_prog_t, mode);
	MEMBER(pm_prog_t, events);
	TYPE(pm_groupinfo_t);
	MEMBER(pm_groupinfo_t, members);
	TYPE(pm_data_t);
	MEMBER(pm_data_t, ginfo);
	MEMBER(pm_data_t, accu);
	NUMBER(MAX_COUNTERS);
}

static void metrics_structures(void)
{
	TYPE(pfm_metric_info_t);
	MEMBER(pfm_metric_info_t, name);
	MEMBER(pfm_metric_info_t, desc);
	MEMBER(pfm_metric_info_t, formula);
	MEMBER(pfm_metric_info_t, threshold);
	MEMBER(pfm_metric_info_t, unit);
	MEMBER(pfm_metric_info_t, scale);
	MEMBER(pfm_metric_info_t, groups);
	MEMBER(pfm_metric_info_t, parent);
	MEMBER(pfm_metric_info_t, level);
	MEMBER(pfm_metric_info_t, sample);
	MEMBER(pfm_metric_info_t, related);
	MEMBER(pfm_metric_info_t, pmu);
	MEMBER(pfm_metric_info_t, together);
	MEMBER(pfm_metric_info_t, table);
	MEMBER(pfm_metric_info_t, apart);
	MEMBER(pfm_metric_info_t, default_group);
	MEMBER(pfm_metric_info_t, per_instance);
	MEMBER(pfm_metric_info_t, answer);
	MEMBER(pfm_metric_info_t, remark);
	TYPE(pfm_metric_constant_t);
	MEMBER(pfm_metric_constant_t, name);
	MEMBER(pfm_metric_constant_t, value);
	TYPE(pfm_counts_info_t);
	MEMBER(pfm_counts_info_t, counts);
	MEMBER(pfm_counts_info_t, runs);
	MEMBER(pfm_counts_info_t, cpus);
	MEMBER(pfm_counts_info_t, passed);
	MEMBER(pfm_counts_info_t, first_passed);
	MEMBER(pfm_counts_info_t, is_wrong);
	MEMBER(pfm_counts_info_t, message);
	TYPE(pfm_count_t);
	MEMBER(pfm_count_t, name);
	MEMBER(pfm_count_t, place);
	MEMBER(pfm_count_t, unit);
	MEMBER(pfm_count_t, value);
	MEMBER(pfm_count_t, share);
	MEMBER(pfm_count_t, time);
	MEMBER(pfm_count_t, run);
	MEMBER(pfm_count_t, is_counted);
	TYPE(pfm_metric_options_t);
	MEMBER(pfm_metric_options_t, dfl_plm);
	MEMBER(pfm_metric_options_t, flags);
	MEMBER(pfm_metric_options_t, fit_flags);
	MEMBER(pfm_metric_options_t, constants);
	MEMBER(pfm_metric_options_t, count);
	MEMBER(pfm_metric_options_t, package);
	MEMBER(pfm_metric_options_t, counters);
	TYPE(pfm_metrics_info_t);
	MEMBER(pfm_metrics_info_t, metrics);
	MEMBER(pfm_metrics_info_t, events);
	MEMBER(pfm_metrics_info_t, rounds);
	MEMBER(pfm_metrics_info_t, smt);
	MEMBER(pfm_metrics_info_t, watchdog);
	MEMBER(pfm_metrics_info_t, message);
	MEMBER(pfm_metrics_info_t, note);
	TYPE(pfm_metric_event_t);
	MEMBER(pfm_metric_event_t, name);
	MEMBER(pfm_metric_event_t, string);
	MEMBER(pfm_metric_event_t, kind);
	MEMBER(pfm_metric_event_t, round);
	MEMBER(pfm_metric_event_t, counter);
	MEMBER(pfm_metric_event_t, is_leader);
	MEMBER(pfm_metric_event_t, is_optional);
	MEMBER(pfm_metric_event_t, failed);
	MEMBER(pfm_metric_event_t, is_fixed);
	MEMBER(pfm_metric_event_t, is_pair);
	MEMBER(pfm_metric_event_t, also);
	MEMBER(pfm_metric_event_t, same_as);
	TYPE(pfm_prepared_metric_t);
	MEMBER(pfm_prepared_metric_t, name);
	MEMBER(pfm_prepared_metric_t, id);
	MEMBER(pfm_prepared_metric_t, pmu);
	MEMBER(pfm_prepared_metric_t, instance);
	MEMBER(pfm_prepared_metric_t, is_split);
	MEMBER(pfm_prepared_metric_t, expanded);
	TYPE(pfm_metric_count_t);
	MEMBER(pfm_metric_count_t, value);
	MEMBER(pfm_metric_count_t, enabled);
	MEMBER(pfm_metric_count_t, running);
	MEMBER(pfm_metric_count_t, boxes);
	MEMBER(pfm_metric_count_t, is_given);
	TYPE(pfm_metric_value_t);
	MEMBER(pfm_metric_value_t, value);
	MEMBER(pfm_metric_value_t, shown);
	MEMBER(pfm_metric_value_t, reason);
	MEMBER(pfm_metric_value_t, culprit);
	MEMBER(pfm_metric_value_t, over);
	MEMBER(pfm_metric_value_t, share);
	MEMBER(pfm_metric_value_t, what);
	NUMBER(PFM_METRIC_THRESHOLD_NOT_WITH_NMI);
	NUMBER(PFM_ANSWER_UNASKED);
	NUMBER(PFM_ANSWER_SAME);
	NUMBER(PFM_ANSWER_DIFFERS);
	NUMBER(PFM_ANSWER_NONE);
	NUMBER(PFM_METRIC_LATENCY);
	NUMBER(PFM_METRIC_SAME);
	NUMBER(PFM_METRIC_THRESHOLDS);
	NUMBER(PFM_METRIC_CPUS);
	NUMBER(PFM_METRIC_CORE_WIDE);
	NUMBER(PFM_METRIC_INTEL);
	NUMBER(PFM_METRIC_SUM);
	NUMBER(PFM_METRIC_PACKAGE);
	NUMBER(PFM_METRIC_ANY_NAME);
	NUMBER(PFM_VALUE_NO_EVENT);
	NUMBER(PFM_VALUE_NOT_COUNTED);
}
#endif

int main(void)
{
	numbers();
	libpfm4_structures();
#ifndef SHARED
	pfmkit_structures();
	metrics_structures();
	pmapi_structures();
#endif
	return 0;
}
