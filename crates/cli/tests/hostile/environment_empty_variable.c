// A variable that is set to nothing.
// expect: violated
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *path = getenv("DIR");
  char b[32] = "/tmp";
  if (path)
    strcpy(b, path);
  return b[strlen(b) - 1] == '/'; // bug: out-of-bounds-read
}
