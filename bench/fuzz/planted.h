/* A planted bug: says its number, so that runs can be compared, and aborts. */
#ifndef PLANTED_H
#define PLANTED_H
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLANTED(number)                              \
  do {                                               \
    fprintf(stderr, "planted bug %d\n", (number));   \
    abort();                                         \
  } while (0)
#endif
