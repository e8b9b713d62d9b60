// A pointer to a local of an inner block is used behind the block: its `cleanup`
// function was called there, and the local is gone.
// expect: violated
#include <stdlib.h>
static char **kept;
static void release(char **p) {
  free(*p);
  kept = p;
}
int main(void) {
  {
    __attribute__((cleanup(release))) char *q = malloc(3);
    if (!q)
      return 0;
  }
  char *last = *kept; // bug: use-after-return
  return last == 0;
}
