#include <everypath.h>
#include <stdlib.h>

int f(int c) {
  ep_assume(c >= 0);
  int **matrix = malloc(5 * sizeof(int *));
  char *b = malloc(c);
  for (int i = 0; i <= 3; i++)
    if (i % 2 == 0)
      matrix[i] = malloc(i * sizeof(int));
  free(b);
  return matrix[0] != 0;
}
