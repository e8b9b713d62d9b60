// time: terminates
unsigned char f(const unsigned char *d,unsigned n){
  unsigned char c=0xff;
  for(unsigned i=0;i<n;i++){
    c^=d[i];
    for(int b=0;b<8;b++) c=(c&0x80)?(unsigned char)((c<<1)^0x31):(unsigned char)(c<<1);
  }
  return c;
}
