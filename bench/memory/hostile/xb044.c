// memory: main => heap 799
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* everyday: buffer replaced by a larger one, up to 400 */
struct buf { char *p; size_t cap, len; };
static void reserve(struct buf *b, size_t n) { if (n > 400) exit(1); if (n <= b->cap) return; char *q = malloc(n); if (!q) exit(1); if (b->len) memcpy(q, b->p, b->len); free(b->p); b->p = q; b->cap = n; }
int main(void) { struct buf b = {0}; int c; while ((c = getchar()) != EOF) { reserve(&b, b.len + 1); b.p[b.len++] = (char)c; } free(b.p); return 0; }
