// memory: f --strings --buffer 8 => heap 8
#include <stdlib.h>
#include <string.h>
int f(const char*s,int k){ char*p=strndup(s,k); free(p); return 0; }
