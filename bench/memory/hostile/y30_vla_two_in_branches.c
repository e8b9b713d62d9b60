// memory: f => stack 750
// the second array of a branch comes beside the first of the function
int f(unsigned char n){ char a[n+1]; a[n]=1; if(n&1){ char b[2*n+1]; b[2*n]=2; return a[n]+b[2*n]; } else { char c[n/2+1]; c[n/2]=3; return a[n]+c[n/2]; } }
