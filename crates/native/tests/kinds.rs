//! For every kind of error a small program with the input that shows it, and
//! with an input that does not: the first is confirmed, the second is refused
//! with the right reason. The predicted line is the one marked `// BUG`.

mod common;

use common::{bug, int, native, refused, require_confirmed};
use ep_base::outcome::{ErrorKind, Input};

const HEAD: &str = "#include <everypath.h>\n#include <stdlib.h>\n#include <string.h>\n\
#include <assert.h>\nstatic int input(void) { int k; ep_symbolic(&k, sizeof k, \"k\"); return k; }\n";

/// Confirmed with `k = right`; with `k = wrong` refused for `reason`.
fn kind(kind: ErrorKind, body: &str, right: i32, wrong: i32, reason: &str, by: &str) {
    let text = format!("{HEAD}{body}");
    let (_folder, mut native) = native(&text, |_| {});
    let confirmed = native.confirm(&bug(&text, kind, vec![int("k", right)]));
    require_confirmed(&confirmed, by);
    let inputs: Vec<Input> = vec![int("k", wrong)];
    let why = refused(&native.confirm(&bug(&text, kind, inputs)));
    assert!(why.contains(reason), "{kind}: {why}");
    // The same run does not confirm a prediction one line further.
    let mut moved = bug(&text, kind, vec![int("k", right)]);
    moved.place.line += 100;
    moved.place.function = "elsewhere".into();
    moved.stack.clear();
    let why = refused(&native.confirm(&moved));
    assert!(why.contains("another place"), "{kind}: {why}");
}

const ASAN: &str = "AddressSanitizer";
const UBSAN: &str = "UndefinedBehaviorSanitizer";
const FINE: &str = "ended normally with status 0";

#[test]
fn out_of_bounds_read() {
    kind(
        ErrorKind::OutOfBoundsRead,
        "int main(void) {\n  char *p = calloc(8, 1); int k = input();\n  if (k < 0) return 0;\n  return p[k]; // BUG\n}\n",
        8,
        7,
        FINE,
        ASAN,
    );
}

#[test]
fn out_of_bounds_read_is_not_a_write() {
    let text =
        format!("{HEAD}int main(void) {{ char *p = calloc(8, 1);\n p[input()] = 1; // BUG\n}}\n");
    let (_folder, mut native) = native(&text, |_| {});
    let why = refused(&native.confirm(&bug(&text, ErrorKind::OutOfBoundsRead, vec![int("k", 8)])));
    assert!(
        why.contains("a different error: heap-buffer-overflow (write of 1 byte)"),
        "{why}"
    );
}

#[test]
fn out_of_bounds_write() {
    kind(
        ErrorKind::OutOfBoundsWrite,
        "int main(void) {\n  int a[4]; int b[100]; int k = input(); b[0] = 0;\n  a[k] = 1; // BUG\n  return b[0];\n}\n",
        20,
        3,
        FINE,
        UBSAN,
    );
}

#[test]
fn out_of_bounds_in_a_library_call() {
    kind(
        ErrorKind::OutOfBoundsWrite,
        "int main(void) {\n  char *p = malloc(8);\n  memset(p, 1, input()); // BUG\n  return 0;\n}\n",
        9,
        8,
        FINE,
        ASAN,
    );
}

#[test]
fn null_dereference() {
    kind(
        ErrorKind::NullDereference,
        "struct s { int a, b; };\nint main(void) {\n  struct s x = {0}, *p = input() ? 0 : &x;\n  return p->b; // BUG\n}\n",
        1,
        0,
        FINE,
        ASAN,
    );
}

#[test]
fn use_after_free() {
    kind(
        ErrorKind::UseAfterFree,
        "int main(void) {\n  char *p = calloc(8, 1);\n  if (input()) free(p);\n  return *p; // BUG\n}\n",
        1,
        0,
        FINE,
        ASAN,
    );
}

#[test]
fn use_after_return() {
    kind(
        ErrorKind::UseAfterReturn,
        "static int g;\nstatic int *leak(int k) { int x = k; int *p = k ? &x : &g; return p; }\nint main(void) {\n  int *p = leak(input());\n  return *p; // BUG\n}\n",
        1,
        0,
        FINE,
        ASAN,
    );
}

#[test]
fn double_free() {
    kind(
        ErrorKind::DoubleFree,
        "int main(void) {\n  char *p = malloc(8); free(p);\n  if (input())\n    free(p); // BUG\n  return 0;\n}\n",
        1,
        0,
        FINE,
        ASAN,
    );
}

#[test]
fn invalid_free() {
    kind(
        ErrorKind::InvalidFree,
        "int main(void) {\n  char *p = malloc(8);\n  free(p + input()); // BUG\n  return 0;\n}\n",
        4,
        0,
        FINE,
        ASAN,
    );
}

#[test]
fn leak() {
    kind(
        ErrorKind::Leak,
        "static void work(int k) {\n  char *p = malloc(24); // BUG\n  if (k) p = 0;\n  free(p);\n}\nint main(void) { work(input()); return 0; }\n",
        1,
        0,
        FINE,
        "LeakSanitizer",
    );
}

#[test]
fn uninitialised_read() {
    kind(
        ErrorKind::UninitialisedRead,
        "int main(void) {\n  int x;\n  if (!input()) x = 1;\n  if (x == 1) // BUG\n    return 0;\n  return 0;\n}\n",
        1,
        0,
        FINE,
        "MemorySanitizer",
    );
}

