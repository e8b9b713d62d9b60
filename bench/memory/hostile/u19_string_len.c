// memory: f --buffer 16 --strings => heap 32
#include <stdlib.h>
#include <string.h>
int f(const char*t){ char*p=malloc(strlen(t)*2+2); strcpy(p,t); strcat(p,t); free(p); return 0; }
