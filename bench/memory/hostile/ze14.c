// memory: main => heap 5152+
// pairpop
// INPUT: yes 'bp' | tr -d '\n' | head -c 90
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
    if (c == 'b' && count < 5) { for (int k = 0; k < 2; k++) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; } count++; }
    if (c == 'p') { struct n *x = top; if (!x) continue; top = x->next; free(x); count--; }
  }
  return 0;
}
