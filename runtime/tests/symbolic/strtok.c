// expect: proved
// No token is empty or holds a delimiter; strsep's may be empty.
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char s[5], t[5], *rest = t;
    klee_make_symbolic(s, sizeof s, "s");
    s[4] = 0;
    strcpy(t, s);
    for (char *token = strtok(s, ","); token != NULL; token = strtok(NULL, ","))
        klee_assert(*token != 0 && strchr(token, ',') == NULL);
    int n = 0;
    for (char *token = strsep(&rest, ","); token != NULL; token = strsep(&rest, ","))
        n++;
    klee_assert(n >= 1 && n <= 5);
    return 0;
}
