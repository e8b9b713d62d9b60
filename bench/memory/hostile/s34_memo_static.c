// memory: f => stack 5000
static int depth(int n){ static int calls; volatile char b[500]; b[0]=n; if(++calls>=10) { calls=0; return 0; } return depth(n)+b[0]; }
int f(int n){ return depth(n); }
