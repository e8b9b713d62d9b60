// memory: main => heap 4480+
// nofree
// INPUT: yes 'ap' | tr -d '\n' | head -c 80
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
    if (c == 'p') { struct n *x = top; if (!x) continue; top = x->next; count--; (void)x; }
  }
  return 0;
}
