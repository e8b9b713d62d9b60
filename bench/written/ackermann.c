// time: terminates
unsigned f(unsigned m,unsigned n){
  if(!m) return n+1;
  if(!n) return f(m-1,1);
  return f(m-1,f(m,n-1));
}
