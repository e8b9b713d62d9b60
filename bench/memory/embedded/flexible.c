/* Structures with a flexible array. memory: flexible => heap 412 */
#include <stdlib.h>
struct blob { unsigned length; unsigned char data[]; };
static struct blob *blob_new(unsigned n) {
    struct blob *b = malloc(sizeof *b + n);
    if (b) b->length = n;
    return b;
}
static struct blob *concat(const struct blob *a, const struct blob *b) {
    struct blob *c = blob_new(a->length + b->length);
    if (!c) return NULL;
    for (unsigned i = 0; i < a->length; i++) c->data[i] = a->data[i];
    for (unsigned i = 0; i < b->length; i++) c->data[a->length + i] = b->data[i];
    return c;
}
int flexible(unsigned n, unsigned m) {
    if (n > 100 || m > 100) return -1;
    struct blob *a = blob_new(n), *b = blob_new(m), *c;
    for (unsigned i = 0; i < n; i++) a->data[i] = 1;
    for (unsigned i = 0; i < m; i++) b->data[i] = 2;
    c = concat(a, b);
    int r = (int)c->length;
    free(a);
    free(b);
    free(c);
    return r;
}
