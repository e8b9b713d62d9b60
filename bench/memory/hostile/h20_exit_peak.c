// memory: main --args sym:2 => heap 0
#include <stdlib.h>
int main(int c,char**v){ if(c>1&&v[1][0]=='x'){ exit(3);} return 0; }
