/*
 * Writes a body of tables as C: constant arrays of the structures of src/tables/body.h. The arrays' names have a
 * prefix, because the library can be compiled as one file.
 */
#include "build.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_ROW = sizeof(struct table_layout) }; /* the largest row */

static void write_pool(FILE *file, const char *name, const char *bytes, uint32_t size)
{
	fprintf(file, "\nstatic const char compiled_%s[] =\n", name);
	write_strings(file, bytes, size);
	/* NAME_SLACK in src/tables/lookup.h: names are compared eight bytes at a time */
	fputs("\"\\0\\0\\0\\0\\0\\0\\0\\0\";\n", file);
}

static void write_number(FILE *file, const char *at, size_t width)
{
	fprintf(file, width == 8 ? "0x%" PRIx64 "u" : "%" PRIu64 "u", field_value(at, width));
}

static const char *write_row(FILE *file, enum row_kind kind, const char *at);

static const char *write_field(FILE *file, const struct row_field *field, const char *at)
{
	if (field->count > 1)
		fputc('{', file);
	for (uint16_t i = 0; i < field->count; i++) {
		if (i)
			fputc(',', file);
		if (field->kind == FIELD_PART)
			write_row(file, field->to, at);
		else
			write_number(file, at, field->width);
		at += field->width;
	}
	if (field->count > 1)
		fputc('}', file);
	return at;
}

static const char *write_row(FILE *file, enum row_kind kind, const char *at)
{
	fputc('{', file);
	for (const struct row_field *field = row_types[kind].fields; field->name; field++) {
		at = write_field(file, field, at);
		if (field[1].name)
			fputc(',', file);
	}
	fputc('}', file);
	return at;
}

/* Writes a section. An empty one has a row of zeros, not counted, as C has no empty arrays. */
static void write_section(FILE *file, const struct section_type *type, const char *rows, uint32_t count)
{
	static const char none[MAX_ROW];

	if (type->kind == KIND_NUMBERS)
		fprintf(file, "\nstatic const uint%d_t compiled_%s[] = {", 8 * type->width, type->name);
	else
		fprintf(file, "\nstatic const struct %s compiled_%s[] = {\n", row_types[type->kind].name, type->name);
	for (uint32_t i = 0; i < count; i++) {
		if (type->kind != KIND_NUMBERS) {
			rows = write_row(file, type->kind, rows);
			fputs(",\n", file);
			continue;
		}
		if (i % 16 == 0)
			fputc('\n', file);
		write_number(file, rows, type->width);
		fputc(',', file);
		rows += type->width;
	}
	if (!count && type->kind == KIND_NUMBERS)
		fputc('0', file);
	else if (!count)
		write_row(file, type->kind, none);
	fputs("};\n", file);
}

/*
 * Writes checks that each PMU's number in the text is that of its name in the public headers. The C compiler says where
 * in the text it is not.
 */
static void write_id_checks(FILE *file, const struct model *model)
{
	fputc('\n', file);
	for (int i = 0; i < model->order_count; i++) {
		const struct pmu *pmu = model->order[i];
		const char *directory = strrchr(pmu->id_place.file, '/'),
			   *base = directory ? directory + 1 : pmu->id_place.file;

		for (int k = 0; pmu->id_name && k < instance_count(pmu); k++) {
			char *name = instance_text(pmu, pmu->id_name, k);

			fprintf(file, "#line %d \"%s\"\n_Static_assert(%s == %d, \"id of %s\");\n",
				pmu->id_place.line, base, name, pmu->data.id + k, pmu->name.text);
			free(name);
		}
	}
}

static void write_all(FILE *file, const struct model *model, const char *order, const struct body *body)
{
	fputs("/* Written by pmuc from the text under src/pmu. */\n#include <perfmon/pfmkit.h>\n\n"
	      "#include \"tables/body.h\"\n#include \"tables/words.h\"\n", file);
	for (int i = 0; i < SECTIONS; i++)
		if (section_types[i].pool)
			write_pool(file, section_types[i].name, body->sections[i].rows, body->sections[i].count);
		else
			write_section(file, &section_types[i], body->sections[i].rows, body->sections[i].count);
	fputs("\nconst struct tables pfm_compiled = {\n", file);
	for (int i = 0; i < SECTIONS; i++)
		fprintf(file, "\t.%s = { compiled_%s, %" PRIu32 " },\n", section_types[i].name, section_types[i].name,
			body->sections[i].count);
	fputs("};\n", file);
	fprintf(file, "\nconst char tables_left_out[LEFT_OUT_SIZE] = \"%s\";\n",
		model->left_out ? model->left_out : "");
	write_words(file, order);
	write_id_checks(file, model);
}

bool write_c(const struct model *model, const char *order, const struct body *body, const char *path)
{
	FILE *file = fopen(path, "w");
	struct stat status;
	int bad;

	if (!file) {
		say(stderr, "%s: %s\n", path, strerror(errno));
		return false;
	}
	write_all(file, model, order, body);
	bad = ferror(file) | fclose(file);
	if (!bad && !error_count())
		return true;
	if (bad)
		say(stderr, "%s: cannot be written\n", path);
	if (!stat(path, &status) && S_ISREG(status.st_mode))
		remove(path);
	return false;
}
