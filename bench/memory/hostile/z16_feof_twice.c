// memory: main => heap 80
// stdin "aaaaaaaaaaaa... (70 bytes)": ten lines of 7 characters in a buffer of 8
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[8]=""; static char*t[10]; int n=0; while(!feof(stdin)&&n<10){ fgets(b,sizeof b,stdin); t[n++]=strdup(b); } while(n) free(t[--n]); return 0; }
