// memory: main => heap 8400+
// wiped
// INPUT: yes 'aaaaai' | tr -d '\n' | head -c 90
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
struct q { struct n *top; int count; };
static void init(struct q *q) { memset(q, 0, sizeof *q); }
int main(void) {
  struct q q; int c;
  init(&q);
  while ((c = getchar()) != EOF) {
    if (c == 'a' && q.count < 5) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = q.top; q.top = x; q.count++; }
    if (c == 'i') init(&q);
  }
  return 0;
}
