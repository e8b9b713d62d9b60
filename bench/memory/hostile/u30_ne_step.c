// memory: f => heap
#include <stdlib.h>
int f(unsigned char a){ unsigned char i=a; do { malloc(10); i+=5; } while(i!=a && i%5!=a%5+1 && i>a); return 0; }
