/*
 * The library for Python: its functions, one by one, with Python's types. What reads like Python is in __init__.py.
 *
 * On the limited API, so that one file is good for every Python from 3.10 on. Results with names are dictionaries;
 * an error of the library is the exception Error(code, text), one that a string explains Diagnosed(dictionary).
 * Python's lock is kept but where files are read. The library has one state for the whole process: what changes it
 * waits until no other thread's call is under way without the lock.
 */
#define Py_LIMITED_API 0x030a0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <perfmon/pfmkit.h>

#include "_counting.h"

static PyObject *error_type, *diagnosed_type;

/* Names of tables and of the kernel are UTF-8, if all is well. NULL is None. */
static PyObject *text(const char *string)
{
	if (!string)
		Py_RETURN_NONE;
	return PyUnicode_DecodeUTF8(string, (Py_ssize_t)strlen(string), "replace");
}

static PyObject *raise_error(int code)
{
	PyObject *arguments = Py_BuildValue("(is)", code, pfm_strerror(code));

	if (code == PFM_ERR_NOMEM)
		PyErr_NoMemory();
	else if (arguments)
		PyErr_SetObject(error_type, arguments);
	Py_XDECREF(arguments);
	return NULL;
}

/* A number that Python hands over. False: it is none, and an exception is set. */
static int is_number(PyObject *object, int *number)
{
	long value = PyLong_AsLong(object);

	*number = (int)value;
	if (!PyErr_Occurred() && *number != value)
		PyErr_SetString(PyExc_OverflowError, "number too large");
	return !PyErr_Occurred();
}

static PyObject *words_of(const uint64_t *words, int count)
{
	PyObject *tuple = PyTuple_New(count);

	for (int i = 0; tuple && i < count; i++) {
		PyObject *word = PyLong_FromUnsignedLongLong(words[i]);

		if (!word || PyTuple_SetItem(tuple, i, word)) {
			Py_DECREF(tuple);
			return NULL;
		}
	}
	return tuple;
}

/* Puts what is new, or NULL, at the end of a list; the list is gone if it cannot be. */
static void append(PyObject **list, PyObject *one)
{
	if (!one || PyList_Append(*list, one))
		Py_CLEAR(*list);
	Py_XDECREF(one);
}

/* Whether the library refuses; then an exception is set. */
static int is_refused(int error)
{
	if (error)
		raise_error(error);
	return error != PFM_SUCCESS;
}

static PyObject *attr_bytes(const struct perf_event_attr *attr)
{
	return PyBytes_FromStringAndSize((const char *)attr, sizeof *attr);
}

/* ---- struct perf_event_attr ---- */

/* All its fields, by name: F for those with an address and for bits alike. */
#define ATTR_FIELDS                                                                                                   \
	F(type) F(size) F(config) F(sample_period) F(sample_freq) F(sample_type) F(read_format) F(disabled) F(inherit) \
	F(pinned) F(exclusive) F(exclude_user) F(exclude_kernel) F(exclude_hv) F(exclude_idle) F(mmap) F(comm)         \
	F(freq) F(inherit_stat) F(enable_on_exec) F(task) F(watermark) F(precise_ip) F(mmap_data) F(sample_id_all)     \
	F(exclude_host) F(exclude_guest) F(exclude_callchain_kernel) F(exclude_callchain_user) F(mmap2)                \
	F(comm_exec) F(use_clockid) F(context_switch) F(write_backward) F(wakeup_events) F(wakeup_watermark)           \
	F(bp_type) F(bp_addr) F(config1) F(bp_len) F(config2) F(branch_sample_type) F(sample_regs_user)                \
	F(sample_stack_user) F(clockid) F(sample_regs_intr) F(aux_watermark) F(sample_max_stack)

static PyObject *attr_fields(PyObject *self, PyObject *nothing)
{
	(void)self, (void)nothing;
#define F(name) #name " "
	return PyUnicode_FromString(ATTR_FIELDS);
#undef F
}

/* A structure of the caller's bytes; the size may be that of another kernel. */
static int read_attr(PyObject *bytes, struct perf_event_attr *attr)
{
	char *data;
	Py_ssize_t size;

	if (PyBytes_AsStringAndSize(bytes, &data, &size))
		return -1;
	if (size != sizeof *attr) {
		PyErr_Format(PyExc_ValueError, "%zd bytes, not the %zu of struct perf_event_attr", size, sizeof *attr);
		return -1;
	}
	memcpy(attr, data, sizeof *attr);
	return 0;
}

static PyObject *attr_get(PyObject *self, PyObject *arguments)
{
	struct perf_event_attr attr;
	const char *name;
	PyObject *bytes;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "Ss", &bytes, &name) || read_attr(bytes, &attr))
		return NULL;
