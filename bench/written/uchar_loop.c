// time: forever
int f(unsigned char n){
  int s=0;
  for(unsigned char i=0;i<=n;i++) s+=i;
  return s;
}
