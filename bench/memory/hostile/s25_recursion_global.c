// memory: f => stack 5000
static int left;
static void w(void){ volatile char b[500]; b[1]=1; if(left==0) return; left--; w(); b[2]=1; }
int f(unsigned n){ left = n>9?9:(int)n; w(); return 0; }
