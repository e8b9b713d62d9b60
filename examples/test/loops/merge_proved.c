// The near miss of merge_count.c.
// flags: --merge --stdin 20
// expect: proved
#include <stdio.h>
int main(void) {
  char text[20];
  if (fread(text, 1, 20, stdin) != 20)
    return 1;
  int vowels = 0;
  for (int i = 0; i < 20; i++)
    if (text[i] == 'a' || text[i] == 'e')
      vowels++;
  if (vowels > 20)
    __builtin_abort();
  return 0;
}
