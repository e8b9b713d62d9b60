extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned hash = 7;
  for (int i = 0; i < 12; i++) hash = hash * 31 + __VERIFIER_nondet_uchar();
  return hash == 5;
}
