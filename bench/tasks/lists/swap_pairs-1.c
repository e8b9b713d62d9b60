extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "swap_pairs-1.c", 1, "reach_error"); }
// Swaps neighbours in a list; the sum of the values stays.
struct node { int value; struct node *next; };
int main(void) {
  struct node n[5];
  int sum = 0, after = 0;
  for (int i = 0; i < 5; i++) {
    n[i].value = __VERIFIER_nondet_uchar();
    n[i].next = i < 4 ? &n[i + 1] : 0;
    sum += n[i].value;
  }
  struct node **p = &n[0].next;
  while (*p && (*p)->next) {
    struct node *a = *p, *b = a->next;
    a->next = b->next;
    b->next = a;
    *p = b;
    p = &a->next;
  }
  for (struct node *i = &n[0]; i; i = i->next) after += i->value;
  if (after != sum) reach_error();
  return 0;
}
