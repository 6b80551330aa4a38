/*
 * Gives Python the functions of counting/, with which pfmstat counts. The kernel's errors are OSError; what it refused
 * of many is told by the totals. Python's lock is given away while a command runs only.
 */
#define _GNU_SOURCE
#define Py_LIMITED_API 0x030a0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <errno.h>
#include <string.h>

#include "_counting.h"
#include "counting/cgroups.h"
#include "counting/cpus.h"
#include "counting/pieces.h"
#include "counting/refused.h"
#include "counting/threads.h"

enum { MOST_CPUS = 8192 };

/* ---- whom ---- */

static PyObject *list_of(const int *numbers, int count)
{
	PyObject *list = PyList_New(0);

	for (int i = 0; list && i < count; i++) {
		PyObject *number = PyLong_FromLong(numbers[i]);

		if (!number || PyList_Append(list, number))
			Py_CLEAR(list);
		Py_XDECREF(number);
	}
	return list;
}

static PyObject *threads(PyObject *self, PyObject *arguments)
{
	pid_t *list = NULL;
	PyObject *result;
	int pid, count;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "i", &pid))
		return NULL;
	count = list_all_threads(pid, &list);
	result = count < 0 ? PyErr_SetFromErrno(PyExc_OSError) : list_of(list, count);
	free(list);
	return result;
}

/* Lists the CPUs of a device; NULL: all that are online. */
static PyObject *list_cpus(const char *device, const char *name)
{
	const char *root = secure_getenv("LIBPFM_FSROOT");
	int *cpus = calloc(MOST_CPUS, sizeof *cpus), count;
	PyObject *list;

	if (!cpus)
		return PyErr_NoMemory();
	count = device ? read_device_cpus(root, device, name, cpus, MOST_CPUS)
		       : read_online_cpus(root, cpus, MOST_CPUS);
	list = count > MOST_CPUS ? PyErr_Format(PyExc_OverflowError, "more than %d CPUs", MOST_CPUS)
				 : list_of(cpus, count);
	free(cpus);
	return list;
}

static PyObject *online_cpus(PyObject *self, PyObject *nothing)
{
	(void)self, (void)nothing;
	return list_cpus(NULL, NULL);
}

static PyObject *device_cpus(PyObject *self, PyObject *arguments)
{
	const char *device, *name;

	(void)self;
	return PyArg_ParseTuple(arguments, "ss", &device, &name) ? list_cpus(device, name) : NULL;
}

static PyObject *cgroup_mount(PyObject *self, PyObject *nothing)
{
	char mount[1024];

	(void)self, (void)nothing;
	if (!find_cgroup_mount(mount, sizeof mount))
		Py_RETURN_NONE;
	return PyUnicode_DecodeFSDefault(mount);
}

static PyObject *find_cgroups(PyObject *self, PyObject *arguments)
{
	struct found_cgroups found;
	const char *mount, *name;
	PyObject *list = PyList_New(0);

	(void)self;
	if (!PyArg_ParseTuple(arguments, "ss", &mount, &name))
		Py_CLEAR(list);
	else
		find_cgroup(mount, name, &found);
	for (int i = 0; list && i < found.count && i < MOST_FOUND_CGROUPS; i++) {
		PyObject *path = PyUnicode_DecodeFSDefault(found.paths[i]);

		if (!path || PyList_Append(list, path))
			Py_CLEAR(list);
		Py_XDECREF(path);
	}
	return list ? Py_BuildValue("(iN)", found.count, list) : NULL;
}

static PyObject *refusal(PyObject *self, PyObject *arguments)
{
	int error;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "i", &error))
		return NULL;
	return Py_BuildValue("(ss)", refusal_code(error), refusal_words(error));
}

/* ---- what is opened ---- */

static const char counter_name[] = "pfmkit._pfm.counter";

static void free_counter(PyObject *capsule)
{
	struct pieces *pieces = PyCapsule_GetPointer(capsule, counter_name);

	close_counted(pieces->sets, pieces->set_count);
	pieces_free(pieces);
	free(pieces);
}

/* For PyArg_ParseTuple()'s O&: 0 is an exception. */
static int read_counter(PyObject *capsule, void *pieces)
{
	*(struct pieces **)pieces = PyCapsule_GetPointer(capsule, counter_name);
	return *(struct pieces **)pieces != NULL;
}

