// time: terminates
unsigned f(unsigned a,unsigned b){
  return b? f(b,a%b):a;
}
