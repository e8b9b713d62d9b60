#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "trim-2.c", 1, "reach_error"); }
int main(void) {
  char s[9];
  for (int i = 0; i < 8; i++) s[i] = __VERIFIER_nondet_bool() ? 'x' : ' ';
  s[8] = 0;
  char *from = s;
  while (*from == ' ') from++;
  char *to = s + 8;
  while (to > from + 1 && to[-2] == ' ') to--;
  *to = 0;
  size_t n = strlen(from);
  if (n > 0 && (from[0] == ' ' || from[n - 1] == ' ')) reach_error();
  return 0;
}