#define F(field)                                                                                                      \
	if (!strcmp(name, #field))                                                                                    \
		return PyLong_FromUnsignedLongLong((unsigned long long)attr.field);
	ATTR_FIELDS
#undef F
	return PyErr_Format(PyExc_AttributeError, "struct perf_event_attr has no field %s", name);
}

static PyObject *attr_set(PyObject *self, PyObject *arguments)
{
	struct perf_event_attr attr;
	unsigned long long value;
	const char *name;
	PyObject *bytes;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "SsK", &bytes, &name, &value) || read_attr(bytes, &attr))
		return NULL;
#define F(field)                                                                                                      \
	if (!strcmp(name, #field)) {                                                                                  \
		attr.field = value;                                                                                   \
		if ((unsigned long long)attr.field == value)                                                          \
			return attr_bytes(&attr);                                                                     \
		return PyErr_Format(PyExc_OverflowError, "%s: %llu is too large", name, value);                       \
	}
	ATTR_FIELDS
#undef F
	return PyErr_Format(PyExc_AttributeError, "struct perf_event_attr has no field %s", name);
}

static PyObject *attr_new(PyObject *self, PyObject *nothing)
{
	struct perf_event_attr attr = { .size = sizeof attr };

	(void)self, (void)nothing;
	return attr_bytes(&attr);
}

static PyObject *open_event(PyObject *self, PyObject *arguments)
{
	struct perf_event_attr attr;
	int pid, cpu, group, fd;
	unsigned long flags;
	PyObject *bytes;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "Siiik", &bytes, &pid, &cpu, &group, &flags) || read_attr(bytes, &attr))
		return NULL;
	fd = (int)syscall(SYS_perf_event_open, &attr, pid, cpu, group, flags);
	return fd < 0 ? PyErr_SetFromErrno(PyExc_OSError) : PyLong_FromLong(fd);
}

/* ---- the library ---- */

/* Calls without Python's lock, which guards the number. */
static int under_way;

#define BEGIN_CALL                                                                                                    \
	under_way++;                                                                                                  \
	Py_BEGIN_ALLOW_THREADS
#define END_CALL                                                                                                      \
	Py_END_ALLOW_THREADS                                                                                          \
	under_way--;

/* The threads of those calls are not in the child of fork(). */
static void forget_calls(void)
{
	under_way = 0;
}

static void wait_for_calls(void)
{
	while (under_way) {
		Py_BEGIN_ALLOW_THREADS
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
		Py_END_ALLOW_THREADS
	}
}

static PyObject *initialize(PyObject *self, PyObject *arguments)
{
	pfm_machine_t machine = { .size = sizeof machine };
	int error, inactive;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "zzi", &machine.cpu, &machine.root, &inactive))
		return NULL;
	machine.encode_inactive = inactive;
	wait_for_calls();
	error = machine.cpu || machine.root || inactive ? pfm_set_machine(&machine) : pfm_set_machine(NULL);
	if (error && *machine.message) {
		PyErr_SetString(PyExc_ValueError, machine.message);
		return NULL;
	}
	if (!error) {
		error = pfm_initialize();
		if (error)
			pfm_terminate();
	}
	return error ? raise_error(error) : text(machine.message);
}

/* For this machine, or as it is initialized already. */
static PyObject *start(PyObject *self, PyObject *nothing)
{
	(void)self, (void)nothing;
	wait_for_calls();
	return PyLong_FromLong(pfm_initialize());
}

static PyObject *terminate(PyObject *self, PyObject *nothing)
{
	(void)self, (void)nothing;
	wait_for_calls();
	pfm_terminate();
	pfm_set_machine(NULL);
	Py_RETURN_NONE;
}

static PyObject *library_version(PyObject *self, PyObject *nothing)
{
	(void)self, (void)nothing;
	return PyLong_FromLong(pfm_get_version());
}

static PyObject *error_text(PyObject *self, PyObject *object)
{
	int code;

	(void)self;
	return is_number(object, &code) ? text(pfm_strerror(code)) : NULL;
}

/* ---- PMUs and events ---- */

static PyObject *next_pmu(PyObject *self, PyObject *object)
{
	int number, next;

	(void)self;
	if (!is_number(object, &number))
		return NULL;
	next = pfm_next_pmu(number);
	return next < 0 ? raise_error(next) : PyLong_FromLong(next);
}

static PyObject *pmu_info(PyObject *self, PyObject *object)
{
	pfm_pmu_info_t info = { .size = sizeof info };
	pfm_pmu_details_t details = { .size = sizeof details };
	int number, error;

	(void)self;
	if (!is_number(object, &number))
		return NULL;
	error = pfm_get_pmu_info((pfm_pmu_t)number, &info);
	if (!error)
		error = pfm_get_pmu_details((pfm_pmu_t)number, &details);
	if (error)
		return raise_error(error);
	return Py_BuildValue("{s:N,s:N,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:N,s:i,s:N,s:i,s:i}", "name", text(info.name),
			     "desc", text(info.desc), "pmu", (int)info.pmu, "type", (int)info.type, "nevents",
			     info.nevents, "first_event", info.first_event, "max_encoding", info.max_encoding,
			     "num_cntrs", info.num_cntrs, "num_fixed_cntrs", info.num_fixed_cntrs, "is_present",
			     (int)info.is_present, "is_dfl", (int)info.is_dfl, "device", text(details.device), "plm",
			     details.plm, "vendor", text(details.vendor), "is_deprecated", details.is_deprecated,
			     "is_kernel_only", details.is_kernel_only);
}

