// memory: main => heap 100000+
// INPUT: head -c 100 /dev/zero
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *G __attribute__((section("cnt"), used));
extern char *__start_cnt[];
int main(void) {
  int c;
  while ((c = getchar()) != EOF) {
    free(G); G = malloc(1000);
    __start_cnt[0] = 0;
  }
  return 0;
}