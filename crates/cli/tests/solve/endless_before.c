// property: unreach-call
// expect: true or unknown
// rule: a loop without an end hides what stands behind it
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
  while (1) ;
  reach_error();
}
