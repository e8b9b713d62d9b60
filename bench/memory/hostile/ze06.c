// memory: main => heap 896+
// wrap8
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
  uint8_t k = 0;
  while ((c = getchar()) != EOF) {
    if (c == 'a' && k < 200) { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; k += 90; }
  }
  return 0;
}
