// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int n __attribute__((section("cnt"), used));
extern int __start_cnt[];
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    if (n < 3) { char *d = malloc(1000); if (!d) break; n++; }
    __start_cnt[0] = 0;
  }
  return 0;
}