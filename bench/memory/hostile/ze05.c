// memory: main => heap 3360+
// other
// INPUT: yes 'nda' | tr -d '\n' | head -c 90
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
static struct n *top;
static int count;
static char *name;
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (c == 'a' && count < 5) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; count++; }
    if (c == 'n') { free(name); name = malloc(10); }
    if (c == 'd' && name) { free(name); name = 0; count--; }
  }
  return 0;
}
