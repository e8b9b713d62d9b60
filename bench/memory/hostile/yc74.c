// memory: main => heap 2380+
// shrink to fit of an empty vector whose length went below 0
// INPUT: for i in $(seq 60); do printf 'a<<'; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *p;
int main(void) {
  int n = 0, c;
  while ((c = getchar()) != EOF) {
    if (c == '<') n--; else n = 40;
    if (n > 64) break;
    p = realloc(p, n);
    if (!p) n = c == '<' ? 1 : 40;
    if (c == '<') n = -1;
  }
  return 0;
}
