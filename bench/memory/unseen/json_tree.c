/* Nested lists of numbers as a tree. memory: json_tree --strings --buffer 7 => heap */
#include <stdlib.h>
enum kind { NUM, LIST };
struct value { enum kind kind; int num; struct value *first, *next; };
static struct value *new_value(enum kind k) {
    struct value *v = calloc(1, sizeof *v);
    if (v) v->kind = k;
    return v;
}
static void free_value(struct value *v) {
    while (v) {
        struct value *n = v->next;
        if (v->kind == LIST) free_value(v->first);
        free(v);
        v = n;
    }
}
static struct value *parse(const char **s, int depth) {
    if (depth > 4) return NULL;
    if (**s == '[') {
        struct value *l = new_value(LIST), **tail;
        if (!l) return NULL;
        (*s)++;
        tail = &l->first;
        while (**s && **s != ']') {
            struct value *e = parse(s, depth + 1);
            if (!e) { free_value(l); return NULL; }
            *tail = e;
            tail = &e->next;
            if (**s == ',') (*s)++;
        }
        if (**s == ']') (*s)++;
        return l;
    }
    if (**s < '0' || **s > '9') return NULL;
    struct value *v = new_value(NUM);
    if (!v) return NULL;
    while (**s >= '0' && **s <= '9') v->num = v->num * 10 + (*(*s)++ - '0');
    return v;
}
static int total(const struct value *v) {
    int t = 0;
    for (; v; v = v->next) t += v->kind == LIST ? total(v->first) : v->num;
    return t;
}
int json_tree(const char *text) {
    const char *p = text;
    struct value *v = parse(&p, 0);
    int t = v ? total(v) : -1;
    free_value(v);
    return t;
}
