// Pages are collected and written; a page is freed when it is full.
// memory: load => heap
#include <stdlib.h>
#include <string.h>
static unsigned char flash[256];
int load(const unsigned char rec[5][6]) {
  unsigned char *page[4] = {0};
  int fill[4] = {0}, written = 0;
  for (int i = 0; i < 5; i++) {
    unsigned k = rec[i][0] & 3;
    if (!page[k]) { page[k] = malloc(16); if (!page[k]) break; fill[k] = 0; }
    memcpy(page[k] + fill[k], rec[i] + 1, 4);
    fill[k] += 4;
    if (fill[k] == 16 || rec[i][5] == 0xff) {
      memcpy(flash + k * 64, page[k], 16);
      free(page[k]);
      page[k] = 0;
      written++;
    }
  }
  for (int k = 0; k < 4; k++) free(page[k]);
  return written;
}
