// memory: main => heap 6720+
// missed
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
  while ((c = getchar()) != EOF) {
    if (c == 'a' && count < 5) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; if (count & 1) count++; else if (x->b[0] || 1) { if (c == 'a') continue; count++; } }
  }
  return 0;
}
