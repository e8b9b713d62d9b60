// memory: main => heap 9000+
// INPUT: printf aaabaaabaaab
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int a;
int main(void) {
  int c;
  for (;;) {
  while ((c = getchar()) == 'a') {
    if (a >= 3) break;
    char *e = malloc(1000);
    if (!e) continue;
    a++;
  }
  if (c == EOF) break;
  if (c == 'b') a = 0; }
  return 0;
}