static PyObject *event_next(PyObject *self, PyObject *object)
{
	int idx;

	(void)self;
	return is_number(object, &idx) ? PyLong_FromLong(pfm_get_event_next(idx)) : NULL;
}

static PyObject *find_event(PyObject *self, PyObject *arguments)
{
	const char *string;
	int idx;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "s", &string))
		return NULL;
	idx = pfm_find_event(string);
	return idx < 0 ? raise_error(idx) : PyLong_FromLong(idx);
}

static PyObject *event_info(PyObject *self, PyObject *arguments)
{
	pfm_event_info_t info = { .size = sizeof info };
	int idx, os;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "ii", &idx, &os) || is_refused(pfm_get_event_info(idx, (pfm_os_t)os, &info)))
		return NULL;
	return Py_BuildValue("{s:N,s:N,s:N,s:K,s:i,s:i,s:i,s:i,s:i,s:i,s:i}", "name", text(info.name), "desc",
			     text(info.desc), "equiv", text(info.equiv), "code", (unsigned long long)info.code, "pmu",
			     (int)info.pmu, "dtype", (int)info.dtype, "idx", info.idx, "nattrs", info.nattrs,
			     "is_precise", (int)info.is_precise, "is_speculative", (int)info.is_speculative,
			     "support_hw_smpl", (int)info.support_hw_smpl);
}

static PyObject *attr_info(PyObject *self, PyObject *arguments)
{
	pfm_event_attr_info_t info = { .size = sizeof info };
	int idx, attr, os;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "iii", &idx, &attr, &os) ||
	    is_refused(pfm_get_event_attr_info(idx, attr, (pfm_os_t)os, &info)))
		return NULL;
	return Py_BuildValue("{s:N,s:N,s:N,s:K,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:K}", "name", text(info.name), "desc",
			     text(info.desc), "equiv", text(info.equiv), "code", (unsigned long long)info.code, "type",
			     (int)info.type, "idx", (int)info.idx, "ctrl", (int)info.ctrl, "is_dfl", (int)info.is_dfl,
			     "is_precise", (int)info.is_precise, "is_speculative", (int)info.is_speculative,
			     "support_hw_smpl", (int)info.support_hw_smpl, "support_no_mods", (int)info.support_no_mods,
			     "dfl_val64", (unsigned long long)info.dfl_val64);
}

static PyObject *event_facts(PyObject *self, PyObject *arguments)
{
	pfm_event_facts_t facts = { .size = sizeof facts };
	int idx, attr;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "ii", &idx, &attr) || is_refused(pfm_get_event_facts(idx, attr, &facts)))
		return NULL;
	return Py_BuildValue("{s:K,s:K,s:K,s:N,s:N,s:i,s:i,s:i,s:i,s:i,s:i,s:N,s:N}", "counters",
			     (unsigned long long)facts.counters, "counters_nosmt",
			     (unsigned long long)facts.counters_nosmt, "period", (unsigned long long)facts.period,
			     "replacement", text(facts.replacement), "errata", text(facts.errata), "is_deprecated",
			     facts.is_deprecated, "is_alone", facts.is_alone, "is_pair", facts.is_pair, "is_leader",
			     facts.is_leader, "is_uncounted", facts.is_uncounted, "box", facts.box, "makers",
			     text(facts.makers), "since_linux", text(facts.since_linux));
}

/* What is wrong with a PMU's table goes to the file descriptor. */
static PyObject *validate(PyObject *self, PyObject *arguments)
{
	int pmu, descriptor, error;
	FILE *file;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "ii", &pmu, &descriptor))
		return NULL;
	descriptor = dup(descriptor);
	file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
	if (!file) {
		PyErr_SetFromErrno(PyExc_OSError);
		if (descriptor >= 0)
			close(descriptor);
		return NULL;
	}
	error = pfm_pmu_validate((pfm_pmu_t)pmu, file);
	return fclose(file) ? PyErr_SetFromErrno(PyExc_OSError) : PyLong_FromLong(error);
}

/* ---- strings to codes ---- */

static PyObject *diagnosis(const pfm_diagnosis_t *d)
{
	PyObject *names = PyTuple_New(d->nsuggestions);

	for (int i = 0; names && i < d->nsuggestions; i++)
		if (PyTuple_SetItem(names, i, text(d->suggestions[i])))
			Py_CLEAR(names);
	if (!names)
		return NULL;
	return Py_BuildValue("{s:i,s:i,s:i,s:N,s:N,s:N,s:i}", "error", d->error, "offset", d->offset, "length", d->length,
			     "message", text(d->message), "expected", text(d->expected), "suggestions", names, "idx",
			     d->idx);
}

static PyObject *raise_diagnosed(const pfm_diagnosis_t *d)
{
	PyObject *value = diagnosis(d);

	if (value)
		PyErr_SetObject(diagnosed_type, value);
	Py_XDECREF(value);
	return NULL;
}

