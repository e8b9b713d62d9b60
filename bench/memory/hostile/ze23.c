// memory: main => heap 4480+
// tested
// INPUT: yes ap | tr -d '\n' | head -c 80
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
static struct n *top;
static int count;
static struct n *spare;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (c == 'a' && count < 5) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; count++; }
    if (c == 'p') { struct n *x = top; if (x) { x = spare; free(x); spare = 0; count--; } }
  }
  return 0;
}
