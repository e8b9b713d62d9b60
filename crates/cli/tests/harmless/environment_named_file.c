// Counting what is in the file that an argument names.
// expect: proved-up-to
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  FILE *f = fopen(argv[1], "r");
  if (!f)
    return 1;
  int lines = 0, bytes = 0, c;
  while ((c = getc(f)) != EOF) {
    bytes++;
    lines += c == '\n';
  }
  assert(lines >= 0 && lines <= bytes);
  fclose(f);
  return 0;
}