/* Adds a piece that Python describes. False: an exception is set. */
static bool read_piece(PyObject *tuple, struct pieces *pieces)
{
	struct piece piece = { .package = 0 };
	int pid, is_cgroup, everybody, may_leave_kernel;
	const char *device;
	Py_ssize_t size;
	PyObject *bytes;
	char *attr;

	if (!PyTuple_Check(tuple)) {
		PyErr_SetString(PyExc_TypeError, "a piece is a tuple");
		return false;
	}
	if (!PyArg_ParseTuple(tuple, "iiiiiiiisS", &piece.event, &piece.round, &piece.cpu, &piece.package, &pid,
		    &is_cgroup, &everybody, &may_leave_kernel, &device, &bytes) ||
		PyBytes_AsStringAndSize(bytes, &attr, &size))
		return false;
	if (size != sizeof piece.attr || piece.event < 0 || piece.package < 0) {
		PyErr_SetString(PyExc_ValueError, "wrong size of an attr, or a number below 0");
		return false;
	}
	memcpy(&piece.attr, attr, sizeof piece.attr);
	piece.pid = pid;
	piece.is_cgroup = is_cgroup != 0;
	piece.everybody = everybody != 0;
	piece.may_leave_kernel = may_leave_kernel != 0;
	PyOS_snprintf(piece.device, sizeof piece.device, "%s", device);
	if (!pieces_add(pieces, &piece))
		PyErr_NoMemory();
	return !PyErr_Occurred();
}

static PyObject *count_new(PyObject *self, PyObject *list)
{
	struct pieces *pieces = calloc(1, sizeof *pieces);
	PyObject *capsule = NULL;

	(void)self;
	if (!pieces)
		return PyErr_NoMemory();
	for (Py_ssize_t i = 0; !PyErr_Occurred() && i < PyList_Size(list); i++)
		read_piece(PyList_GetItem(list, i), pieces);
	if (!PyErr_Occurred()) {
		pieces_sort(pieces);
		if (pieces_make_sets(pieces, -1))
			capsule = PyCapsule_New(pieces, counter_name, free_counter);
		else
			PyErr_NoMemory();
	}
	if (!capsule) {
		pieces_free(pieces);
		free(pieces);
	}
	return capsule;
}

/* ---- counting ---- */

static PyObject *count_open(PyObject *self, PyObject *arguments)
{
	struct counting counting = { .cpu = -1 };
	struct pieces *pieces;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&", read_counter, &pieces))
		return NULL;
	return PyLong_FromLong(open_counted(pieces->sets, pieces->set_count, &counting));
}

static PyObject *count_close(PyObject *self, PyObject *arguments)
{
	struct pieces *pieces;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&", read_counter, &pieces))
		return NULL;
	close_counted(pieces->sets, pieces->set_count);
	Py_RETURN_NONE;
}

static PyObject *count_switch(PyObject *self, PyObject *arguments)
{
	struct pieces *pieces;
	int on;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&i", read_counter, &pieces, &on))
		return NULL;
	switch_counted(pieces->sets, pieces->set_count, on != 0);
	Py_RETURN_NONE;
}

static PyObject *count_begin(PyObject *self, PyObject *arguments)
{
	struct pieces *pieces;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&", read_counter, &pieces))
		return NULL;
	read_counted(pieces->sets, pieces->set_count);
	pieces_begin(pieces);
	Py_RETURN_NONE;
}

/* Returns the first event that the kernel refused, and the errno. None: it took all. */
static PyObject *count_refused(PyObject *self, PyObject *arguments)
{
	struct pieces *pieces;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&", read_counter, &pieces))
		return NULL;
	for (int i = 0; i < pieces->set_count; i++)
		if (pieces->sets[i].error)
			return Py_BuildValue("(ii)", pieces->list[piece_refused(pieces, &pieces->sets[i])].event,
				pieces->sets[i].error);
	Py_RETURN_NONE;
}

/* Returns the words of a command, which last as long as the list. NULL: an exception is set. */
static char **read_command(PyObject *list)
{
	Py_ssize_t count = PyList_Size(list);
	char **words = calloc((size_t)count + 1, sizeof *words);

	if (!words)
		PyErr_NoMemory();
	for (Py_ssize_t i = 0; words && i < count; i++)
		if (PyBytes_AsStringAndSize(PyList_GetItem(list, i), &words[i], NULL)) {
			free(words);
			words = NULL;
		}
	return words;
}

static PyObject *count_command(PyObject *self, PyObject *arguments)
{
	struct counting counting = { .cpu = -1, .hears_pipes = true };
	struct ending ending;
	struct pieces *pieces;
	PyObject *list;
	int error, inherit;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&O!i", read_counter, &pieces, &PyList_Type, &list, &inherit))
		return NULL;
	counting.no_inherit = !inherit;
	counting.command = read_command(list);
	if (!counting.command)
		return NULL;
	Py_BEGIN_ALLOW_THREADS error = count_events(pieces->sets, pieces->set_count, &counting, &ending);
	Py_END_ALLOW_THREADS free(counting.command);
	return Py_BuildValue("{s:i,s:i,s:i,s:d,s:d,s:d}", "error", error, "status", ending.status, "signal",
		ending.signal, "elapsed", ending.seconds, "user", ending.user, "system", ending.system);
}

