//! Reading what the sanitizers wrote.
//!
//! Reports go to a file of their own (`log_path`), so that the program's
//! output cannot be mistaken for one. They are written unsymbolised: frames
//! are `(module+0xoffset)`, resolved by [`crate::frames`]. The forms are those
//! of compiler-rt 19 (`asan_errors.cpp`, `ubsan_diag.cpp`, `msan_report.cpp`,
//! `lsan_common.cpp`).

/// Which sanitizer speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    Address,
    Undefined,
    Memory,
    Leak,
}

impl Tool {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Address => "AddressSanitizer",
            Tool::Undefined => "UndefinedBehaviorSanitizer",
            Tool::Memory => "MemorySanitizer",
            Tool::Leak => "LeakSanitizer",
        }
    }
}

/// Reading or writing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
}

/// One frame of a stack as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawFrame {
    /// The file of the module; empty when unknown.
    pub module: String,
    /// The offset of the call in it.
    pub offset: u64,
}

/// One report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Who reports.
    pub tool: Tool,
    /// What, for example `heap-buffer-overflow` or `signed integer overflow: …`.
    pub what: String,
    /// The kind of access, when the report names one.
    pub access: Option<Access>,
    /// How many bytes, when the report names them.
    pub size: Option<u64>,
    /// The bad address, for faults.
    pub address: Option<u64>,
    /// File and line that the report itself names.
    pub site: Option<(String, u32)>,
    /// The first stack, innermost first.
    pub frames: Vec<RawFrame>,
    /// For a trap of a sanitizer: the number of its check.
    pub check: Option<u8>,
}

impl Report {
    fn new(tool: Tool, what: &str) -> Report {
        Report {
            tool,
            what: what.trim().to_string(),
            access: None,
            size: None,
            address: None,
            site: None,
            frames: Vec::new(),
            check: None,
        }
    }
}

/// All reports of a log, in order.
pub fn parse(log: &str) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    // Frames are taken until the first line that ends the first stack.
    let mut open = false;
    for line in log.lines() {
        if let Some(report) = headline(line) {
            reports.push(report);
            open = true;
            continue;
        }
        // Each leaked object is a report of its own: its allocation counts.
        if line.starts_with("Direct leak of ") || line.starts_with("Indirect leak of ") {
            let bytes = line.split(' ').nth(3).and_then(|n| n.parse().ok());
            match reports.last_mut() {
                Some(r) if r.tool == Tool::Leak && r.frames.is_empty() => r.size = bytes,
                _ => {
                    let mut r = Report::new(Tool::Leak, "detected memory leaks");
                    r.size = bytes;
                    reports.push(r);
                }
            }
            open = true;
            continue;
        }
        let Some(report) = reports.last_mut() else {
            continue;
        };
        // Behind the stack.
        if let Some((_, code)) = line.split_once(" instruction bytes at pc: ") {
            report.check = trapping_check(code);
        }
        if !open {
            continue;
        }
        if let Some(frame) = frame(line) {
            report.frames.push(frame);
        } else if !report.frames.is_empty() {
            open = false;
        } else {
            detail(report, line);
        }
    }
    reports
}

/// A line that starts a report.
fn headline(line: &str) -> Option<Report> {
    if let Some((place, what)) = line.split_once(": runtime error: ") {
        let mut report = Report::new(Tool::Undefined, what);
        let mut parts = place.rsplitn(3, ':');
        let (_column, line_number, file) = (parts.next(), parts.next(), parts.next());
        report.site = file
            .zip(line_number.and_then(|l| l.parse().ok()))
            .map(|(f, l)| (f.to_string(), l));
        return Some(report);
    }
    for tool in [Tool::Address, Tool::Memory, Tool::Leak] {
        for level in ["ERROR", "WARNING"] {
            let mark = format!("=={level}: {}: ", tool.name());
            let found = line.find(&mark).filter(|_| line.starts_with("=="));
            // "==ERROR" follows the process number: "==123==ERROR: ...".
            if let Some(at) = found {
                let rest = &line[at + mark.len()..];
                if rest.starts_with("failed to intercept") {
                    return None;
                }
                let mut report = Report::new(tool, rest);
                report.address = number_after(rest, "address ");
                let cut = [" on address", " on unknown address", " (pc ", " in thread"]
                    .iter()
                    .filter_map(|s| rest.find(s))
                    .min()
                    .unwrap_or(rest.len());
                report.what = rest[..cut].trim().to_string();
                if rest.starts_with("attempting free on address") {
                    report.what = "attempting free on address which was not malloc()-ed".into();
                } else if rest.starts_with("attempting double-free") {
                    report.what = "attempting double-free".into();
                } else if let Some(at) = report.what.find(':') {
                    report.what.truncate(at);
                }
                return Some(report);
            }
        }
    }
    None
}

