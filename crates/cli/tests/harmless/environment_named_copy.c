// What is written can be read where it was written, whatever the name is.
// expect: proved-up-to
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  FILE *f = fopen(argv[1], "w+");
  if (!f)
    return 1;
  fputs("ab", f);
  rewind(f);
  assert(getc(f) == 'a' && getc(f) == 'b' && getc(f) == EOF);
  fclose(f);
  return 0;
}
