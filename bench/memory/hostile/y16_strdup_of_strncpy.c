// memory: f --buffer 40 => heap 20
#include <stdlib.h>
#include <string.h>
int f(const char s[40]){ char b[20]; strncpy(b,s,19); b[19]=0; char*d=strdup(b); free(d); return 0; }