/* What is wrong with a string that does not encode for a layer. */
static PyObject *raise_for_string(const char *string, int plm, int os, int error)
{
	pfm_diagnosis_t d = { .size = sizeof d };

	if (error == PFM_ERR_NOMEM || pfm_diagnose(string, plm, (pfm_os_t)os, &d) || !d.error)
		return raise_error(error);
	return raise_diagnosed(&d);
}

static PyObject *diagnose(PyObject *self, PyObject *arguments)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	const char *string;
	int plm, os, error;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "sii", &string, &plm, &os))
		return NULL;
	error = pfm_diagnose(string, plm, (pfm_os_t)os, &d);
	return error ? raise_error(error) : diagnosis(&d);
}

static PyObject *encode(PyObject *self, PyObject *arguments)
{
	uint64_t codes[8];
	char *full = NULL;
	pfm_pmu_encode_arg_t arg = { .codes = codes, .fstr = &full, .size = sizeof arg, .count = 8 };
	const char *string;
	PyObject *result;
	int plm, error;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "si", &string, &plm))
		return NULL;
	error = pfm_get_os_event_encoding(string, plm, PFM_OS_NONE, &arg);
	if (error)
		return raise_for_string(string, plm, PFM_OS_NONE, error);
	result = Py_BuildValue("(NNi)", words_of(codes, arg.count), text(full), arg.idx);
	free(full);
	return result;
}

static PyObject *encode_perf(PyObject *self, PyObject *arguments)
{
	struct perf_event_attr attr = { .size = sizeof attr };
	char *full = NULL;
	pfm_perf_encode_arg_t arg = { .attr = &attr, .fstr = &full, .size = sizeof arg };
	const char *string;
	PyObject *result;
	int plm, os, anywhere, error;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "siii", &string, &plm, &os, &anywhere))
		return NULL;
	error = anywhere ? pfm_get_perf_encoding_anywhere(string, plm, (pfm_os_t)os, &arg)
			 : pfm_get_os_event_encoding(string, plm, (pfm_os_t)os, &arg);
	if (error)
		return raise_for_string(string, plm, os, error);
	result = Py_BuildValue("(NNii)", attr_bytes(&attr), text(full), arg.idx, arg.cpu);
	free(full);
	return result;
}

static PyObject *perf_event(const pfm_perf_event_t *event)
{
	return Py_BuildValue("{s:i,s:i,s:i,s:i,s:i,s:I,s:d,s:N,s:N,s:N,s:N,s:N}", "offset", event->offset, "length",
			     event->length, "number", event->number, "group", event->group, "idx", event->idx, "flags",
			     event->flags, "scale", event->scale, "unit", text(event->unit), "device",
			     text(event->device), "name", text(event->name), "cpus", text(event->cpus), "attr", attr_bytes(&event->attr));
}

enum { EVERYWHERE = -1 }; /* in place of a language: one event, on all core types and boxes */

static int read_into(const char *string, int plm, int language, pfm_perf_event_t *events, int room, pfm_diagnosis_t *d)
{
	return language == EVERYWHERE ? pfm_get_event_encodings(string, plm, events, room, d)
				      : pfm_read_events(string, plm, language, events, room, d);
}

static PyObject *read_events(PyObject *self, PyObject *arguments)
{
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_perf_event_t *events = NULL;
	const char *string;
	PyObject *list = NULL;
	int plm, language, count, room = 0;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "sii", &string, &plm, &language))
		return NULL;
	BEGIN_CALL
	for (count = 1; count > room;) {
		room = room ? count : 16;
		free(events);
		events = calloc((size_t)room, sizeof *events);
		if (events)
			events->size = sizeof *events;
		count = events ? read_into(string, plm, language, events, room, &d) : PFM_ERR_NOMEM;
	}
	END_CALL
	if (count >= 0)
		list = PyList_New(0);
	else if (count == PFM_ERR_NOMEM || !d.error)
		raise_error(count);
	else if (language == PFM_LANGUAGE_PERF || pfm_get_language(string) == PFM_LANGUAGE_PERF || strchr(string, ','))
		raise_diagnosed(&d);
	else /* of event strings that knows more */
		raise_for_string(string, plm, PFM_OS_PERF_EVENT_EXT, count);
	for (int i = 0; list && i < count; i++)
		append(&list, perf_event(&events[i]));
	free(events);
	return list;
}

static PyObject *write_event(PyObject *self, PyObject *arguments)
{
	pfm_perf_event_t event = { .size = sizeof event };
	const char *device, *name;
	char line[4096];
	unsigned int how;
	PyObject *bytes;
	int length;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "SissII", &bytes, &event.idx, &device, &name, &event.flags, &how) ||
	    read_attr(bytes, &event.attr))
		return NULL;
	PyOS_snprintf(event.device, sizeof event.device, "%s", device);
	PyOS_snprintf(event.name, sizeof event.name, "%s", name);
	length = pfm_write_perf_event(&event, how, line, sizeof line);
	if (length < 0)
		return raise_error(length);
	return length >= (int)sizeof line ? raise_error(PFM_ERR_TOOSMALL) : text(line);
}

