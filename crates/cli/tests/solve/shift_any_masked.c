// property: valid-memsafety
// expect: true
// rule: any value is still a value of its type
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() & 63;
  unsigned char a[256];
  for (int i = 0; i < 256; i++) a[i] = (unsigned char)i;
  unsigned char k = (unsigned char)(3u >> n);
  return a[k] == 300;
}
