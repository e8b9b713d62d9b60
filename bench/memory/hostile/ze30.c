// memory: main => heap 3360+
// handed
// INPUT: yes 'al' | tr -d '\n' | head -c 60
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct n { struct n *next; char b[100]; };
static struct n *top;
static int count;
static void less(int *k) { if (*k > 0) --*k; }
int main(void) {
  int c, k = 0;
  while ((c = getchar()) != EOF) {
    if (c == 'a' && k < 5) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; k++; }
    if (c == 'l') less(&k);
  }
  return 0;
}
