// memory: main => heap 6944+
// lostpush
// INPUT: yes 'a' | tr -d '\n' | head -c 20
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    struct n *h = 0;
    for (int i = 0; i < 5; i++) {
      struct n *x = malloc(sizeof *x); if (!x) break; x->next = i == 3 ? 0 : h; h = x;
    }
    while (h) { struct n *t = h->next; free(h); h = t; }
  }
  return 0;
}
