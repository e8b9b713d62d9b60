// A compound literal after its block.
// expect-unconfirmed: clang does not end compound literals
// expect: violated
struct pair { int a, b; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct pair *p = &(struct pair){1, 2};
  if (__VERIFIER_nondet_int()) {
    p = &(struct pair){3, 4};
  }
  return p->b; // bug: use-after-return
}
