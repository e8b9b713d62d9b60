/* Lengths, copies and comparisons of strings. */
#define _GNU_SOURCE
#include "differential.h"

#include <strings.h>

MODEL(strlen);
MODEL(strnlen);
MODEL(strcpy);
MODEL(stpcpy);
MODEL(strncpy);
MODEL(stpncpy);
MODEL(strcat);
MODEL(strncat);
MODEL(strcmp);
MODEL(strncmp);
MODEL(strcasecmp);
MODEL(strncasecmp);
MODEL(strcoll);
MODEL(strxfrm);
MODEL(strdup);
MODEL(strndup);
MODEL(strerror);
MODEL(strerror_r);
extern int epm___xpg_strerror_r(int, char *, size_t);
extern int __xpg_strerror_r(int, char *, size_t);
extern size_t epm_strlcpy(char *, const char *, size_t), epm_strlcat(char *, const char *, size_t);

static int sign(int x) {
    return (x > 0) - (x < 0);
}

/* glibc 2.36 has no strlcpy: this is OpenBSD's contract, by snprintf. */
static size_t reference_strlcpy(char *to, const char *from, size_t size) {
    if (size > 0)
        snprintf(to, size, "%s", from);
    return strlen(from);
}

static size_t reference_strlcat(char *to, const char *from, size_t size) {
    size_t used = strnlen(to, size);
    if (used == size)
        return size + strlen(from);
    return used + reference_strlcpy(to + used, from, size - used);
}

#define SAME(name, call_a, call_b)                                                                 \
    do {                                                                                           \
        char a[100], b[100];                                                                       \
        memset(a, 7, sizeof a);                                                                    \
        strcpy(a, t);                                                                              \
        memcpy(b, a, sizeof a);                                                                    \
        ptrdiff_t p = (ptrdiff_t)(call_a), q = (ptrdiff_t)(call_b);                                \
        check(name, p == q && memcmp(a, b, sizeof a) == 0, "%s %s %zu: %td %td", show_string(t),   \
              show_string(s), n, p, q);                                                            \
    } while (0)

static void copies(const char *s, const char *t, size_t n) {
    SAME("strcpy", strcpy(a, s) - a, epm_strcpy(b, s) - b);
    SAME("stpcpy", stpcpy(a, s) - a, epm_stpcpy(b, s) - b);
    SAME("strncpy", strncpy(a, s, n) - a, epm_strncpy(b, s, n) - b);
    SAME("stpncpy", stpncpy(a, s, n) - a, epm_stpncpy(b, s, n) - b);
    SAME("strcat", strcat(a, s) - a, epm_strcat(b, s) - b);
    SAME("strncat", strncat(a, s, n) - a, epm_strncat(b, s, n) - b);
    SAME("strlcpy", reference_strlcpy(a, s, n), epm_strlcpy(b, s, n));
    SAME("strlcat", reference_strlcat(a, s, n), epm_strlcat(b, s, n));
    SAME("strxfrm", strxfrm(a, s, strlen(s) + 1 + n), epm_strxfrm(b, s, strlen(s) + 1 + n));
}

static void comparisons(const char *s, const char *t, size_t n) {
    check("strcmp", sign(strcmp(s, t)) == sign(epm_strcmp(s, t)), "%s %s", show_string(s),
          show_string(t));
    check("strcoll", sign(strcoll(s, t)) == sign(epm_strcoll(s, t)), "%s %s", show_string(s),
          show_string(t));
    check("strncmp", sign(strncmp(s, t, n)) == sign(epm_strncmp(s, t, n)), "%s %s %zu",
          show_string(s), show_string(t), n);
    check("strcasecmp", sign(strcasecmp(s, t)) == sign(epm_strcasecmp(s, t)), "%s %s",
          show_string(s), show_string(t));
    check("strncasecmp", sign(strncasecmp(s, t, n)) == sign(epm_strncasecmp(s, t, n)),
          "%s %s %zu", show_string(s), show_string(t), n);
}

static void lengths_and_duplicates(const char *s, size_t n) {
    check("strlen", strlen(s) == epm_strlen(s), "%s", show_string(s));
    check("strnlen", strnlen(s, n) == epm_strnlen(s, n), "%s %zu", show_string(s), n);
    char *copy = epm_strdup(s);
    check("strdup", strcmp(copy, s) == 0, "%s", show_string(s));
    free(copy);
    copy = epm_strndup(s, n);
    char *other = strndup(s, n);
    check("strndup", strcmp(copy, other) == 0, "%s %zu", show_string(s), n);
    free(copy);
    free(other);
}

static void errors(void) {
    int error = once_in(4) ? (int)random_bits() : (int)below(150) - 5;
    check("strerror", strcmp(strerror(error), epm_strerror(error)) == 0, "%d %s", error,
          epm_strerror(error));
    char a[40] = "", b[40] = "";
    size_t n = below(40);
    char *p = strerror_r(error, a, n), *q = epm_strerror_r(error, b, n);
    /* With no room glibc's text of an unknown error is not terminated. */
    check("strerror_r", n == 0 || strcmp(p, q) == 0, "%d %zu %s %s", error, n, p, q);
    int x = __xpg_strerror_r(error, a, n), y = epm___xpg_strerror_r(error, b, n);
    check("__xpg_strerror_r", x == y && (n == 0 || strcmp(a, b) == 0), "%d %zu %d %d %s %s", error,
          n, x, y, a, b);
}

void test_strings(void) {
    for (int i = 0; i < CASES; i++) {
        const char *alphabet = once_in(3) ? any_bytes : few_bytes;
        const char *s = random_string(20, alphabet);
        const char *t = random_string(20, alphabet);
        size_t n = below(25);
        if (once_in(2)) {
            /* A common beginning. */
            char joined[64];
            size_t k = below((unsigned)strlen(s) + 1);
            memcpy(joined, s, k);
            strcpy(joined + k, random_string(6, alphabet));
            t = exact(joined, strlen(joined) + 1);
        }
        copies(s, t, n);
        comparisons(s, t, n);
        lengths_and_duplicates(s, n);
        errors();
        forget();
    }
}
