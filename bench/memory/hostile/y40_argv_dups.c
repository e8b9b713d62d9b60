// memory: main --args sym:5,sym:3 => heap 26
// two arguments of 5 and 3: table of 2 pointers, 6 and 4 bytes
#include <stdlib.h>
#include <string.h>
int main(int c,char**v){ char**t=malloc(sizeof(char*)*(size_t)(c-1)); for(int i=1;i<c;i++) t[i-1]=strdup(v[i]); for(int i=1;i<c;i++) free(t[i-1]); free(t); return 0; }
