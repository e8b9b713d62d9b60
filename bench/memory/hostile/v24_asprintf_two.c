// memory: f => heap 24
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int f(int a,int b){ char*p,*q; asprintf(&p,"%d",a); asprintf(&q,"%d",b); free(p); free(q); return 0; }
