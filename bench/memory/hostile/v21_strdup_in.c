// memory: main --stdin 8 => heap 18
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[9]; size_t n=fread(b,1,8,stdin); b[n]=0; char*p=strdup(b),*q=strdup(b); free(p); free(q); return 0; }
