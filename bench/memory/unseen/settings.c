/* key=value pairs in a list, from text. memory: settings --strings --buffer 8 => heap */
#include <stdlib.h>
#include <string.h>
struct setting { char *key, *value; struct setting *next; };
static char *copy(const char *from, const char *to) {
    size_t n = (size_t)(to - from);
    char *s = malloc(n + 1);
    if (!s) return NULL;
    memcpy(s, from, n);
    s[n] = 0;
    return s;
}
static struct setting *parse(const char *p) {
    struct setting *list = NULL;
    while (*p) {
        const char *end = p;
        while (*end && *end != ';') end++;
        const char *eq = p;
        while (eq < end && *eq != '=') eq++;
        if (eq < end) {
            struct setting *s = malloc(sizeof *s);
            if (!s) return list;
            s->key = copy(p, eq);
            s->value = copy(eq + 1, end);
            s->next = list;
            list = s;
        }
        p = *end ? end + 1 : end;
    }
    return list;
}
static void release(struct setting *s) {
    if (!s) return;
    release(s->next);
    free(s->key);
    free(s->value);
    free(s);
}
int settings(const char *text) {
    struct setting *s = parse(text);
    int n = 0;
    for (struct setting *t = s; t; t = t->next) n++;
    release(s);
    return n;
}
