extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
// A window slides over a text; it grows on the right, and shrinks on the left.
int main(void) {
  int n = __VERIFIER_nondet_ushort();
  int left = 0, right = 0;
  while (left < n) {
    if (right < n && __VERIFIER_nondet_bool()) right++;
    else if (left < right) left++;
    else if (right == n) break;
  }
  return 0;
}
