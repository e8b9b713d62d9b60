/* Compares each model (renamed to epm_…) with the function of the system on
 * random inputs. A group is one file; `main.c` runs all. */
#ifndef DIFFERENTIAL_H
#define DIFFERENTIAL_H

#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Random inputs per function; the harness says how many. */
#ifndef CASES
#define CASES 10000
#endif

/* Declares the model with the type of the system's function. */
#define MODEL(name) extern __typeof__(name) epm_##name

/* The generator (xorshift64*), seeded once. */
uint64_t random_bits(void);
/* 0 <= result < n */
unsigned below(unsigned n);
/* True once in n. */
int once_in(unsigned n);

/* A copy in a block of exactly `size` bytes: AddressSanitizer then sees every
 * access beyond. Freed by `forget`. */
void *exact(const void *from, size_t size);
void forget(void);

/* A string of at most `max` characters from `alphabet`, in an exact block. */
char *random_string(unsigned max, const char *alphabet);
extern const char *const any_bytes; /* 1 .. 255 */
extern const char *const few_bytes; /* overlapping prefixes, both cases, high */

/* Counts a case of `name`; a failed one is printed (the first few). */
void check(const char *name, int ok, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A string with escapes, for messages. Valid for the next seven calls. */
const char *show(const char *s, size_t n);
const char *show_string(const char *s);

/* What the models read and write. */
void input_is(const char *bytes, size_t size);
size_t output_size(int descriptor);
const char *output_bytes(int descriptor);
void output_clear(void);

/* Between expect_end(1) and expect_end(0) the end of a model's program is a
 * longjmp to `end_of_program`, with its status in `ended_with`. */
void expect_end(int expected);
/* While it is set the models take every value for symbolic: what they do then must
 * come to the same. */
extern int all_symbolic;
extern jmp_buf end_of_program;
extern int ended_with;

void test_memory(void);
void test_strings(void);
void test_search(void);
void test_ctype(void);
void test_integers(void);
void test_floats(void);
void test_stdlib(void);
void test_math(void);
void test_math_long(void);
void test_print(void);
void test_scan(void);
void test_stream(void);
void test_names(void);
void test_files(void);
void test_folders(void);
void test_options(void);
void test_time(void);
void test_regex(void);

#endif
