// What is in a file.
// expect: violated
#include <assert.h>
#include <stdio.h>
int main(void) {
  FILE *f = fopen("settings", "r");
  if (!f)
    return 0;
  int c = fgetc(f);
  fclose(f);
  assert(c != '#'); // bug: assertion-failure
  return 0;
}
