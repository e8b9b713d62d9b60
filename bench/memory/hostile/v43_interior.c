// memory: f => heap 128
#include <stdlib.h>
struct o{ long h; struct { char pad[56]; } b; };
static void*get(void){ struct o*o=malloc(sizeof *o); return &o->b; }
static void put(void*b){ free((char*)b-8); }
int f(int k){ void*a=get(); if(k){ void*b=get(); put(b);} else { put(a); a=get(); } put(a); return 0; }
