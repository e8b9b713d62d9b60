// memory: main => heap 1120+
// pairs
// INPUT: yes 'b' | tr -d '\n' | head -c 20
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
    if (c == 'a' && count < 5) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; count++; }
    if (c == 'b' && count < 5) { for (int k = 0; k < 2; k++) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; } count++; }
  }
  return 0;
}
