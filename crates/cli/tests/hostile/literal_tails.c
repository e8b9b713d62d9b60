// A linker puts a literal that another one ends with into it.
// expect: unknown
#include <assert.h>

int main(void) {
  const char *a = "xabc", *b = "abc";
  assert(a + 1 != b);
  return 0;
}