/* ---- totals ---- */

static PyObject *total_of(const struct piece_total *total)
{
	if (!total->pieces)
		Py_RETURN_NONE;
	return Py_BuildValue("{s:d,s:d,s:K,s:K,s:i,s:i,s:i,s:i}", "value", total->value, "counted", total->counted,
		"enabled", (unsigned long long)total->enabled, "running", (unsigned long long)total->running, "error",
		total->error, "refused", total->refused, "pieces", total->pieces, "left_kernel", total->left_kernel);
}

/* Returns for how long the other core types of an event counted a task. */
static uint64_t time_elsewhere(const struct piece_total *totals, const int *operands, int events, int places, int one)
{
	uint64_t time = 0;

	for (int i = 0; i < events; i++)
		if (i != one / places && operands[i] == operands[one / places])
			time += totals[i * places + one % places].task_running;
	return time;
}

static PyObject *list_totals(const struct piece_total *totals, const int *operands, int events, int places)
{
	PyObject *list = PyList_New(0);

	for (int i = 0; list && i < events * places; i++) {
		struct piece_total total = totals[i];
		PyObject *one;

		if (operands[i / places] >= 0)
			leave_out_elsewhere(&total, time_elsewhere(totals, operands, events, places, i));
		one = total_of(&total);
		if (!one || PyList_Append(list, one))
			Py_CLEAR(list);
		Py_XDECREF(one);
	}
	return list;
}

/* False: an exception is set. */
static bool read_operands(PyObject *list, int *operands, int events)
{
	for (int i = 0; i < events && !PyErr_Occurred(); i++)
		operands[i] = (int)PyLong_AsLong(PyList_GetItem(list, i));
	return !PyErr_Occurred();
}

static bool are_within(const struct pieces *pieces, int events, int places)
{
	for (int i = 0; i < pieces->count; i++)
		if (pieces->list[i].event >= events || pieces->list[i].package >= places)
			return false;
	return true;
}

/* operands: for each event the number of what it was asked by; -1: of no core type. */
static PyObject *count_totals(PyObject *self, PyObject *arguments)
{
	struct piece_total *totals;
	struct pieces *pieces;
	PyObject *list, *result = NULL;
	int *operands, events, places;

	(void)self;
	if (!PyArg_ParseTuple(arguments, "O&O!i", read_counter, &pieces, &PyList_Type, &list, &places))
		return NULL;
	events = (int)PyList_Size(list);
	if (places < 1 || !are_within(pieces, events, places))
		return PyErr_Format(PyExc_ValueError, "there are more events or places");
	operands = calloc((size_t)events + 1, sizeof *operands);
	totals = calloc((size_t)events * (size_t)places + 1, sizeof *totals);
	if (!operands || !totals) {
		PyErr_NoMemory();
	} else if (read_operands(list, operands, events)) {
		for (int i = 0; i < pieces->set_count; i++)
			if (pieces->sets[i].set.count) /* else the readings of the end stand */
				read_counted(&pieces->sets[i], 1);
		pieces_add_up(pieces, events, places, false, totals);
		result = list_totals(totals, operands, events, places);
	}
	free(operands);
	free(totals);
	return result;
}

PyMethodDef counting_methods[] = { { "count_begin", count_begin, METH_VARARGS, NULL },
	{ "count_close", count_close, METH_VARARGS, NULL }, { "count_command", count_command, METH_VARARGS, NULL },
	{ "count_new", count_new, METH_O, NULL }, { "count_open", count_open, METH_VARARGS, NULL },
	{ "count_refused", count_refused, METH_VARARGS, NULL }, { "count_switch", count_switch, METH_VARARGS, NULL },
	{ "count_totals", count_totals, METH_VARARGS, NULL }, { "device_cpus", device_cpus, METH_VARARGS, NULL },
	{ "find_cgroup_mount", cgroup_mount, METH_NOARGS, NULL }, { "find_cgroups", find_cgroups, METH_VARARGS, NULL },
	{ "online_cpus", online_cpus, METH_NOARGS, NULL }, { "refusal", refusal, METH_VARARGS, NULL },
	{ "threads", threads, METH_VARARGS, NULL }, { NULL, NULL, 0, NULL } };
