extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned price = __VERIFIER_nondet_ushort(), paid = 0, coins = 0;
  while (paid < price) {
    unsigned coin = __VERIFIER_nondet_uchar();
    if (coin == 0) coin = 1;
    paid += coin;
    coins++;
  }
  return coins > 70000;
}
