/* Runs one file through a target: tells which planted bug an input shows. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
  FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!f)
    return 2;
  static uint8_t buffer[1 << 20];
  size_t n = fread(buffer, 1, sizeof buffer, f);
  fclose(f);
  uint8_t *data = malloc(n + 1);
  for (size_t i = 0; data && i < n; i++)
    data[i] = buffer[i];
  return LLVMFuzzerTestOneInput(data, n);
}
