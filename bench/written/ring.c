// time: terminates
unsigned f(unsigned head,unsigned tail){
  unsigned k=0;
  head&=63;
  tail&=63;
  while(head!=tail){
    head=(head+1)&63;
    k++;
  }
  return k;
}
