// memory: main => heap 6944+
// dangling
// INPUT: yes 'a' | tr -d '\n' | head -c 20
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
int main(void) {
  int c; struct n *l = 0;
  while ((c = getchar()) != EOF) {
    struct n *h = 0;
    struct n dummy; l = &dummy;
    for (int i = 0; i < 5; i++) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = 0; l->next = x; l = x; if (i == 3) h = x; }
    while (h) { struct n *t = h->next; free(h); h = t; }
  }
  return 0;
}
