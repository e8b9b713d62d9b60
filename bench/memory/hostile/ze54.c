// memory: main => heap 6448+
// union
// INPUT: yes 'a' | tr -d '\n' | head -c 20
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
union n { union n *next; char b[100]; };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    union n *h = 0;
    for (int i = 0; i < 5; i++) { union n *x = malloc(sizeof *x); if (!x) break; x->next = h; h = x; if (i == 3) memset(x->b, 0, 8); }
    while (h) { union n *t = h->next; free(h); h = t; }
  }
  return 0;
}
