// gmtime does not depend on anything.
// expect: proved
#include <time.h>
#include <assert.h>
int main(void) { time_t t = 86400; struct tm *m = gmtime(&t); if (m) assert(m->tm_mday == 2 && m->tm_hour == 0); }
