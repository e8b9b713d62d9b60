// Pages 77-78 of the lecture: four independent letters, an error when three of
// them are right. From `good` one expansion gives four inputs with one right
// letter each, and the whole search the sixteen of the slide.
//
//   everypath fuzz examples/fuzz/top.c --entry top --seed examples/fuzz/top --show-tree
#include <stdlib.h>

void top(char input[4]) {
  int cnt = 0;
  if (input[0] == 'b') cnt++;
  if (input[1] == 'a') cnt++;
  if (input[2] == 'd') cnt++;
  if (input[3] == '!') cnt++;
  if (cnt >= 3) abort(); // bug: abort
}
