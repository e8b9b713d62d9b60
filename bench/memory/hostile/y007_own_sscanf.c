// memory: main => heap 44
// the function of the program is no other: a block of 44
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char*kept; static int count(const char*s,const char*f,...){ (void)f; kept=malloc(44); return s[0]; }
#define sscanf count
int main(void){ char b[16]; int n; if(!fgets(b,sizeof b,stdin)) return 1; n=sscanf(b,"%d",&n); free(kept); return n; }
