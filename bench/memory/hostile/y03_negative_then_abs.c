// memory: f => heap 128
// a negative size fails, its absolute value does not
#include <stdlib.h>
int f(signed char n){ char*p=malloc((size_t)(long)n); if(p){ free(p); return 0; } char*q=malloc((size_t)(-(int)n)); free(q); return 0; }
