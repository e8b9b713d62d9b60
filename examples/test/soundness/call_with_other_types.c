// A call through a pointer of another type has no meaning.
// expect: unknown
static long wide(void) {
  return 0x123456789abL;
}

int main(void) {
  int (*f)(void) = (int (*)(void))wide;
  return f() == 1;
}
