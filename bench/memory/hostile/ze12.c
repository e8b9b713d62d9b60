// memory: main => heap 9112+
// grown
// INPUT: yes 'ag' | tr -d '\n' | head -c 60
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
    if (c == 'g') { struct n *x = top; if (!x) continue; top = x->next; x = realloc(x, 300); if (!x) break; x->next = 0; count--; }
  }
  return 0;
}
