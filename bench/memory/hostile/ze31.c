// memory: main => heap 4480+
// switched
// INPUT: yes 'b' | tr -d '\n' | head -c 40
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
    switch (c) {
    case 'b': if (count >= 5) break; { struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; } /* falls through */
    case 'c': if (c == 'c') break; count += c == 'a'; break;
    default: break;
    }
  }
  return 0;
}
