// A loop by computed goto: the local of the round before.
// expect: violated
// expect-unconfirmed: the place is the same
int main(void) {
  static void *to[] = { &&top, &&end }; int *p = 0, i = 0, r = 0;
top: { int x = i; if (p) r = *p; // bug: use-after-return
  p = &x; i++; goto *to[i > 1]; }
end: return r;
}
