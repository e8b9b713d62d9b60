// memory: main => heap 3472+
// twice
// INPUT: yes 'aap' | tr -d '\n' | head -c 90
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
    if (c == 'a' && count < 6) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; count++; }
    if (c == 'p' && count > 1) { struct n *x = top; if (!x) continue; top = x->next; free(x); count -= 2; }
  }
  return 0;
}
