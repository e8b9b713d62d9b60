// Obstacle: parameters of a function.
// flags: --entry discount
// seed: 0123456789ab
#include <stdlib.h>

int discount(int price, short percent, const unsigned char *code) {
  if (price <= 0 || price > 100000 || percent < 0 || percent > 100) return -1;
  if (code[0] == 'V' && code[1] == 'I' && price * percent == 7700) abort(); // bug: abort
  return price - price * percent / 100;
}
