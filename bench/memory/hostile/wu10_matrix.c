// memory: main => heap 216+
// called with: 9 8
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <ctype.h>
#include <errno.h>
#include <unistd.h>
#include <getopt.h>

int main(int argc,char**argv){ if(argc!=3) return 1; int r=atoi(argv[1]),c=atoi(argv[2]); if(r<1||r>9||c<1||c>8) return 1; char**m=malloc(r*sizeof*m); for(int i=0;i<r;i++) m[i]=malloc(c*2); for(int i=0;i<r;i++) free(m[i]); free(m); return 0; }