static PyObject *event_device(PyObject *self, PyObject *arguments)
{
	const char *string;
	char device[256];
	int error;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "s", &string))
		return NULL;
	error = pfm_get_event_device(string, device, sizeof device);
	return error ? raise_error(error) : text(device);
}

static PyObject *decode(PyObject *self, PyObject *arguments)
{
	enum { MOST = 64 };
	pfm_code_t code = { .size = sizeof code };
	pfm_decoded_t *found = calloc(MOST, sizeof *found);
	unsigned long long words[3];
	PyObject *list = NULL;
	int pmu, os, count;

	(void)self;
	if (!found)
		return PyErr_NoMemory();
	if (PyArg_ParseTuple(arguments, "iiiKKK", &pmu, &os, &code.count, &words[0], &words[1], &words[2])) {
		code.os = (pfm_os_t)os;
		for (int i = 0; i < 3; i++)
			code.words[i] = words[i];
		found->size = sizeof *found;
		count = pfm_decode((pfm_pmu_t)pmu, &code, found, MOST);
		list = count < 0 ? raise_error(count) : PyList_New(0);
		for (int i = 0; list && i < count; i++)
			append(&list, Py_BuildValue("{s:N,s:i,s:i,s:N}", "string", text(found[i].string), "exact",
						    found[i].exact, "idx", found[i].idx, "left",
						    words_of(found[i].left, 3)));
	}
	free(found);
	return list;
}

/* ---- fit, search ---- */

static PyObject *placement(const pfm_placement_t *place)
{
	return Py_BuildValue("{s:i,s:i,s:i,s:i,s:i,s:i,s:i}", "round", place->round, "counter", place->counter,
			     "is_fixed", place->is_fixed, "is_pair", place->is_pair, "is_leader", place->is_leader,
			     "in_conflict", place->in_conflict, "group", place->group);
}

static PyObject *fit_result(const pfm_fit_t *fit, const pfm_placement_t *places, int count)
{
	PyObject *list = PyList_New(0);

	for (int i = 0; list && i < count; i++)
		append(&list, placement(&places[i]));
	if (!list)
		return NULL;
	return Py_BuildValue("{s:i,s:i,s:i,s:i,s:i,s:N,s:N,s:N,s:N}", "rounds", fit->rounds, "smt", fit->smt, "watchdog",
			     fit->watchdog, "reason", fit->reason, "conflicts", fit->conflicts, "resource",
			     text(fit->resource), "message", text(fit->message), "note", text(fit->note), "placements",
			     list);
}

/* strings and groups: tuples of the same length. */
static PyObject *fit(PyObject *self, PyObject *arguments)
{
	const char *strings[PFM_FIT_MAX];
	int groups[PFM_FIT_MAX], plm, flags, error;
	pfm_fit_t answer = { .size = sizeof answer };
	pfm_placement_t places[PFM_FIT_MAX] = { { .size = sizeof *places } };
	PyObject *list, *numbers;
	Py_ssize_t count;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O!O!ii", &PyTuple_Type, &list, &PyTuple_Type, &numbers, &plm, &flags))
		return NULL;
	count = PyTuple_Size(list);
	if (count < 1 || count != PyTuple_Size(numbers) || count > PFM_FIT_MAX)
		return raise_error(count > PFM_FIT_MAX ? PFM_ERR_TOOMANY : PFM_ERR_INVAL);
	for (Py_ssize_t i = 0; i < count; i++) {
		strings[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(list, i), NULL);
		if (!strings[i] || !is_number(PyTuple_GetItem(numbers, i), &groups[i]))
			return NULL;
	}
	error = pfm_fit_strings(strings, groups, (int)count, plm, PFM_OS_NONE, flags, &answer, places);
	if (error && answer.failed >= 0 && answer.failed < count)
		return raise_for_string(strings[answer.failed], plm, PFM_OS_NONE, error);
	return error ? raise_error(error) : fit_result(&answer, places, (int)count);
}

static PyObject *search(PyObject *self, PyObject *arguments)
{
	pfm_found_t *found;
	const char *words;
	PyObject *list;
	int flags, max, count;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "sii", &words, &flags, &max))
		return NULL;
	found = calloc((size_t)(max > 0 ? max : 1), sizeof *found);
	if (!found)
		return PyErr_NoMemory();
	found->size = sizeof *found;
	count = pfm_search(words, NULL, 0, flags, found, max);
	list = count < 0 ? raise_error(count) : PyList_New(0);
	for (int i = 0; list && i < count && i < max; i++)
		append(&list, Py_BuildValue("{s:i,s:i,s:i,s:i,s:i,s:N}", "kind", found[i].kind, "idx", found[i].idx,
					    "umask", found[i].umask, "score", found[i].score, "is_partial",
					    found[i].is_partial, "name", text(found[i].name)));
	free(found);
	return list;
}