#[test]
fn division_by_zero() {
    kind(
        ErrorKind::DivisionByZero,
        "int main(void) {\n  int k = input();\n  return 0 * (10 / k); // BUG\n}\n",
        0,
        5,
        FINE,
        UBSAN,
    );
}

#[test]
fn an_overflowing_division_is_no_division_by_zero() {
    let text = format!("{HEAD}int main(void) {{ int d = -1;\n return input() / d; // BUG\n}}\n");
    let (_folder, mut native) = native(&text, |_| {});
    let inputs = vec![int("k", i32::MIN)];
    require_confirmed(
        &native.confirm(&bug(&text, ErrorKind::SignedOverflow, inputs.clone())),
        UBSAN,
    );
    let why = refused(&native.confirm(&bug(&text, ErrorKind::DivisionByZero, inputs)));
    assert!(why.contains("a different error"), "{why}");
}

#[test]
fn signed_overflow() {
    kind(
        ErrorKind::SignedOverflow,
        "int main(void) {\n  int k = input();\n  k = k + 1; // BUG\n  return 0;\n}\n",
        i32::MAX,
        7,
        FINE,
        UBSAN,
    );
}

#[test]
fn oversized_shift() {
    kind(
        ErrorKind::OversizedShift,
        "int main(void) {\n  int k = input();\n  k = 1 << k; // BUG\n  return 0;\n}\n",
        40,
        4,
        FINE,
        UBSAN,
    );
}

#[test]
fn reached_unreachable() {
    kind(
        ErrorKind::ReachedUnreachable,
        "int main(void) {\n  if (input())\n    __builtin_unreachable(); // BUG\n  return 0;\n}\n",
        1,
        0,
        FINE,
        UBSAN,
    );
}

#[test]
fn assertion_failure() {
    kind(
        ErrorKind::AssertionFailure,
        "int main(void) {\n  int k = input();\n  assert(k != 3); // BUG\n  return 0;\n}\n",
        3,
        4,
        FINE,
        ASAN,
    );
}

#[test]
fn abort_is_no_assertion() {
    let body = "int main(void) {\n  if (input())\n    abort(); // BUG\n  return 0;\n}\n";
    kind(ErrorKind::Abort, body, 1, 0, FINE, ASAN);
    let text = format!("{HEAD}{body}");
    let (_folder, mut native) = native(&text, |_| {});
    let why = refused(&native.confirm(&bug(&text, ErrorKind::AssertionFailure, vec![int("k", 1)])));
    assert!(why.contains("a different error: ABRT"), "{why}");
}

#[test]
fn wild_call() {
    kind(
        ErrorKind::WildCall,
        "static int f(void) { return 0; }\nint main(void) {\n  int (*p)(void) = input() ? (int (*)(void))64 : f;\n  return p(); // BUG\n}\n",
        1,
        0,
        FINE,
        ASAN,
    );
}

#[test]
fn unbounded_recursion() {
    kind(
        ErrorKind::UnboundedRecursion,
        "static int f(int n) {\n  if (n == 0) return 0;\n  return f(n - 1) + 1; // BUG\n}\nint main(void) { return 0 * f(input()); }\n",
        100_000_000,
        10,
        FINE,
        ASAN,
    );
}

#[test]
fn wild_pointer() {
    kind(
        ErrorKind::WildPointer,
        "int g;\nint main(void) {\n  int *p = input() ? (int *)0x7f1234567000 : &g;\n  return *p; // BUG\n}\n",
        1,
        0,
        FINE,
        ASAN,
    );
}

#[test]
fn read_only_write() {
    kind(
        ErrorKind::ReadOnlyWrite,
        "static char buffer[4];\nint main(void) {\n  char *p = input() ? (char *)\"abc\" : buffer;\n  *p = 'x'; // BUG\n  return 0;\n}\n",
        1,
        0,
        FINE,
        ASAN,
    );
}

#[test]
fn invalid_argument() {
    kind(
        ErrorKind::InvalidArgument,
        "static char b[64];\nint main(void) {\n  memcpy(b, b + input(), 8); // BUG\n  return 0;\n}\n",
        4,
        8,
        FINE,
        ASAN,
    );
    kind(
        ErrorKind::InvalidArgument,
        "int main(void) {\n  unsigned k = (unsigned)input();\n  return 0 * __builtin_clz(k); // BUG\n}\n",
        0,
        8,
        FINE,
        UBSAN,
    );
}

#[test]
fn float_cast_overflow() {
    kind(
        ErrorKind::FloatCastOverflow,
        "int main(void) {\n  double d = 1e9 * input();\n  int i = (int)d; // BUG\n  (void)i;\n  return 0;\n}\n",
        9,
        1,
        FINE,
        UBSAN,
    );
}

#[test]
fn an_earlier_report_of_an_unselected_check_does_not_hide_the_bug() {
    let text = format!("{HEAD}int main(void) {{ int k = input(); char *p = calloc(8, 1);\n int m = k + 2147483647; (void)m;\n return p[k]; // BUG\n}}\n");
    let (_folder, mut native) = native(&text, |_| {});
    let bug = bug(&text, ErrorKind::OutOfBoundsRead, vec![int("k", 9)]);
    require_confirmed(&native.confirm(&bug), ASAN);
}
