// memory: main --stdin 5 => heap 106
// stdin "abcde": %ms begins with 100 bytes, and moves to 6 at the end
#include <stdio.h>
#include <stdlib.h>
int main(void){ char*s=0; if(scanf("%ms",&s)!=1) return 1; free(s); return 0; }