static PyObject *word_kind(PyObject *self, PyObject *arguments)
{
	const char *word;
	char read_as[1024];
	int kind;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "s", &word))
		return NULL;
	kind = pfm_get_word_kind(word, PFM_OS_NONE, 0, read_as, sizeof read_as);
	return kind < 0 ? raise_error(kind) : Py_BuildValue("{s:i,s:N}", "kind", kind, "text", text(read_as));
}

static PyObject *read_given(PyObject *self, PyObject *object)
{
	pfm_count_t count = { .size = sizeof count };
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_counts_t *counts = NULL;
	Py_ssize_t length;
	const char *given = PyUnicode_AsUTF8AndSize(object, &length);
	PyObject *list;
	int error;

	(void)self;
	if (!given)
		return NULL;
	BEGIN_CALL
	error = pfm_read_counts(given, (size_t)length, &counts, &d);
	END_CALL
	if (error)
		return d.error && error != PFM_ERR_NOMEM ? raise_diagnosed(&d) : raise_error(error);
	list = PyList_New(0);
	for (int i = 0; list && !pfm_get_count(counts, i, &count); i++)
		append(&list, Py_BuildValue("{s:N,s:N,s:N,s:d,s:d,s:d,s:i,s:N}", "name", text(count.name), "place",
					    text(count.place), "unit", text(count.unit), "value", count.value, "share",
					    count.share, "time", count.time, "run", count.run, "is_counted",
					    PyBool_FromLong(count.is_counted)));
	pfm_free_counts(counts);
	return list;
}

/* ---- metrics ---- */

static PyObject *next_metric(PyObject *self, PyObject *object)
{
	int id, next;

	(void)self;
	if (!is_number(object, &id))
		return NULL;
	next = pfm_next_metric(id);
	return next < -1 ? raise_error(next) : PyLong_FromLong(next);
}

static PyObject *metric_info(PyObject *self, PyObject *object)
{
	pfm_metric_info_t info = { .size = sizeof info };
	int id;

	(void)self;
	if (!is_number(object, &id) || is_refused(pfm_get_metric_info(id, &info)))
		return NULL;
	return Py_BuildValue("{s:N,s:N,s:N,s:N,s:N,s:d,s:N,s:N,s:i,s:N,s:N,s:N}", "name", text(info.name), "desc",
			     text(info.desc), "formula", text(info.formula), "threshold", text(info.threshold), "unit",
			     text(info.unit), "scale", info.scale, "groups", text(info.groups), "parent",
			     text(info.parent), "level", info.level, "sample", text(info.sample), "related",
			     text(info.related), "pmu", text(info.pmu));
}

static const char capsule_name[] = "pfmkit.metrics";

static void free_plan(PyObject *capsule)
{
	pfm_free_metrics(PyCapsule_GetPointer(capsule, capsule_name));
}

/* For PyArg_ParseTuple()'s O&: 0 is an exception. */
static int read_plan(PyObject *capsule, void *plan)
{
	*(const pfm_metrics_t **)plan = PyCapsule_GetPointer(capsule, capsule_name);
	return *(const pfm_metrics_t **)plan != NULL;
}

/* constants: a dictionary of numbers, or None. */
static int read_constants(PyObject *dictionary, pfm_metric_constant_t *constants, int most)
{
	PyObject *key, *value;
	Py_ssize_t at = 0;
	int count = 0;

	if (dictionary != Py_None && !PyDict_Check(dictionary))
		return PyErr_Format(PyExc_TypeError, "constants are a dictionary or None") ? 0 : -1;
	while (dictionary != Py_None && PyDict_Next(dictionary, &at, &key, &value)) {
		if (count == most)
			return PyErr_Format(PyExc_ValueError, "more than %d constants", most) ? 0 : -1;
		constants[count].name = PyUnicode_AsUTF8AndSize(key, NULL);
		constants[count].value = PyFloat_AsDouble(value);
		if (!constants[count].name || PyErr_Occurred())
			return -1;
		count++;
	}
	return count;
}

static PyObject *prepare(PyObject *self, PyObject *arguments)
{
	enum { MOST = 256 };
	pfm_metric_constant_t constants[MOST];
	pfm_metric_options_t options = { .size = sizeof options, .constants = constants };
	pfm_diagnosis_t d = { .size = sizeof d };
	pfm_metrics_t *plan = NULL;
	const char *formulas;
	PyObject *dictionary, *capsule;
	int error;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "siiiO", &formulas, &options.dfl_plm, &options.flags, &options.fit_flags,
			      &dictionary))
		return NULL;
	options.count = read_constants(dictionary, constants, MOST);
	if (options.count < 0)
		return NULL;
	BEGIN_CALL
	error = pfm_prepare_metrics(formulas, &options, &plan, &d);
	END_CALL
	if (error)
		return d.error && error != PFM_ERR_NOMEM ? raise_diagnosed(&d) : raise_error(error);
	capsule = PyCapsule_New(plan, capsule_name, free_plan);
	if (!capsule)
		pfm_free_metrics(plan);
	return capsule;
}

