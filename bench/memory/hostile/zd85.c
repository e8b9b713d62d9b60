// memory: main => heap 100008+
// INPUT: printf '+'; head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct conn { int used; };
int main(void) {
  struct conn *first, *cur; int c, open = 0;
next:
  cur = calloc(1, sizeof *cur);
  if (!cur) return 1;
  if (!open) first = cur;
  open++;
  for (;;) {
    c = getchar();
    if (c == EOF) return 0;
    if (c == '+') goto next;
    if (cur->used < 3) {
      char *d = malloc(1000);
      if (!d) return 1;
      first->used++;
    }
  }
}