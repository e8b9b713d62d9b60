// An interpreter with a local around all its labels and one in each.
// expect: proved
#include <assert.h>
int main(void) { static void *op[] = { &&add, &&dup, &&end }; static const char code[] = {0, 1, 0, 1, 2}; int pc = 0, acc = 1;
  { int *top; int cell = 5; top = &cell; goto *op[(int)code[pc++]];
add: { int t = acc; int *q = &t; acc = *q + *top; goto *op[(int)code[pc++]]; }
dup: { int t; int *q = &t; *q = acc; acc += *q; goto *op[(int)code[pc++]]; }
end: assert(*top == 5 && acc == 34); }
  return 0; }
