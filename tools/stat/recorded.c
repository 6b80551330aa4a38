/* Results without counting: values computed from counts in a file, and the comparison of two files. */
#include "recorded.h"

#include "counts/file.h"
#include "counts/load.h"
#include "gate.h"
#include "plot.h"
#include "repeat.h"

static bool read_runs(const char *file, struct runs *runs)
{
	struct given_values values = { .list = NULL };
	bool complete = true, good = read_values(file, &values, &complete);

	for (int i = 0; i < values.count && good; i++)
		if (values.list[i].is_counted)
			good = add_value_of_run(runs, values.typed[values.list[i].name], values.list[i].unit,
				values.list[i].value);
	free_values(&values);
	return good;
}

int compare_files(const struct request *request, int count, char **files)
{
	struct runs base = { .list = NULL }, other = { .list = NULL };
	enum gate gate = GATE_HOLDS_NOT;
	int status;

	if (count != 2)
		return wrong_usage("--compare needs two files");
	status = read_runs(files[0], &base) && read_runs(files[1], &other) ? ALL_GOOD : SOME_FAILED;
	if (status == ALL_GOOD) {
		print_comparison(&base, &other);
		if (request->picture) {
			struct plot plot = { .list = NULL };

			add_runs_to_plot(&plot, &base, "base: ");
			add_runs_to_plot(&plot, &other, "other: ");
			status = draw_plot(&plot, request->picture, "pfmstat --compare") ? status : SOME_FAILED;
			free_plot(&plot);
		}
		gate = request->gate ? ask_gate(request->gate, &other, &base) : GATE_HOLDS_NOT;
	}
	free_runs(&base);
	free_runs(&other);
	if (gate == GATE_HOLDS)
		complain("--fail-if %s: it holds", request->gate);
	return gate == GATE_HOLDS ? GATE_FAILED : gate == GATE_UNKNOWN ? SOME_FAILED : status;
}

int compute_request(struct request *request, const char *from)
{
	request->metrics.values = from;
	request->metrics.per_socket = request->level == PER_SOCKET;
	request->metrics.apart = request->level != ALL_ADDED && request->level != PER_SOCKET;
	return compute_from_file(&request->metrics, &request->given) ? ALL_GOOD : SOME_FAILED;
}
