#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  char s[5];
  const char *w = __VERIFIER_nondet_bool() ? "four" : "odd";
  strcpy(s, w);
  return s[0] == 'f';
}
