/* Searching in strings and cutting them. */
#define _GNU_SOURCE
#include "differential.h"

#include <strings.h>

MODEL(strchr);
MODEL(strrchr);
/* libgen.h would hide GNU's basename. */
extern char *dirname(char *path), *__xpg_basename(char *path);
extern char *epm_dirname(char *path), *epm___xpg_basename(char *path);
extern char *epm_basename(const char *path);
MODEL(strchrnul);
MODEL(index);
MODEL(rindex);
MODEL(strspn);
MODEL(strcspn);
MODEL(strpbrk);
MODEL(strstr);
MODEL(strcasestr);
MODEL(strtok);
MODEL(strtok_r);
MODEL(strsep);

/* Cuts two copies with both functions, comparing every token. */
static void tokens(const char *s) {
    size_t size = strlen(s) + 1;
    char *a = exact(s, size), *b = exact(s, size), *save_a = NULL, *save_b = NULL;
    char *p = a, *q = b;
    int same = 1;
    for (int i = 0; i < 12 && same; i++) {
        const char *set = random_string(2, "ab,");
        char *x = strtok_r(i ? NULL : p, set, &save_a), *y = epm_strtok_r(i ? NULL : q, set, &save_b);
        same = (x == NULL) == (y == NULL) && (x == NULL || x - a == y - b) &&
               memcmp(a, b, size) == 0;
    }
    check("strtok_r", same, "%s", show(s, size));
    a = exact(s, size), b = exact(s, size);
    same = 1;
    for (int i = 0; i < 12 && same; i++) {
        char *x = strtok(i ? NULL : a, ",a"), *y = epm_strtok(i ? NULL : b, ",a");
        same = (x == NULL) == (y == NULL) && (x == NULL || x - a == y - b) &&
               memcmp(a, b, size) == 0;
    }
    check("strtok", same, "%s", show(s, size));
    a = exact(s, size), b = exact(s, size);
    p = a, q = b;
    same = 1;
    for (int i = 0; i < 12 && same; i++) {
        const char *set = random_string(2, "ab,");
        char *x = strsep(&p, set), *y = epm_strsep(&q, set);
        same = (x == NULL) == (y == NULL) && (x == NULL || x - a == y - b) &&
               memcmp(a, b, size) == 0 && (p == NULL) == (q == NULL);
    }
    check("strsep", same, "%s", show(s, size));
}

static void paths(void) {
    const char *s = random_string(12, "ab.//");
    size_t size = strlen(s) + 1;
    int none = once_in(20);
    for (int name = 0; name < 2; name++) {
        char *a = none ? NULL : exact(s, size), *b = none ? NULL : exact(s, size);
        char *x = name ? __xpg_basename(a) : dirname(a);
        char *y = name ? epm___xpg_basename(b) : epm_dirname(b);
        check(name ? "__xpg_basename" : "dirname",
              strcmp(x, y) == 0 && (none || memcmp(a, b, size) == 0), "%s: %s %s", show_string(s),
              show_string(x), show_string(y));
    }
    check("basename", basename(s) == epm_basename(s), "%s", show_string(s));
}

void test_search(void) {
    for (int i = 0; i < CASES; i++) {
        const char *s = random_string(20, once_in(4) ? any_bytes : few_bytes);
        const char *set = random_string(4, once_in(4) ? any_bytes : few_bytes);
        int c = once_in(8) ? (int)random_bits() : once_in(8) ? 0 : few_bytes[below(7)];
        check("strchr", strchr(s, c) == epm_strchr(s, c), "%s %d", show_string(s), c);
        check("index", index(s, c) == epm_index(s, c), "%s %d", show_string(s), c);
        check("strrchr", strrchr(s, c) == epm_strrchr(s, c), "%s %d", show_string(s), c);
        check("rindex", rindex(s, c) == epm_rindex(s, c), "%s %d", show_string(s), c);
        check("strchrnul", strchrnul(s, c) == epm_strchrnul(s, c), "%s %d", show_string(s), c);
        check("strspn", strspn(s, set) == epm_strspn(s, set), "%s %s", show_string(s),
              show_string(set));
        check("strcspn", strcspn(s, set) == epm_strcspn(s, set), "%s %s", show_string(s),
              show_string(set));
        check("strpbrk", strpbrk(s, set) == epm_strpbrk(s, set), "%s %s", show_string(s),
              show_string(set));
        check("strstr", strstr(s, set) == epm_strstr(s, set), "%s %s", show_string(s),
              show_string(set));
        check("strcasestr", strcasestr(s, set) == epm_strcasestr(s, set), "%s %s", show_string(s),
              show_string(set));
        tokens(s);
        paths();
        forget();
    }
}
