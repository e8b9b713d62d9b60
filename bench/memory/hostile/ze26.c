// memory: main => heap 7280+
// negative
// INPUT: yes 'aaaaamz' | tr -d '\n' | head -c 90
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
static struct n *top;
static int count;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (c == 'a' && (unsigned)count < 5u) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; count++; }
    if (c == 'm' && count > -5) count -= 5;
    if (c == 'z') count = count < 0 ? 0 : count;
  }
  return 0;
}
