// memory: main => heap 512
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int()

/* everyday: cache with 8 lines and counters */
struct cache { unsigned hits, misses; struct line { unsigned key; char *data; } l[8]; };
static char *load(unsigned k) { char *p = malloc(64); if (!p) exit(1); memset(p, (int)k, 64); return p; }
static char *get(struct cache *c, unsigned k) { struct line *l = &c->l[k % 8]; if (l->data && l->key == k) { c->hits++; return l->data; } c->misses++; free(l->data); l->data = load(k); l->key = k; return l->data; }
int main(void) { struct cache c = {0}; int x; while (scanf("%d", &x) == 1) putchar(get(&c, (unsigned)x)[0]); for (int i = 0; i < 8; i++) free(c.l[i].data); return 0; }
