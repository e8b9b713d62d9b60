// memory: main => heap 6720+
// stale
// INPUT: yes 'a' | tr -d '\n' | head -c 60
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
static struct n *top;
static int count;
int main(void) {
  int c;
  int seen = 0;
  while ((c = getchar()) != EOF) {
    if (c == 's') seen = count;
    if (c == 'a' && seen < 5) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; count++; }
  }
  return 0;
}
