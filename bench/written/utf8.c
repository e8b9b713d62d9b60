// time: terminates
int f(const unsigned char *s){
  int n=0;
  while(*s){
    if((*s&0xC0)!=0x80) n++;
    s++;
  }
  return n;
}
