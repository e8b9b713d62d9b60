// Two halves that change places; a third one only while a frame is late.
// memory: frames => heap
#include <stdlib.h>
#include <string.h>
int frames(const unsigned char late[6]) {
  unsigned char *front = malloc(64), *back = malloc(64), *spare = 0;
  if (!front || !back) { free(front); free(back); return -1; }
  int missed = 0;
  for (int i = 0; i < 6; i++) {
    if (late[i] > 200) {
      if (!spare) spare = malloc(64);
      if (spare) memset(spare, i, 64);
      missed++;
    } else {
      free(spare);
      spare = 0;
      memset(back, i, 64);
      unsigned char *t = front; front = back; back = t;
    }
  }
  free(front); free(back); free(spare);
  return missed;
}
