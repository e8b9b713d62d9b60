// A variable that is there or not.
// expect: proved-up-to
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *v = getenv("LEVEL");
  char b[16] = "";
  if (v)
    strncpy(b, v, sizeof b - 1);
  return b[15];
}
