// Each name of the rules gives a value of its type.
// expect: proved
#include <assert.h>
#include <stddef.h>
#include <sys/types.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern loff_t __VERIFIER_nondet_loff_t(void);
extern long __VERIFIER_nondet_long(void);
extern long long __VERIFIER_nondet_longlong(void);
extern char *__VERIFIER_nondet_pchar(void);
extern pthread_t __VERIFIER_nondet_pthread_t(void);
extern unsigned long __VERIFIER_nondet_sector_t(void);
extern short __VERIFIER_nondet_short(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern unsigned char __VERIFIER_nondet_u8(void);
extern unsigned short __VERIFIER_nondet_u16(void);
extern unsigned __VERIFIER_nondet_u32(void);
extern unsigned long long __VERIFIER_nondet_u64(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  int n = 0;
  assert(__VERIFIER_nondet_bool() <= 1);
  assert(__VERIFIER_nondet_u8() <= 255 && __VERIFIER_nondet_uchar() <= 255);
  assert(__VERIFIER_nondet_u16() <= 65535 && __VERIFIER_nondet_ushort() <= 65535);
  assert(__VERIFIER_nondet_short() >= -32768 && __VERIFIER_nondet_char() >= -128);
  n += __VERIFIER_nondet_int() > 3;
  n += __VERIFIER_nondet_float() > 3;
  n += __VERIFIER_nondet_double() > 3;
  n += __VERIFIER_nondet_loff_t() > 3;
  n += __VERIFIER_nondet_long() > 3;
  n += __VERIFIER_nondet_longlong() > 3;
  n += __VERIFIER_nondet_pchar() == 0;
  n += __VERIFIER_nondet_pthread_t() > 3;
  n += __VERIFIER_nondet_sector_t() > 3;
  n += __VERIFIER_nondet_size_t() > 3;
  n += __VERIFIER_nondet_u32() > 3;
  n += __VERIFIER_nondet_u64() > 3;
  n += __VERIFIER_nondet_uint() > 3;
  n += __VERIFIER_nondet_ulong() > 3;
  n += __VERIFIER_nondet_ulonglong() > 3;
  n += __VERIFIER_nondet_unsigned() > 3;
  assert(0 <= n && n <= 16);
  return 0;
}
