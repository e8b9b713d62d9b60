// expect: proved
#include <everypath.h>
#include <stddef.h>

static int cell = 5;

int main(void) {
  int key;
  ep_symbolic(&key, sizeof key, "key");
  int *p = key == 7 ? &cell : NULL;
  return p ? *p : 0;
}
