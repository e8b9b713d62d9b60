// There can be arguments.
// expect: violated
#include <string.h>
int main(int argc, char **argv) {
  char b[4];
  if (argc > 1)
    strcpy(b, argv[1]); // bug: out-of-bounds-write
  return 0;
}
