// memory: main => heap 3360+
// fails
// INPUT: yes 'ah' | tr -d '\n' | head -c 60
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
    if (c == 'h') { volatile size_t k = (size_t)-1 / 2; char *p = malloc(k); if (!p) count--; else free(p); }
  }
  return 0;
}
