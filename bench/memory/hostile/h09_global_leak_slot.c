// memory: f => heap 700
#include <stdlib.h>
static char *keep;
int f(int a){ keep=malloc(300); if(a>2) keep=malloc(400); free(keep); keep=0; return 0; }
