/* Error handling by longjmp. memory: setjump => heap 100 */
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf env;
static void work(int x) { char *p = malloc(100); if (x == 3) { free(p); longjmp(env, 1); } free(p); }
int setjump(int x) { if (setjmp(env)) return 1; work(x); return 0; }
