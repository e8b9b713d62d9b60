/* Nested arrays of digits by recursive descent, depth limited. memory: jsonlite --strings --buffer 7 => heap 144 */
#include <stdlib.h>
struct v { struct v *first, *next; int num; };
static const char *p;
static void drop(struct v *x) { while (x) { struct v *n = x->next; drop(x->first); free(x); x = n; } }
static struct v *val(int depth) {
    if (depth > 4) return 0;
    struct v *x = malloc(sizeof *x);
    if (!x) return 0;
    x->first = x->next = 0; x->num = 0;
    if (*p >= '0' && *p <= '9') { x->num = *p++ - '0'; return x; }
    if (*p != '[') { free(x); return 0; }
    p++;
    struct v **at = &x->first;
    while (*p && *p != ']') {
        struct v *e = val(depth + 1);
        if (!e) { drop(x); return 0; }
        *at = e; at = &e->next;
    }
    if (*p != ']') { drop(x); return 0; }
    p++;
    return x;
}
int jsonlite(const char *s) { p = s; struct v *x = val(0); int r = x != 0; drop(x); return r; }
