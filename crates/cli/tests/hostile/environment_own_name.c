// glibc's name of the program.
// expect: unknown
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
int main(void) { assert(program_invocation_name[0] != 'z'); }
