// memory: main => stack 5000
__attribute__((destructor)) static void late(void){ volatile char b[5000]; b[7]=1; }
int main(void){ return 0; }
