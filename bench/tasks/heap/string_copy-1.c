#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
// Copies a name into a block of its own.
static char *copy(const char *name) {
  size_t n = strlen(name);
  char *s = malloc(n + 1);
  for (size_t i = 0; i <= n; i++) s[i] = name[i];
  return s;
}
int main(void) {
  char name[6];
  for (int i = 0; i < 5; i++) name[i] = (char)__VERIFIER_nondet_bool();
  name[5] = 0;
  char *s = copy(name);
  int first = s[0];
  free(s);
  return first;
}
