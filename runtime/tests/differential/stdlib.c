/* Sorting, searching, random numbers, and what surrounds a program. */
#define _GNU_SOURCE
#include "differential.h"

#include <locale.h>
#include <malloc.h>
#include <search.h>
#include <setjmp.h>
#include <unistd.h>

MODEL(qsort);
MODEL(bsearch);
MODEL(lfind);
MODEL(rand);
MODEL(srand);
MODEL(random);
MODEL(srandom);
MODEL(rand_r);
MODEL(drand48);
MODEL(erand48);
MODEL(lrand48);
MODEL(nrand48);
MODEL(mrand48);
MODEL(jrand48);
MODEL(srand48);
MODEL(seed48);
MODEL(lcong48);
MODEL(getenv);
MODEL(setlocale);
MODEL(localeconv);
MODEL(reallocarray);
MODEL(posix_memalign);
MODEL(memalign);
MODEL(atexit);
MODEL(exit);

extern char **epm_environ;

/* AddressSanitizer's wrapper of qsort calls the comparison more often. */
#define SANITIZED __has_feature(address_sanitizer)

/* An element whose order depends only on its first byte: stability shows. */
static int calls;

static int by_first(const void *a, const void *b) {
    calls++;
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

static void sorting(void) {
    unsigned char a[2000], b[2000];
    size_t size = 1 + below(24), n = once_in(20) ? below(80) : below(12);
    for (size_t i = 0; i < n * size; i++)
        a[i] = b[i] = (unsigned char)(i % size == 0 ? below(20) : random_bits());
    calls = 0;
    qsort(a, n, size, by_first);
    int calls_a = calls;
    calls = 0;
    void *exact_b = exact(b, n * size);
    epm_qsort(exact_b, n, size, by_first);
    /* glibc 2.36's sort makes the same calls; a later one is not stable. */
    int ok = memcmp(a, exact_b, n * size) == 0 && (SANITIZED || calls_a == calls);
    check("qsort", ok, "%zu elements of %zu bytes", n, size);
    unsigned char key = (unsigned char)below(20);
    const void *x = bsearch(&key, exact_b, n, size, by_first);
    const void *y = epm_bsearch(&key, exact_b, n, size, by_first);
    check("bsearch", x == y, "%d in %zu elements of %zu bytes", key, n, size);
    x = lfind(&key, exact_b, &n, size, by_first);
    y = epm_lfind(&key, exact_b, &n, size, by_first);
    check("lfind", x == y, "%d in %zu elements of %zu bytes", key, n, size);
}

static void numbers(int i) {
    if (i > 0 && once_in(100)) {
        unsigned seed = once_in(8) ? below(3) : (unsigned)random_bits();
        if (once_in(2)) {
            srand(seed);
            epm_srand(seed);
        } else {
            srandom(seed);
            epm_srandom(seed);
        }
    }
    int x = rand(), y = epm_rand();
    check("rand", x == y, "%d %d", x, y);
    long v = random(), w = epm_random();
    check("random", v == w, "%ld %ld", v, w);
    unsigned seed_a = (unsigned)random_bits(), seed_b = seed_a;
    x = rand_r(&seed_a);
    y = epm_rand_r(&seed_b);
    check("rand_r", x == y && seed_a == seed_b, "%d %d", x, y);
}

static void numbers48(void) {
    unsigned short a[7], b[7];
    for (int k = 0; k < 7; k++)
        a[k] = b[k] = (unsigned short)random_bits();
    /* A seed, then a number that it leads to. */
    long seed = (long)random_bits();
    srand48(seed);
    epm_srand48(seed);
    long x = lrand48(), y = epm_lrand48();
    check("srand48", x == y, "%ld: %ld %ld", seed, x, y);
    const unsigned short *old = seed48(a), *modelled = epm_seed48(b);
    int same = memcmp(old, modelled, 6) == 0;
    x = lrand48(), y = epm_lrand48();
    check("seed48", same && x == y, "%ld %ld", x, y);
    if (once_in(2)) {
        lcong48(a);
        epm_lcong48(b);
    }
    x = lrand48(), y = epm_lrand48();
    check("lcong48", x == y, "%ld %ld", x, y);
    check("lrand48", x == y, "%ld %ld", x, y);
    x = mrand48(), y = epm_mrand48();
    check("mrand48", x == y, "%ld %ld", x, y);
    double f = drand48(), g = epm_drand48();
    check("drand48", f == g, "%a %a", f, g);
    x = nrand48(a), y = epm_nrand48(b);
    check("nrand48", x == y && memcmp(a, b, 6) == 0, "%ld %ld", x, y);
    x = jrand48(a), y = epm_jrand48(b);
    check("jrand48", x == y && memcmp(a, b, 6) == 0, "%ld %ld", x, y);
    f = erand48(a), g = epm_erand48(b);
    check("erand48", f == g && memcmp(a, b, 6) == 0, "%a %a", f, g);
}

static void surroundings(void) {
    static const char *const names[] = {"C", "POSIX", "", "xx_YY", "de_DE.UTF-8"};
    /* The system's environment, and the model's: the same one. */
    char *variables[5] = {NULL}, **saved = environ;
    for (unsigned k = 0; k < below(5); k++)
        variables[k] = random_string(5, "ab==");
    const char *variable = random_string(2, "ab");
    environ = epm_environ = variables;
    const char *found = getenv(variable), *modelled = epm_getenv(variable);
    environ = saved;
    epm_environ = NULL;
    check("getenv", found == modelled, "%s: %s %s", variable, show_string(found),
          show_string(modelled));
    const char *name = once_in(5) ? NULL : names[below(4)];
    const char *x = setlocale(LC_ALL, name), *y = epm_setlocale(LC_ALL, name);
    check("setlocale", (x == NULL) == (y == NULL) && (x == NULL || strcmp(x, y) == 0), "%s",
          show_string(name));
    struct lconv *l = localeconv(), *m = epm_localeconv();
    check("localeconv", strcmp(l->decimal_point, m->decimal_point) == 0 &&
                            strcmp(l->negative_sign, m->negative_sign) == 0 &&
                            l->frac_digits == m->frac_digits && l->n_sign_posn == m->n_sign_posn &&
                            l->int_n_sign_posn == m->int_n_sign_posn,
          "differs");
    size_t count = once_in(2) ? below(9) + 1 : SIZE_MAX / (below(9) + 2), size = below(16) + 1;
    if (count > 100 && size <= 12)
        size = 13; /* the product is too large */
    char *array = epm_reallocarray(NULL, count, size);
    check("reallocarray", (array == NULL) == (count > 100), "%zu %zu", count, size);
    if (array != NULL)
        memset(array, 1, count * size);
    free(array);
    size_t alignment = once_in(4) ? below(100) : (size_t)1 << below(9);
    size_t bytes = (below(4) + 1) * (alignment > 0 ? alignment : 1);
    void *q = NULL;
    int usable = alignment % sizeof(void *) == 0 && alignment != 0 &&
                 (alignment & (alignment - 1)) == 0;
    int expected = usable ? 0 : EINVAL;
    int error = epm_posix_memalign(&q, alignment, bytes);
    check("posix_memalign", error == expected && (error || (uintptr_t)q % alignment == 0),
          "%zu: %d", alignment, error);
    free(q);
    alignment = (size_t)1 << below(9);
    q = epm_memalign(alignment, bytes / alignment * alignment + alignment);
    check("memalign", q != NULL && (uintptr_t)q % alignment == 0, "%zu", alignment);
    free(q);
}

/* Handlers write down that they ran; the first one registered leaves before
 * the process would end. */
static jmp_buf before_exit;
static char ran[16];
static int ran_count;

static void run_a(void) {
    ran[ran_count++] = 'a';
}

static void run_b(void) {
    ran[ran_count++] = 'b';
}

/* A handler that is registered during exit runs next. */
static void run_nested(void) {
    ran[ran_count++] = 'n';
    epm_atexit(run_a);
}

static void leave(void) {
    longjmp(before_exit, 1);
}

static void handlers(void) {
    static char expected[16];
    static int expected_count;
    static const char letters[] = "abn";
    void (*const functions[])(void) = {run_a, run_b, run_nested};
    char order[6];
    int n = (int)below(6);
    expected_count = ran_count = 0;
    epm_atexit(leave);
    for (int i = 0; i < n; i++) {
        unsigned kind = below(3);
        epm_atexit(functions[kind]);
        order[i] = letters[kind];
    }
    for (int i = n - 1; i >= 0; i--) {
        expected[expected_count++] = order[i];
        if (order[i] == 'n')
            expected[expected_count++] = 'a';
    }
    if (setjmp(before_exit) == 0)
        epm_exit(0);
    check("atexit", ran_count == expected_count && memcmp(ran, expected, (size_t)ran_count) == 0,
          "%s %s", show(expected, (size_t)expected_count), show(ran, (size_t)ran_count));
}

void test_stdlib(void) {
    /* Both generators start unseeded. */
    for (int i = 0; i < CASES; i++) {
        sorting();
        numbers(i);
        numbers48();
        surroundings();
        handlers();
        forget();
    }
    for (int i = 0; i < CASES; i++) {
        unsigned seed = (unsigned)random_bits();
        srand(seed);
        epm_srand(seed);
        int x = rand(), y = epm_rand();
        check("srand", x == y, "%u: %d %d", seed, x, y);
        srandom(seed >> 16);
        epm_srandom(seed >> 16);
        long v = random(), w = epm_random();
        check("srandom", v == w, "%u: %ld %ld", seed >> 16, v, w);
    }
}