/// A line between headline and stack.
fn detail(report: &mut Report, line: &str) {
    for (word, access) in [("READ", Access::Read), ("WRITE", Access::Write)] {
        if line.starts_with(&format!("{word} of size ")) {
            report.access = Some(access);
            report.size = line.split(' ').nth(3).and_then(|n| n.parse().ok());
        }
        if line.contains(&format!("caused by a {word} memory access")) {
            report.access = Some(access);
        }
    }
    // A fault of an address that is not canonical names no address.
    if line.contains("high value address") {
        report.access = None;
        report.address = None;
    }
}

/// The check that trapped: clang compiles a trap of `-fsanitize-trap` to `ud1`
/// with the number of the check as its displacement, from the address in `eax`
/// (LLVM 19, `X86ISD::UBSAN`, `X86MCInstLower.cpp`).
fn trapping_check(code: &str) -> Option<u8> {
    let rest = code.strip_prefix("67 ").unwrap_or(code);
    // Number 0 is no displacement.
    if rest.starts_with("0f b9 00") {
        return Some(0);
    }
    let number = rest.strip_prefix("0f b9 40 ")?;
    u8::from_str_radix(number.get(..2)?, 16).ok()
}

/// `    #3 0x55ebb5b4e340  (/tmp/a+0x2c340) (BuildId: …)`
pub fn frame(line: &str) -> Option<RawFrame> {
    let text = line.trim_start();
    let rest = text.strip_prefix('#')?;
    let digits = rest.find(' ')?;
    rest[..digits].parse::<u32>().ok()?;
    let place = rest.find('(').map(|at| &rest[at + 1..]).unwrap_or("");
    // The module's path may hold brackets; the offset is the last "+0x".
    let known = place
        .find(") (BuildId")
        .map_or(place.trim_end().strip_suffix(')').unwrap_or(place), |end| {
            &place[..end]
        });
    let (module, offset) = match known.rsplit_once("+0x") {
        Some((module, offset)) => (module, u64::from_str_radix(offset, 16).unwrap_or(0)),
        None => ("", 0),
    };
    Some(RawFrame {
        module: module.to_string(),
        offset,
    })
}

