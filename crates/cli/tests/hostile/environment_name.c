// The name of the program.
// expect: violated
#include <string.h>
int main(int argc, char **argv) {
  char b[6];
  if (argc > 0)
    strcpy(b, argv[0]); // bug: out-of-bounds-write
  return 0;
}
