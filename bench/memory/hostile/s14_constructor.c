// memory: main => stack 5000
static int s;
__attribute__((constructor)) static void early(void){ volatile char b[5000]; b[7]=1; s=b[7]; }
int main(void){ return s; }
