// Obstacle: a file's content.
// flags: --args @@
// seed: nothing here
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  if (argc != 2) return 1;
  FILE *f = fopen(argv[1], "rb");
  if (!f) return 1;
  fseek(f, 0, SEEK_END);
  long n = ftell(f);
  rewind(f);
  char *text = malloc((size_t)n + 1);
  if (!text) return 1;
  size_t got = fread(text, 1, (size_t)n, f);
  text[got] = 0;
  fclose(f);
  if (got >= 8 && memcmp(text + 2, "KEY=", 4) == 0 && text[6] == '7') abort(); // bug: abort
  free(text);
  return 0;
}
