// memory: f => heap 104
// 64 and 32, and the block of 8 while the bytes move: 104 (80 with k)
#include <stdlib.h>
int f(int k){ char*p=malloc(64); char*q=malloc(32); if(k) { free(q); q=0; } p=realloc(p,k?16:8); free(q); free(p); return 0; }