static PyObject *plan_info(PyObject *self, PyObject *capsule)
{
	const pfm_metrics_t *plan = PyCapsule_GetPointer(capsule, capsule_name);
	pfm_metrics_info_t info = { .size = sizeof info };

	(void)self;
	if (!plan || is_refused(pfm_get_metrics_info(plan, &info)))
		return NULL;
	return Py_BuildValue("{s:i,s:i,s:i,s:N,s:N}", "metrics", info.metrics, "events", info.events, "rounds",
			     info.rounds, "message", text(info.message), "note", text(info.note));
}

static PyObject *plan_event(PyObject *self, PyObject *arguments)
{
	pfm_metric_event_t event = { .size = sizeof event };
	const pfm_metrics_t *plan;
	int number;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&i", read_plan, &plan, &number) ||
	    is_refused(pfm_get_metric_event(plan, number, &event)))
		return NULL;
	return Py_BuildValue("{s:N,s:N,s:i,s:i,s:i,s:i,s:i,s:i,s:N,s:i}", "name", text(event.name), "string",
			     text(event.string), "kind", event.kind, "round", event.round, "counter", event.counter,
			     "is_leader", event.is_leader, "is_optional", event.is_optional, "failed", event.failed,
			     "also", text(event.also), "same_as", event.same_as);
}

static PyObject *plan_metric(PyObject *self, PyObject *arguments)
{
	pfm_prepared_metric_t metric = { .size = sizeof metric };
	const pfm_metrics_t *plan;
	int number;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&i", read_plan, &plan, &number) ||
	    is_refused(pfm_get_prepared_metric(plan, number, &metric)))
		return NULL;
	return Py_BuildValue("{s:N,s:i,s:N,s:i,s:i,s:N}", "name", text(metric.name), "id", metric.id, "pmu",
			     text(metric.pmu), "instance", metric.instance, "is_split", metric.is_split, "expanded",
			     text(metric.expanded));
}

/* counts: a list of (value, enabled, running, boxes), or None where there is no count. */
static int read_counts(PyObject *list, pfm_metric_count_t *counts, int count)
{
	for (int i = 0; i < count; i++) {
		PyObject *one = PyList_GetItem(list, i);
		unsigned long long enabled, running;
		int good;

		if (!one)
			return -1;
		if (one == Py_None)
			continue;
		if (!PyTuple_Check(one)) {
			PyErr_SetString(PyExc_TypeError, "a count is (value, enabled, running, boxes) or None");
			return -1;
		}
		Py_INCREF(one); /* reading a number may run code that changes the list */
		good = PyArg_ParseTuple(one, "dKKi", &counts[i].value, &enabled, &running, &counts[i].boxes);
		Py_DECREF(one);
		if (!good)
			return -1;
		counts[i].enabled = enabled;
		counts[i].running = running;
		counts[i].is_given = 1;
	}
	return 0;
}

static PyObject *computed(const pfm_metrics_t *plan, const pfm_metric_value_t *values, int count)
{
	PyObject *list = PyList_New(0);

	for (int i = 0; list && i < count; i++) {
		pfm_metric_value_t value = values[i];
		char why[512] = "";

		value.size = sizeof value; /* of an array only the first one has it */
		pfm_explain_metric_value(plan, i, &value, why, sizeof why);
		append(&list, Py_BuildValue("{s:d,s:d,s:i,s:i,s:i,s:d,s:N}", "value", values[i].value, "shown",
					    values[i].shown, "reason", values[i].reason, "culprit", values[i].culprit,
					    "over", values[i].over, "share", values[i].share, "message", text(why)));
	}
	return list;
}

static PyObject *compute(PyObject *self, PyObject *arguments)
{
	pfm_metrics_info_t info = { .size = sizeof info };
	const pfm_metrics_t *plan;
	pfm_metric_count_t *counts;
	pfm_metric_value_t *values;
	PyObject *list, *result = NULL;
	int error;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&O!", read_plan, &plan, &PyList_Type, &list))
		return NULL;
	pfm_get_metrics_info(plan, &info);
	if (PyList_Size(list) != info.events)
		return PyErr_Format(PyExc_ValueError, "%zd counts for %d events", PyList_Size(list), info.events);
	counts = calloc((size_t)info.events + 1, sizeof *counts);
	values = calloc((size_t)info.metrics + 1, sizeof *values);
	if (!counts || !values) {
		PyErr_NoMemory();
	} else if (!read_counts(list, counts, info.events)) {
		values->size = sizeof *values;
		error = pfm_compute_metrics(plan, counts, info.events, values, info.metrics);
		result = error ? raise_error(error) : computed(plan, values, info.metrics);
	}
	free(counts);
	free(values);
	return result;
}

static PyObject *metric_constant(PyObject *self, PyObject *arguments)
{
	const char *name, *source;
	double value;
	int error;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "s", &name))
		return NULL;
	error = pfm_get_metric_constant(name, &value, &source);
	return error ? raise_error(error) : Py_BuildValue("(dN)", value, text(source));
}

