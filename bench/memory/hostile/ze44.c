// memory: main => heap 11200+
// swapped
// INPUT: yes 'a' | tr -d '\n' | head -c 20
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
static struct n *other;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    struct n *h = 0;
    for (int i = 0; i < 5; i++) {
      struct n *x = malloc(sizeof *x); if (!x) break; x->b[0] = 1; x->next = h; h = x;
    }
    struct n *o = other; other = h; h = o; if (c == 'b') h = 0; while (h) { struct n *t = h->next; if (h->b[0] != 1) free(h); h = t; }
  }
  return 0;
}
