// memory: main --stdin 1 => heap 256
// stdin "\xff": a byte of 255 and one
#include <stdio.h>
#include <stdlib.h>
static int rd(FILE*f){ return fgetc(f); }
int main(void){ FILE*in=stdin; char*p=malloc(rd(in)+1); free(p); return 0; }
