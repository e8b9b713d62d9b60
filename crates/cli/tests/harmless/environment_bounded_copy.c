// A copy that looks at the length.
// expect: proved-up-to
#include <stdio.h>
int main(int argc, char **argv) {
  char b[16];
  if (argc > 1)
    snprintf(b, sizeof b, "%s", argv[1]);
  return 0;
}
