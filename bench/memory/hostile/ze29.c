// memory: main => heap 3696+
// again
// INPUT: yes 'aaar' | tr -d '\n' | head -c 60
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
static struct n *top;
static int count;
static int depth;
int main(void) {
  int c; static int own; int mine = 0;
  (void)own;
  while ((c = getchar()) != EOF) {
    if (c == 'a' && mine < 3) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; mine++; }
    if (c == 'r' && depth < 10) { depth++; main(); }
  }
  return 0;
}
