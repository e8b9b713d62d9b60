// A stream that is never closed is no leak, whatever the program forgets.
// flags: --check default,leak
// expect: proved
#include <stdio.h>

static FILE *kept;

int main(void) {
  kept = fopen("kept.txt", "w");
  if (kept != NULL)
    fputc('x', kept);
  kept = NULL;
  return 0;
}
