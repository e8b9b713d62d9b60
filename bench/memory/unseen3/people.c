/* Records with strings of their own in a vector that grows by 3/2. memory: main --stdin 12 => heap 186 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct person { char *name; int age; };                 /* 16 */
struct people { struct person *p; size_t n, cap; };
static int add(struct people *v, const char *name, int age) {
    if (v->n == v->cap) {
        size_t cap = v->cap * 3 / 2 + 1;
        struct person *p = realloc(v->p, cap * sizeof *p);
        if (!p) return -1;
        v->p = p; v->cap = cap;
    }
    v->p[v->n].name = strdup(name);
    if (!v->p[v->n].name) return -1;
    v->p[v->n++].age = age;
    return 0;
}
int main(void) {
    struct people v = {0};
    char name[8];
    int len = 0, c;
    while ((c = getchar()) != EOF) {
        if (c >= 'a' && c <= 'z' && len < 7) name[len++] = (char)c;
        else if (c >= '0' && c <= '9' && len) {
            name[len] = 0;
            if (add(&v, name, c - '0')) break;
            len = 0;
        }
    }
    for (size_t i = 0; i < v.n; i++) free(v.p[i].name);
    free(v.p);
    return (int)v.n;
}
/* Capacities 1, 2, 4, 7. Five records of two characters: when the fifth comes, 64 + 112 and the names before: six
   of one letter (12 bytes): at the fifth 64 + 112 + 4 * 2 = 184; with longer names: 12 characters, four records before
   the fifth digit: letters 7 in all for the first four, and one for the fifth is needed: 12 = 5 digits + 7 letters; the
   fifth's own letter: the first four have 6 letters: 176 + 6 + 4 = 186. At the end 112 + at most 7 + 5. */
