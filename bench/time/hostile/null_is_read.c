// time: unknown
// flags: --may-be-null --strict
// because: p may be null
void f(unsigned char *p) {
  while (*p & 1) *p >>= 1;
}
