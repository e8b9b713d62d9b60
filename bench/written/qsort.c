// time: terminates
// Without signed overflow (`--overflow assume`); with wrap-around some inputs leave the array.
void f(int *a,int lo,int hi){
  if(lo>=hi) return;
  int p=a[hi],i=lo;
  for(int j=lo;j<hi;j++) if(a[j]<p){
    int t=a[i];
    a[i]=a[j];
    a[j]=t;
    i++;
  } int t=a[i];
  a[i]=a[hi];
  a[hi]=t;
  f(a,lo,i-1);
  f(a,i+1,hi);
}
