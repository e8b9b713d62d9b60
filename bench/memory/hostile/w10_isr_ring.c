// memory: loop --interrupt rx:1 => stack 184
// loop calls work (a buffer of 96), the handler has one of 64 and calls push: both and three return addresses
volatile unsigned char head,tail; volatile unsigned char ring[16];
static void push(unsigned char c){ ring[head&15]=c; head++; }
void rx(void){ unsigned char b[64]; for(int i=0;i<64;i++) b[i]=(unsigned char)i; push(b[head&63]); }
static int work(void){ volatile char b[96]; for(int i=0;i<96;i++) b[i]=(char)i; return b[3]; }
int loop(void){ int s=0; for(int i=0;i<4;i++){ if(head!=tail){ s+=ring[tail&15]; tail++; } s+=work(); } return s; }
