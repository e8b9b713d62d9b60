// expect: proved
#include <ctype.h>
#include <everypath.h>

int main(void) {
  unsigned char c;
  ep_symbolic(&c, sizeof c, "c");
  ep_assume(c < 128);
  if (isalpha(c))
    ep_assert(!isdigit(c) && isalnum(c));
  if (isupper(c))
    ep_assert(tolower(c) == c + 32);
  ep_assert(!!isxdigit(c) == ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
                              (c >= 'A' && c <= 'F')));
  return 0;
}
