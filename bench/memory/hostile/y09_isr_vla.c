// memory: loop --interrupt rx => stack 200
static volatile unsigned char size=10;
void rx(void){ unsigned n=size; char b[n+1]; b[n]=1; (void)b[n]; }
int loop(void){ for(int i=0;i<180;i+=60) size=(unsigned char)(i+60); return 0; }
