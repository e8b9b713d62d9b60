//! `--mmio`: registers at fixed addresses are inputs, read by read, and a native
//! run with the sanitizers hands out the same values.

use std::path::Path;
use std::process::Command;

const DRIVER: &str = "#include <stdint.h>
#ifndef BASE
#define BASE 0x40011000u
#endif
#define REG(n) (*(volatile uint32_t *)(BASE + 4 * (n)))
#define BYTE (*(volatile uint8_t *)(BASE + 32))
static uint8_t received[4];
int main(void) {
  REG(3) = 0x200c;
  REG(3) |= 1;
  unsigned got = 0;
  for (int tries = 0; tries < 6; tries++) {
    if (!(REG(0) & 0x20))
      continue;
    uint8_t c = BYTE;
    if (LIMIT || c == 'x')
      received[got++] = c;
  }
  return received[0] == 'x' && REG(1 + got % 2) == 7 ? 1 : 0;
}
";

/// The exit code and what was printed.
fn explore(dir: &Path, flags: &[&str]) -> (Option<i32>, String) {
    std::fs::write(dir.join("p.c"), DRIVER).expect("a program");
    let ran = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["test", "p.c"])
        .args(flags)
        .current_dir(dir)
        .output()
        .expect("everypath starts");
    let mut text = String::from_utf8_lossy(&ran.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&ran.stderr));
    (ran.status.code(), text)
}

#[test]
fn a_device_leads_to_the_overrun_and_the_native_run_confirms_it() {
    // The low addresses, those in the hole of AddressSanitizer's shadow, and
    // 32 bits.
    for (base, more) in [
        ("0x40011000", None),
        ("0xe0001000", None),
        ("0x40011000", Some("--m32")),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let define = format!("-DBASE={base}u");
        let range = format!("{base}:0x24");
        let mut flags = vec!["--mmio", &range, "--check", "-uninitialised-read"];
        flags.extend(more);
        flags.extend(["--", "-DLIMIT=0", &define]);
        let (code, text) = explore(dir.path(), &flags);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("violated (exact), 1 bug\n"), "{text}");
        assert!(text.contains("out-of-bounds-write: 1 byte at"), "{text}");
        assert!(text.contains("  confirmed by a native run ("), "{text}");
        let ready = format!("{base} = 32\n");
        let letter = format!("0x{}20 = 120\n", &base[2..8]);
        assert_eq!(text.matches(&letter).count(), 5, "{text}");
        assert!(text.matches(&ready).count() >= 5, "{text}");
        assert!(text.contains("devices (--mmio) give any value"), "{text}");
    }
}

#[test]
fn workers_find_the_same_and_a_run_can_be_shown() {
    let dir = tempfile::tempdir().expect("a folder");
    let flags = |jobs, out| {
        let all = ["--mmio", "0x40011000:36", "--no-native", "--jobs", jobs];
        let out = ["--out", out, "--", "-DLIMIT=0"];
        all.into_iter().chain(out).collect::<Vec<_>>()
    };
    let paths = |text: &str| {
        let line = text.lines().find(|l| l.contains(" paths, "));
        line.expect("counts").split(',').take(2).collect::<String>()
    };
    let (_, one) = explore(dir.path(), &flags("1", "a"));
    let (_, two) = explore(dir.path(), &flags("2", "b"));
    assert_eq!(paths(&one), paths(&two));
    let shown = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["show", "b", "--plain", "--outcome", "error"])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.status.success() && text.contains("p.c:17"), "{text}");
}

#[test]
fn what_lies_outside_is_wild_and_the_message_names_the_flag() {
    let dir = tempfile::tempdir().expect("a folder");
    // One register short.
    let (code, text) = explore(dir.path(), &["--mmio", "0x40011000:8", "--", "-DLIMIT=0"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("wild-pointer: the address 0x4001100c belongs to no object (--mmio 0x4001100c:4 says that a device is there)"), "{text}");
    assert!(text.contains("  confirmed by a native run ("), "{text}");
}

#[test]
fn a_block_of_a_device_is_not_memory() {
    let dir = tempfile::tempdir().expect("a folder");
    let program = "#include <string.h>\nint main(void) { char b[4]; memcpy(b, (void *)0x40011000, 4); return b[0]; }\n";
    std::fs::write(dir.path().join("q.c"), program).expect("a program");
    let ran = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["test", "q.c", "--mmio", "0x40011000:8"])
        .current_dir(dir.path())
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&ran.stdout);
    assert_eq!(ran.status.code(), Some(3), "{text}");
    assert!(text.contains("a block of a device"), "{text}");
}

#[test]
fn wrong_ranges_are_refused() {
    for (range, why) in [
        ("0x40011000", "want an address and a number of bytes"),
        ("0x40:4", "an address below 4096 counts as null"),
        ("0x40011000:0", "a device has 1 to 1048576 bytes"),
        ("0x100000000000:4", "a device lies below"),
    ] {
        let dir = tempfile::tempdir().expect("a folder");
        let (code, text) = explore(dir.path(), &["--mmio", range]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains(why), "{range}: {text}");
    }
    let dir = tempfile::tempdir().expect("a folder");
    let flags = ["--m32", "--mmio", "0xfffffffc:8", "--", "-DLIMIT=0"];
    let (code, text) = explore(dir.path(), &flags);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("out of the reach of 32 bits"), "{text}");
}
