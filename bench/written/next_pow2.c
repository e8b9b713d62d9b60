// time: forever
unsigned f(unsigned n){
  unsigned p=1;
  while(p<n) p<<=1;
  return p;
}
