// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
static int n;
static void h(int s) { n = 0; }
int main(void) {
  int c;
  signal(SIGUSR1, h);
  while ((c = getchar()) != EOF) {
    if (n < 3) { char *d = malloc(1000); if (!d) break; n++; }
    if (c == 0) raise(SIGUSR1);
  }
  return 0;
}