// Obstacle: a variable of the environment.
// flags: --env MODE
// seed: fast
#include <stdlib.h>
#include <string.h>

int main(void) {
  const char *mode = getenv("MODE");
  if (mode && strlen(mode) == 6 && strncmp(mode, "debug", 5) == 0 && mode[5] == '9') abort(); // bug: abort
  return 0;
}
