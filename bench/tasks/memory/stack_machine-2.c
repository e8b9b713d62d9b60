extern unsigned char __VERIFIER_nondet_uchar(void);
// A calculator in postfix notation with a small stack.
int main(void) {
  int stack[4], top = 0;
  for (int step = 0; step < 12; step++) {
    unsigned char op = __VERIFIER_nondet_uchar() % 3;
    if (op == 0 && top < 4) stack[top++] = step;
    else if (op == 1 && top >= 1) { top--; stack[top - 1] += stack[top]; }
    else if (op == 2 && top >= 1) top--;
  }
  return top;
}
