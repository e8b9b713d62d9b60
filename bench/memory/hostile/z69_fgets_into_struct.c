// memory: main => heap 98
// stdin "aaab": a line goes over a text into the size behind it, in one object
#include <stdio.h>
#include <stdlib.h>
struct s{ char text[3]; char n; };
int main(void){ union{ struct s s; char raw[5]; } u={{{0},0}}; if(!fgets(u.raw,sizeof u.raw,stdin)||u.s.n<0||u.s.n>98) return 1; char*p=malloc(u.s.n); free(p); return 0; }
