// memory: loop --interrupt lo:1 --interrupt hi:2 => stack 700
// lo in the middle of loop, hi in the middle of lo: 300 + 200 + 200
static void burn(void){ volatile char b[200]; b[0]=1; (void)b[0]; }
void hi(void){ burn(); }
void lo(void){ volatile char c[200]; c[0]=2; (void)c[0]; }
int loop(void){ volatile char d[300]; d[0]=3; return d[0]; }
