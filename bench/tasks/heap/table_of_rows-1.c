#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
// A table whose rows have different lengths.
int main(void) {
  int rows = __VERIFIER_nondet_uchar() % 5;
  int **table = malloc((rows + 1) * sizeof *table);
  for (int i = 0; i < rows; i++) {
    table[i] = malloc((i + 1) * sizeof **table);
    for (int j = 0; j <= i; j++) table[i][j] = i * j;
  }
  int sum = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j <= i; j++) sum += table[i][j];
  for (int i = 0; i < rows; i++) free(table[i]);
  free(table);
  return sum & 1;
}
