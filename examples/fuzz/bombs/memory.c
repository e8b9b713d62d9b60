// Obstacle: covert propagation through memory: a list is sorted by the input.
// seed: 4321
#include <stdlib.h>
#include <unistd.h>

struct node { struct node *next; unsigned char v; };

int main(void) {
  unsigned char b[4];
  if (read(0, b, 4) != 4) return 0;
  struct node *head = NULL;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    struct node **p = &head;
    if (!n) return 0;
    while (*p && (*p)->v < b[i]) p = &(*p)->next;
    n->v = b[i];
    n->next = *p;
    *p = n;
  }
  if (head->v == 17 && head->next->v == 23 && b[0] == 99) abort(); // bug: abort
  return 0;
}
