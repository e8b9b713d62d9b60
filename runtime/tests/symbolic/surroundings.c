// expect: proved
// flags: -- -fno-builtin
// The C locale; generators that repeat with their seed; a linear search.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <limits.h>
#include <locale.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    return *(const unsigned char *)a != *(const unsigned char *)b;
}

int main(void) {
    unsigned char s[3], key;
    klee_make_symbolic(s, sizeof s, "s");
    klee_make_symbolic(&key, sizeof key, "key");
    size_t n = 3;
    unsigned char *found = lfind(&key, s, &n, 1, compare);
    int there = (s[0] == key) | (s[1] == key) | (s[2] == key);
    klee_assert((found != NULL) == there && (found == NULL || *found == key));
    const struct lconv *l = localeconv();
    klee_assert(strcmp(l->decimal_point, ".") == 0 && l->frac_digits == CHAR_MAX);
    char name[] = {(char)('0' + (key & 7)), 'y', 'q', 0};
    klee_assert(secure_getenv(name) == NULL && setlocale(LC_ALL, name) == NULL);
    srandom(key & 3);
    long a = random(), b = random();
    srandom(key & 3);
    klee_assert(random() == a && random() == b && a >= 0);
    return 0;
}
