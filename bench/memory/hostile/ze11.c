// memory: main => heap 6720+
// skip
// INPUT: yes 'b' | tr -d '\n' | head -c 60
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
    if (c == 'a' || c == 'b') {
      if (count >= 5) continue;
      struct n *x = malloc(sizeof *x); if (!x) break; x->next = top; top = x; 
      if (c == 'b') goto out;
      count++;
    }
  out:;
  }
  return 0;
}
