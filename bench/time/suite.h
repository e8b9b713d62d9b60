/* The width of the suite's integers: 32 bits, or what -DW says. */
#ifndef W
#define W 32
#endif
#if W == 8
typedef signed char S;
typedef unsigned char U;
#define UMAX 255
#define SMAX 127
#elif W == 16
typedef short S;
typedef unsigned short U;
#define UMAX 65535
#define SMAX 32767
#else
typedef int S;
typedef unsigned U;
#define UMAX 4294967295u
#define SMAX 2147483647
#endif