fn number_after(text: &str, mark: &str) -> Option<u64> {
    let at = text.find(mark)? + mark.len();
    let digits = text[at..].strip_prefix("0x")?;
    let end = digits
        .find(|c: char| !c.is_ascii_hexdigit())
        .unwrap_or(digits.len());
    u64::from_str_radix(&digits[..end], 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAP: &str = "\
=================================================================
==8840==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x502000000018 at pc 0x55ebb5c2db7a bp 0x7ffd6e63ba80 sp 0x7ffd6e63ba78
READ of size 1 at 0x502000000018 thread T0
    #0 0x55ebb5c2db79  (/tmp/exp/a (b)+0x10bb79) (BuildId: d02f)
    #1 0x7fe83fa7c249  (/lib/x86_64-linux-gnu/libc.so.6+0x27249) (BuildId: 93ac)

0x502000000018 is located 0 bytes after 8-byte region
allocated by thread T0 here:
    #0 0x55ebb5bed5df  (/tmp/exp/a+0xcb5df) (BuildId: d02f)
";

    #[test]
    fn a_heap_overflow_keeps_its_first_stack() {
        let reports = parse(HEAP);
        assert_eq!(reports.len(), 1);
        let r = &reports[0];
        assert_eq!(r.what, "heap-buffer-overflow");
        assert_eq!((r.access, r.size), (Some(Access::Read), Some(1)));
        assert_eq!(r.frames.len(), 2);
        assert_eq!(r.frames[0].module, "/tmp/exp/a (b)");
        assert_eq!(r.frames[0].offset, 0x10bb79);
    }

    #[test]
    fn undefined_behaviour_then_a_fault() {
        let reports = parse(
            "dir/a.c:19:40: runtime error: division by zero\n    #0 0x55  (/t/a+0x10) (BuildId: d)\n\n\
             SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior a.c:19:40 \n\
             ==8877==ERROR: AddressSanitizer: FPE on unknown address 0x5561eff2dd5f (pc 0x5561eff2dd5f bp 0x7 sp 0x7 T0)\n    #0 0x55  (/t/a+0x20) (BuildId: d)\n",
        );
        assert_eq!(reports.len(), 2);
        assert_eq!(reports[0].site, Some(("dir/a.c".to_string(), 19)));
        assert_eq!(reports[0].what, "division by zero");
        assert_eq!(reports[1].what, "FPE");
        assert_eq!(reports[1].address, Some(0x5561eff2dd5f));
    }

    #[test]
    fn a_null_fault_names_access_and_address() {
        let reports = parse(
            "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000004 (pc 0x55 bp 0x7 sp 0x7 T0)\n\
             ==1==The signal is caused by a WRITE memory access.\n==1==Hint: address points to the zero page.\n    #0 0x55  (/t/a+0x20)\n",
        );
        assert_eq!(reports[0].what, "SEGV");
        assert_eq!(reports[0].address, Some(4));
        assert_eq!(reports[0].access, Some(Access::Write));
        assert_eq!(reports[0].frames[0].module, "/t/a");
    }

    #[test]
    fn a_trap_names_its_check() {
        let report = |code: &str| {
            let log = format!(
                "==1==ERROR: AddressSanitizer: ILL on unknown address 0x55 (pc 0x55 bp 0x7 sp 0x7 T0)\n    \
                 #0 0x55  (/t/a+0x20)\n\n==1==First 16 instruction bytes at pc: {code}\n"
            );
            parse(&log).remove(0)
        };
        assert_eq!(report("67 0f b9 00 55 48 89").check, Some(0));
        assert_eq!(report("67 0f b9 40 03 55 48 89").check, Some(3));
        assert_eq!(report("0f b9 40 14 55 48 89").check, Some(20));
        assert_eq!(report("0f 0b 55 48 89").check, None);
        assert_eq!(report("67 0f b9 40 03 55 48 89").frames.len(), 1);
    }

    #[test]
    fn each_leak_is_a_report() {
        let reports = parse(
            "==5==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 8 byte(s) in 1 object(s) allocated from:\n    #0 0x55  (/t/a+0x1)\n\n\
             Indirect leak of 3 byte(s) in 1 object(s) allocated from:\n    #0 0x55  (/t/a+0x2)\n\nSUMMARY: x\n",
        );
        let sizes: Vec<_> = reports
            .iter()
            .map(|r| (r.size, r.frames[0].offset))
            .collect();
        assert_eq!(sizes, [(Some(8), 1), (Some(3), 2)]);
    }

    #[test]
    fn frees_and_overlaps_have_short_names() {
        for (line, what) in [
            (
                "attempting double-free on 0x5020 in thread T0:",
                "attempting double-free",
            ),
            (
                "attempting free on address which was not malloc()-ed: 0x7 in thread T0",
                "attempting free on address which was not malloc()-ed",
            ),
            (
                "memcpy-param-overlap: memory ranges [0x1,0x2) and [0x1, 0x2) overlap",
                "memcpy-param-overlap",
            ),
            ("negative-size-param: (size=-1)", "negative-size-param"),
        ] {
            let reports = parse(&format!("==5==ERROR: AddressSanitizer: {line}\n"));
            assert_eq!(reports[0].what, what);
        }
    }
}
