// Literals with another rest lie at other addresses.
// expect: proved
#include <assert.h>

int main(void) {
  const char *a = "xabc", *b = "abd";
  assert(a + 1 != b && a != b);
  return 0;
}
