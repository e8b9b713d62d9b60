/* Devices at fixed addresses (`--mmio`), for native replay on Linux and x86.
 *
 * The pages of a device can neither be read nor written. An access ends in
 * SIGSEGV, whose handler puts what the run of Everypath recorded for a read at
 * the address, opens the page and lets the processor make one step (the trap
 * flag); SIGTRAP closes the page again. So every access of a register is seen,
 * whatever code makes it. EVERYPATH_DEVICES names the ranges:
 * `0x40011000:0x400,...`.
 *
 * AddressSanitizer keeps its shadow memory in the middle of the low addresses
 * (2 GiB and up on 64 bits). What lies in the hole between its parts can be
 * opened page by page; where a device lies in the shadow itself, the process
 * ends with the word "unreadable". */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* A user may have functions of these names, and symbols are found by name. */
#define add ep_own_add
#define fault ep_own_fault
#define install ep_own_install
#define is_closed ep_own_is_closed
#define is_register ep_own_is_register
#define open_shadow ep_own_open_shadow
#define step ep_own_step

#define PAGE ((uintptr_t)4096)
#define TRAP_FLAG 0x100
#define WRITE_FAULT 2

void ep_replay_load(void);
void ep_replay_device(uint64_t address, void *room);
void ep_replay_unreadable(const char *what, const char *why);

/* What AddressSanitizer says of its shadow; absent without it. */
extern void __asan_get_shadow_mapping(size_t *scale, size_t *offset)
    __attribute__((weak));

enum { DEVICES = 64 };
static struct {
  uintptr_t base, size;
} devices[DEVICES];
static unsigned device_count;
static struct sigaction before_fault, before_trap;
/* The page that is open during a step. */
static volatile uintptr_t open_page;

static int is_register(uintptr_t a) {
  for (unsigned i = 0; i < device_count; i++)
    if (a - devices[i].base < devices[i].size)
      return 1;
  return 0;
}

static void fault(int sig, siginfo_t *info, void *context) {
  ucontext_t *c = context;
  uintptr_t a = (uintptr_t)info->si_addr;
  uintptr_t page = a & ~(PAGE - 1);
  if (open_page || !is_register(a) ||
      mprotect((void *)page, PAGE, PROT_READ | PROT_WRITE) != 0) {
    /* None of ours: the instruction faults again under the other handler. */
    sigaction(sig, &before_fault, NULL);
    return;
  }
  open_page = page;
  if (!(c->uc_mcontext.gregs[REG_ERR] & WRITE_FAULT))
    ep_replay_device(a, (void *)a);
  c->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

static void step(int sig, siginfo_t *info, void *context) {
  ucontext_t *c = context;
  (void)info;
  if (!open_page) {
    sigaction(sig, &before_trap, NULL);
    return;
  }
  mprotect((void *)open_page, PAGE, PROT_NONE);
  open_page = 0;
  c->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

/* Whether nothing can be read at an address; the kernel looks. */
static int is_closed(uintptr_t a) {
  int fd[2];
  if (pipe(fd) != 0)
    return 0;
  /* Not `write`: a sanitizer would look at the address itself. */
  int closed = syscall(SYS_write, fd[1], (void *)a, 1) < 0 && errno == EFAULT;
  close(fd[0]);
  close(fd[1]);
  return closed;
}

/* Makes the shadow of a page in the hole of the shadow readable: it is zero,
 * which says that all of the page may be used. */
static void open_shadow(uintptr_t page) {
  size_t scale, offset;
  if (!__asan_get_shadow_mapping)
    return;
  __asan_get_shadow_mapping(&scale, &offset);
  uintptr_t shadow = ((page >> scale) + offset) & ~(PAGE - 1);
  if (is_closed(shadow))
    mprotect((void *)shadow, PAGE, PROT_READ);
}

static void add(uintptr_t base, uintptr_t size) {
  char what[64];
  snprintf(what, sizeof what, "the device at 0x%llx", (unsigned long long)base);
  if (device_count == DEVICES)
    ep_replay_unreadable(what, "more than 64 devices");
  uintptr_t first = base & ~(PAGE - 1);
  for (uintptr_t page = first; page - first < size + (base - first); page += PAGE) {
    void *got = mmap((void *)page, PAGE, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == (void *)page) {
      open_shadow(page);
      continue;
    }
    if (got != MAP_FAILED)
      munmap(got, PAGE);
    /* Another device on the page, or the hole of the shadow: both are closed. */
    if (!is_closed(page))
      ep_replay_unreadable(what, "the native build has memory of its own there");
    open_shadow(page);
  }
  devices[device_count].base = base;
  devices[device_count++].size = size;
}

__attribute__((constructor(101))) static void install(void) {
  const char *text = getenv("EVERYPATH_DEVICES");
  if (!text)
    return;
  ep_replay_load();
  while (*text) {
    char *end;
    uintptr_t base = (uintptr_t)strtoull(text, &end, 0);
    uintptr_t size = *end == ':' ? (uintptr_t)strtoull(end + 1, &end, 0) : 0;
    if (size)
      add(base, size);
    text = *end == ',' ? end + 1 : "";
  }
  struct sigaction act;
  memset(&act, 0, sizeof act);
  act.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  act.sa_sigaction = fault;
  sigaction(SIGSEGV, &act, &before_fault);
  act.sa_sigaction = step;
  sigaction(SIGTRAP, &act, &before_trap);
}
