// memory: main => heap 12
// stdin "abcdefghij": 10 letters are two words of 5
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char a[6]="",b[6]=""; scanf("%5s%5s",a,b); char*p=strdup(a),*q=strdup(b); free(q); free(p); return 0; }
