// memory: main => heap 6944+
// callee
// INPUT: yes 'a' | tr -d '\n' | head -c 20
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
static void drop(struct n *h, int k) { if (h && h->next && k > 0) { if (k > 200) drop(h->next, k - 1); h->next->next = 0; } }
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    struct n *h = 0;
    for (int i = 0; i < 5; i++) {
      struct n *x = malloc(sizeof *x); if (!x) break; x->next = h; h = x;
    }
    drop(h, c); while (h) { struct n *t = h->next; free(h); h = t; }
  }
  return 0;
}
