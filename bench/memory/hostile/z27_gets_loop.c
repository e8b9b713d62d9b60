// memory: main => heap 12
// stdin "aaaaaaaaaaa": 11 characters and the end
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[12]; int i=0,c; while(i<11&&(c=getchar())!='\n'&&c!=EOF) b[i++]=(char)c; b[i]=0; char*p=strdup(b); free(p); return 0; }
