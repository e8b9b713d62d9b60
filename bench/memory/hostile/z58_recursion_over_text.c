// memory: main => stack 900
// stdin "aaaaaaaaaaaaaaaaaaa": 20 frames with 32 bytes of locals, a return address and a saved register each: 20 * 48
#include <stdio.h>
#include <stdlib.h>
static int rec(const char*s){ volatile char l[32]; l[0]=*s; if(!*s) return 0; return l[0]+rec(s+1); }
int main(void){ char b[20]; if(!fgets(b,sizeof b,stdin)) return 1; return rec(b)&1; }
