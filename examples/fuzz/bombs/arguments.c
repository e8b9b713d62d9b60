// Obstacle: options on the command line.
// flags: --argv
// seed: -x\0yes\0
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  int level = 0;
  for (int i = 1; i < argc; i++) {
    if (argv[i][0] == '-' && argv[i][1] == 'v') level++;
    else if (level && strcmp(argv[i], "zap") == 0) abort(); // bug: abort
  }
  return 0;
}
