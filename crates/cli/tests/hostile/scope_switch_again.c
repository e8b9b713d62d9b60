// What the last round left in it is not there in the next one.
// expect: violated
// expect-unconfirmed: the place is the same
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int r = 0;
  for (int i = 0; i < 2; i++)
    switch (i) { int x; case 0: x = 5; break; case 1: if (x == 5) r = 1; // bug: uninitialised-read
    }
  return r;
}
