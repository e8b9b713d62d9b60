// time: terminates
struct n{int v; struct n*next;};
int f(struct n*p){
  int k=0;
  while(p){
    k++;
    p=p->next;
  }
  return k;
}
