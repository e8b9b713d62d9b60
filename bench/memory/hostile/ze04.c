// memory: main => heap 1792+
// nullpop
// INPUT: printf pppppppppppaaaaaaaaaaaaaaaaaaaaaaaaaa
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
    if (c == 'p') { struct n *x = top; top = x ? x->next : 0; free(x); count--; }
  }
  return 0;
}
