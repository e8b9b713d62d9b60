// memory: f => heap 48
// the old block of a row is freed before the new one; three rows of 16
#include <stdlib.h>
static void set(char**p){ free(*p); *p=malloc(16); }
int f(unsigned long s){ char*row[3]={0,0,0}; for(int i=0;i<12;i++){ set(&row[(s>>(2*i)&3)%3]); } for(int i=0;i<3;i++) free(row[i]); return 0; }
