/* Interned strings: the same text is kept once. memory: main --args 2 => heap */
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
static const char **names;
static size_t count;
static const char *intern(const char *s) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], s) == 0) return names[i];
    const char **n = realloc(names, (count + 1) * sizeof *n);
    if (!n) return NULL;
    names = n;
    char *copy = strdup(s);
    if (!copy) return NULL;
    return names[count++] = copy;
}
int main(int argc, char **argv) {
    for (int i = 1; i < argc && i < 3; i++) {
        if (strlen(argv[i]) > 6) { fprintf(stderr, "too long\n"); return 2; }
        if (!intern(argv[i])) return 1;
    }
    intern("main");
    printf("%zu names\n", count);
    for (size_t i = 0; i < count; i++) free((void *)names[i]);
    free(names);
    return 0;
}
