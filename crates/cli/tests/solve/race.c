// property: no-data-race
// expect: unknown
// rule: not supported yet
int main(void) { return 0; }
