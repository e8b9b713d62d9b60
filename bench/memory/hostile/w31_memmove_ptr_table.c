// memory: f => heap 90
// pointers are moved with memmove when one is taken out: three blocks of 30 at most
#include <stdlib.h>
#include <string.h>
static char*t[3]; static int n;
static void add(void){ if(n<3) t[n++]=malloc(30); }
static void take(int i){ if(i>=n) return; free(t[i]); memmove(&t[i],&t[i+1],(n-i-1)*sizeof *t); n--; }
int f(unsigned s){ n=0; for(int k=0;k<8;k++){ unsigned o=s>>(3*k)&7; if(o<4) add(); else take(o&3); } while(n) take(0); return 0; }
