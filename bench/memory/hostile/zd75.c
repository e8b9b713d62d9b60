// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero | tr '\0' x
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int a;
int main(void) {
  int c, i;
  while ((c = getchar()) != EOF) {
    if (a >= 3) continue;
    char *e = malloc(1000);
    if (!e) continue;
    for (i = 0; i < 2; i++) { if (c == 'x') goto next; a++; }
next:;
  }
  return 0;
}