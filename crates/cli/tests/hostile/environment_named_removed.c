// Removing what an argument names may remove "x".
// expect: unknown
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  FILE *f = argc == 2 ? fopen("x", "w") : 0;
  if (!f)
    return 1;
  fclose(f);
  remove(argv[1]);
  assert(fopen("x", "r"));
}
