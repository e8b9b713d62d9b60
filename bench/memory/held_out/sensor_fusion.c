// As many sensors as answer; a weight each.
// memory: fuse => heap
#include <stdlib.h>
int fuse(unsigned char present, const short v[8]) {
  int n = 0;
  for (int i = 0; i < 8; i++) n += present >> i & 1;
  short *list = malloc((unsigned)n * sizeof *list);
  int *weight = malloc((unsigned)n * sizeof *weight);
  if ((!list || !weight) && n) { free(list); free(weight); return -1; }
  int k = 0;
  for (int i = 0; i < 8; i++) if (present >> i & 1) { list[k] = v[i]; weight[k++] = 8 - i; }
  int sum = 0, all = 0;
  for (int i = 0; i < n; i++) { sum += list[i] * weight[i]; all += weight[i]; }
  free(list); free(weight);
  return all ? sum / all : 0;
}
