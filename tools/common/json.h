/* JSON: objects on one line, on stdout. */
#ifndef PFM_JSON_H
#define PFM_JSON_H

#include <stdbool.h>
#include <stdint.h>

void json_string(const char *text);
/* Writes the same, with codes for the characters in escaped: where JSON stands in another language. */
void json_string_without(const char *text, const char *escaped);
/* Writes "key": with a comma before it if it is not the first. */
void json_key(bool *first, const char *key);
/* Write "key": value, likewise. */
void json_text(bool *first, const char *key, const char *text);
void json_number(bool *first, const char *key, long long value);
void json_hex(bool *first, const char *key, uint64_t value);
void json_bool(bool *first, const char *key, bool value);
/* Writes a number alone, finite, with the digits that it takes to read it back. */
void json_double(double value);
/* Writes "key": { */
void json_open(bool *first, const char *key);
/* Writes "error": {"code": .., "message": ..} */
void json_error(bool *first, const char *code, const char *message);

#endif
