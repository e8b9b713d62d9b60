// memory: f => heap 124
// die() makes and frees 100 while the round's 24 live, and then the program ends
#include <stdlib.h>
static void die(void){ char*q=malloc(100); free(q); exit(1); }
int f(int n){ while(1){ char*p=malloc(24); if(n==9) die(); if(n--<0){ free(p); break; } free(p);} return 0; }
