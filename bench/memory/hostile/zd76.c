// memory: main => heap 12000+
// INPUT: printf aaaaaaaaaaaaaaaaaaaaa
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int a;
int main(void) {
  int c;
  for (int k = 0; k < 4; k++) {
  while ((c = getchar()) == 'a') {
    if (a >= 3) break;
    char *e = malloc(1000);
    if (!e) continue;
    a++;
  }
  a = 0; }
  return 0;
}