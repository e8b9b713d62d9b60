// property: unreach-call
// expect: true
// rule: its address alone calls nothing
void reach_error(void) {}
int main(void) {
  void (*f)(void) = reach_error;
  return f == 0;
}
