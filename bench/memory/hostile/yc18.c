// memory: main => heap 600+
// scanf sets the counter back
// INPUT: for i in $(seq 60); do echo 0; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int n = 0;
  for (;;) {
    if (scanf("%d", &n) != 1) break;
    if (n < 10) {
      char *x = malloc(10);
      if (!x) break;
      x[0] = 1;
      n++;
    }
  }
  return 0;
}
