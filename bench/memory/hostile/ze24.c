// memory: main => heap 1344+
// moved
// INPUT: printf appappappappappappaaaaaaaaaaaaaaaaaaaa
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
    if (c == 'p' && top) { struct n *x = top; if (x->b[0] == 0 || 1) x = x->next; if (x) top->next = x->next; free(x); count--; }
  }
  return 0;
}
