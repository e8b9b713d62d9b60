// memory: f => heap 8
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int f(int a){ char*p; if(asprintf(&p,"%s",a?"abcdefg":"z")<0) return 0; free(p); return 0; }
