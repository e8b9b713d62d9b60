extern unsigned char __VERIFIER_nondet_uchar(void);
// Work is split in halves until its parts are small.
int main(void) {
  int stack[40], top = 0;
  stack[top++] = __VERIFIER_nondet_uchar();
  while (top > 0) {
    int n = stack[--top];
    if (n > 1 && top < 38) {
      stack[top++] = n / 2;
      stack[top++] = n / 3;
    }
  }
  return 0;
}