/* The CPU as tools name it: "GenuineIntel-6-8F-6"; None: it is none of those that have such names. */
static PyObject *cpu_identity(PyObject *self, PyObject *nothing)
{
	pfm_cpu_t cpu = { .size = sizeof cpu };
	char name[64];

	(void)self, (void)nothing;
	if (pfm_get_cpu(&cpu) || !cpu.vendor)
		Py_RETURN_NONE;
	PyOS_snprintf(name, sizeof name, "%s-%u-%X-%u", cpu.vendor, cpu.family, cpu.model, cpu.stepping);
	return text(name);
}

/* ---- the module ---- */

static PyMethodDef methods[] = {
	{ "attr_fields", attr_fields, METH_NOARGS, NULL },
	{ "attr_get", attr_get, METH_VARARGS, NULL },
	{ "attr_new", attr_new, METH_NOARGS, NULL },
	{ "attr_set", attr_set, METH_VARARGS, NULL },
	{ "attr_info", attr_info, METH_VARARGS, NULL },
	{ "compute", compute, METH_VARARGS, NULL },
	{ "cpu_identity", cpu_identity, METH_NOARGS, NULL },
	{ "decode", decode, METH_VARARGS, NULL },
	{ "diagnose", diagnose, METH_VARARGS, NULL },
	{ "encode", encode, METH_VARARGS, NULL },
	{ "encode_perf", encode_perf, METH_VARARGS, NULL },
	{ "error_text", error_text, METH_O, NULL },
	{ "event_device", event_device, METH_VARARGS, NULL },
	{ "event_facts", event_facts, METH_VARARGS, NULL },
	{ "event_info", event_info, METH_VARARGS, NULL },
	{ "event_next", event_next, METH_O, NULL },
	{ "find_event", find_event, METH_VARARGS, NULL },
	{ "fit", fit, METH_VARARGS, NULL },
	{ "initialize", initialize, METH_VARARGS, NULL },
	{ "library_version", library_version, METH_NOARGS, NULL },
	{ "metric_constant", metric_constant, METH_VARARGS, NULL },
	{ "metric_info", metric_info, METH_O, NULL },
	{ "next_metric", next_metric, METH_O, NULL },
	{ "next_pmu", next_pmu, METH_O, NULL },
	{ "open_event", open_event, METH_VARARGS, NULL },
	{ "plan_event", plan_event, METH_VARARGS, NULL },
	{ "plan_info", plan_info, METH_O, NULL },
	{ "plan_metric", plan_metric, METH_VARARGS, NULL },
	{ "pmu_info", pmu_info, METH_O, NULL },
	{ "prepare", prepare, METH_VARARGS, NULL },
	{ "read_events", read_events, METH_VARARGS, NULL },
	{ "search", search, METH_VARARGS, NULL },
	{ "read_counts", read_given, METH_O, NULL },
	{ "start", start, METH_NOARGS, NULL },
	{ "terminate", terminate, METH_NOARGS, NULL },
	{ "validate", validate, METH_VARARGS, NULL },
	{ "word_kind", word_kind, METH_VARARGS, NULL },
	{ "write_event", write_event, METH_VARARGS, NULL },
	{ NULL, NULL, 0, NULL }
};

/* The constants of the headers, as setup.py finds them. */
static const struct constant {
	const char *name;
	long long value;
} constants[] = {
#define C(name) { #name, (long long)(name) },
#include "constants.h"
#undef C
};

static int add_constants(PyObject *module)
{
	PyObject *all = PyDict_New();

	for (size_t i = 0; all && i < sizeof constants / sizeof constants[0]; i++) {
		PyObject *value = PyLong_FromLongLong(constants[i].value);

		if (!value || PyDict_SetItemString(all, constants[i].name, value))
			Py_CLEAR(all);
		Py_XDECREF(value);
	}
	return !all || PyModule_AddObject(module, "constants", all) ? -1 : 0;
}

static int add_type(PyObject *module, const char *name, PyObject **type)
{
	char full[64];

	PyOS_snprintf(full, sizeof full, "pfmkit._pfm.%s", name);
	*type = PyErr_NewException(full, NULL, NULL);
	if (!*type)
		return -1;
	Py_INCREF(*type);
	return PyModule_AddObject(module, name, *type);
}

PyMODINIT_FUNC PyInit__pfm(void)
{
	static struct PyModuleDef definition = { PyModuleDef_HEAD_INIT, "pfmkit._pfm",
		"The functions of pfmkit's library, one by one; pfmkit is what programs use.", -1, methods,
		NULL, NULL, NULL, NULL };
	PyObject *module = PyModule_Create(&definition);

	pthread_atfork(NULL, NULL, forget_calls);
	if (module && (add_type(module, "Error", &error_type) || add_type(module, "Diagnosed", &diagnosed_type) ||
		       PyModule_AddStringConstant(module, "version", PFMKIT_VERSION) || add_constants(module) ||
		       PyModule_AddFunctions(module, counting_methods)))
		Py_CLEAR(module);
	return module;
}
