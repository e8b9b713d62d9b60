// time: forever
unsigned f(unsigned char n){
  return n==1?1:n*f(n-2);
}
