// memory: main => heap 33
// the function of the program is no other: 33 while it runs
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int atoi(const char*s){ char*p=malloc(33); int n=s[0]&7; free(p); return n; }
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; return atoi(b); }
