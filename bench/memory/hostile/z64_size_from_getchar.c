// memory: main => heap 255
// stdin "\xff": malloc(getchar()): at the end it is -1, which fails
#include <stdio.h>
#include <stdlib.h>
int main(void){ char*p=malloc(getchar()); free(p); return 0; }
