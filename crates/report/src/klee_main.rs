//! A test of a `main` as KLEE's POSIX runtime makes it, which `klee-replay` takes.
//!
//! Idea: the command line of a `.ktest` holds KLEE's flags (`--sym-arg 3`), and the
//! objects are what the runtime asks for under them, in its order: of each group of
//! optional arguments the number, then the arguments, the files with their `stat`,
//! standard input with its own, and the version of the model. A replay reads the flags
//! again and takes the objects one by one, by their order and size alone; so what
//! cannot be said in flags (a file with a name of its own, a variable, an object of
//! the program) makes a test of the other layout, which names its objects and is
//! replayed by `EVERYPATH_REPLAY`.
//! Source: `runtime/POSIX/klee_init_env.c` and `fd_init.c`, `tools/klee-replay` of
//! KLEE 3. Cost: none.

use ep_base::outcome::{Input, InputSource};

/// An argument of `main` after the program's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Known.
    Given(Vec<u8>),
    /// At most so many symbolic bytes.
    Symbolic(u32),
    /// So many of them, or fewer.
    Group { least: u32, most: u32, len: u32 },
}

/// What a `main` is given, as far as KLEE's flags can say it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KleeMain {
    pub arguments: Vec<Argument>,
    /// How many files `A`, `B`, … there are, and their size.
    pub files: Option<(u32, u64)>,
    /// Bytes of standard input.
    pub stdin: Option<u64>,
}

/// The most symbolic arguments that KLEE has names for.
const MOST_ARGUMENTS: u32 = 100;
/// Size of `struct stat64` on x86-64.
const STAT: usize = 144;

impl KleeMain {
    /// Whether the flags can be read again as they are meant, and give anything.
    pub fn is_sayable(&self) -> bool {
        let refused = |text: &[u8]| is_flag(text) || text.is_empty() || is_cut(text);
        let plain = |a: &Argument| !matches!(a, Argument::Given(text) if refused(text));
        let symbolic = self.arguments.iter().map(|a| match a {
            Argument::Given(_) => 0,
            Argument::Symbolic(_) => 1,
            Argument::Group { most, .. } => *most,
        });
        let symbolic: u32 = symbolic.fold(0, u32::saturating_add);
        // KLEE makes no object of no bytes.
        let files = self.files.is_none_or(|(n, size)| n > 0 && size > 0);
        let stdin = self.stdin.is_none_or(|n| n > 0);
        let any = symbolic > 0 || self.files.is_some() || self.stdin.is_some();
        any && symbolic <= MOST_ARGUMENTS && files && stdin && self.arguments.iter().all(plain)
    }

    /// The command line behind the program's name.
    pub fn flags(&self) -> Vec<Vec<u8>> {
        let mut out: Vec<Vec<u8>> = Vec::new();
        let mut flag = |name: &str, numbers: &[u64]| {
            out.push(name.as_bytes().to_vec());
            out.extend(numbers.iter().map(|n| n.to_string().into_bytes()));
        };
        if let Some((n, size)) = self.files {
            flag("--sym-files", &[u64::from(n), size]);
        }
        if let Some(n) = self.stdin {
            flag("--sym-stdin", &[n]);
        }
        for a in &self.arguments {
            match a {
                Argument::Given(text) => out.push(text.clone()),
                Argument::Symbolic(n) => {
                    out.push(b"--sym-arg".to_vec());
                    out.push(n.to_string().into_bytes());
                }
                Argument::Group { least, most, len } => {
                    out.push(b"--sym-args".to_vec());
                    out.extend([least, most, len].map(|n| n.to_string().into_bytes()));
                }
            }
        }
        out
    }

    /// The objects of a test, in KLEE's order; nothing where an input is none of them.
    pub fn objects(&self, inputs: &[Input]) -> Option<Vec<(String, Vec<u8>)>> {
        let mut arguments: Vec<Option<&[u8]>> = Vec::new();
        let mut counts: Vec<(u32, u64)> = Vec::new();
        let mut files: Vec<(u32, &[u8])> = Vec::new();
        let mut stdin: &[u8] = &[];
        for input in inputs {
            match &input.source {
                InputSource::Argument { index } => {
                    let slot = *index as usize;
                    arguments.resize(arguments.len().max(slot + 1), None);
                    arguments[slot] = Some(&input.bytes);
                }
                InputSource::ArgumentCount { first, .. } => {
                    let bytes = input.bytes.iter().rev();
                    counts.push((*first, bytes.fold(0, |n, b| n << 8 | u64::from(*b))));
                }
                InputSource::File { name } => files.push((letter(name)?, &input.bytes)),
                InputSource::Stdin if stdin.is_empty() => stdin = &input.bytes,
                _ => return None,
            }
        }
        let mut out = Vec::new();
        let mut slot = 1;
        let mut number = 0;
        let mut cut = false;
        let mut argument = |out: &mut Vec<(String, Vec<u8>)>, slot: u32, len: u32| {
            let bytes = arguments.get(slot as usize).copied().flatten();
            let mut bytes = sized(bytes.unwrap_or_default(), len as usize);
            let text = bytes.split(|b| *b == 0).next().unwrap_or_default();
            cut |= is_cut(text);
            // The byte behind the string.
            bytes.push(0);
            out.push((format!("arg{number:02}"), bytes));
            number += 1;
        };
        for a in &self.arguments {
            match *a {
                Argument::Given(_) => slot += 1,
                Argument::Symbolic(len) => {
                    argument(&mut out, slot, len);
                    slot += 1;
                }
                Argument::Group { least, most, len } => {
                    let chosen = counts.iter().find(|(first, _)| *first == slot);
                    let n = chosen.map_or(least, |(_, n)| (*n).min(u64::from(most)) as u32);
                    // A number that can be only one is not asked for.
                    if least < most {
                        out.push(("n_args".into(), n.to_le_bytes().to_vec()));
                    }
                    for i in 0..n {
                        argument(&mut out, slot + i, len);
                    }
                    slot += most;
                }
            }
        }
        if cut {
            return None;
        }
        if let Some((n, size)) = self.files {
            for k in 0..n {
                let bytes = files.iter().find(|(l, _)| *l == k);
                let bytes = sized(bytes.map_or(&[], |(_, bytes)| bytes), size as usize);
                let name = char::from(b'A'.saturating_add(k as u8));
                out.push((format!("{name}_data"), bytes));
                out.push((format!("{name}_data_stat"), stat(u64::from(k) + 1, size)));
            }
        }
        if let Some(size) = self.stdin {
            out.push(("stdin".into(), sized(stdin, size as usize)));
            out.push(("stdin_stat".into(), stat(100, size)));
        }
        out.push(("model_version".into(), 1u32.to_le_bytes().to_vec()));
        Some(out)
    }
}

/// Whether the replay cuts a word: of one of two characters, the first an `A`, it keeps
/// that alone (`klee-replay.c`).
fn is_cut(word: &[u8]) -> bool {
    matches!(word, [b'A', second] if *second != 0)
}

/// Whether the replay takes a word for one of its own flags.
fn is_flag(word: &[u8]) -> bool {
    let name = word.strip_prefix(b"-").unwrap_or_default();
    let name = name.strip_prefix(b"-").unwrap_or(name);
    let own = [
        "sym-",
        "fill-",
        "one-line-",
        "save-all-writes",
        "bout-file",
        "fd-fail",
        "max-fail",
        "help",
    ];
    own.iter().any(|flag| name.starts_with(flag.as_bytes()))
}

/// Which of KLEE's files this is.
fn letter(name: &str) -> Option<u32> {
    match name.as_bytes() {
        [c @ b'A'..=b'Z'] => Some(u32::from(c - b'A')),
        _ => None,
    }
}

/// These bytes, with zeros behind or cut.
fn sized(bytes: &[u8], size: usize) -> Vec<u8> {
    let mut out = bytes.to_vec();
    out.resize(size, 0);
    out
}

/// A `struct stat64` of a regular file of the user's, as the model describes one.
fn stat(number: u64, size: u64) -> Vec<u8> {
    let mut out = vec![0; STAT];
    let mut put = |at: usize, bytes: &[u8]| {
        out[at..at + bytes.len()].copy_from_slice(bytes);
    };
    put(0, &1u64.to_le_bytes()); // st_dev
    put(8, &number.to_le_bytes());
    put(16, &1u64.to_le_bytes()); // st_nlink
    put(24, &0o100_644u32.to_le_bytes()); // st_mode
    put(28, &1000u32.to_le_bytes()); // st_uid
    put(32, &1000u32.to_le_bytes()); // st_gid
    put(48, &size.to_le_bytes());
    put(56, &4096u64.to_le_bytes()); // st_blksize
    put(64, &8u64.to_le_bytes()); // st_blocks, as KLEE has it
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ktest::{self, KTest};
    use ep_base::outcome::InputType;

    fn input(source: InputSource, bytes: &[u8]) -> Input {
        Input {
            name: String::new(),
            ty: InputType::Bytes,
            source,
            bytes: bytes.to_vec(),
        }
    }

    /// What `klee-replay` makes of a test: the command line, the files and standard
    /// input. It reads the flags of the command line and takes one object after the
    /// other, each of the size that it asks for; their names it only prints.
    struct Replay<'a> {
        test: &'a KTest,
        next: usize,
        argv: Vec<Vec<u8>>,
        files: Vec<Vec<u8>>,
        stdin: Option<Vec<u8>>,
    }

    impl Replay<'_> {
        fn object(&mut self, name: &str, size: usize) -> Vec<u8> {
            let (have, bytes) = &self.test.objects[self.next];
            assert_eq!(String::from_utf8_lossy(have), name);
            assert_eq!(bytes.len(), size, "make_symbolic mismatch: {name}");
            self.next += 1;
            bytes.clone()
        }

        fn file(&mut self, name: &str, size: usize) -> Vec<u8> {
            let bytes = self.object(name, size);
            let stat = self.object(&format!("{name}_stat"), 144);
            let mode = u32::from_le_bytes(stat[24..28].try_into().unwrap());
            assert_eq!(mode & 0o170_000, 0o100_000, "a regular file is made");
            assert_eq!(
                u64::from_le_bytes(stat[48..56].try_into().unwrap()),
                size as u64
            );
            assert_ne!(u64::from_le_bytes(stat[8..16].try_into().unwrap()), 0);
            bytes
        }

        fn of(test: &KTest) -> Replay<'_> {
            let mut r = Replay {
                test,
                next: 0,
                argv: Vec::new(),
                files: Vec::new(),
                stdin: None,
            };
            let mut words = test
                .args
                .iter()
                .map(|a| String::from_utf8(a.clone()).unwrap());
            let (mut names, mut files, mut stdin) = (0, None, None);
            while let Some(word) = words.next() {
                let mut number = || words.next().unwrap().parse::<usize>().unwrap();
                let (n, len) = match word.as_str() {
                    "--sym-arg" => (1, number()),
                    "--sym-args" => {
                        let (least, most, len) = (number(), number(), number());
                        let n = match least == most {
                            true => least,
                            false => {
                                let n = r.object("n_args", 4);
                                u32::from_le_bytes(n.try_into().unwrap()) as usize
                            }
                        };
                        assert!(least <= n && n <= most, "klee_range");
                        (n, len)
                    }
                    "--sym-files" => {
                        files = Some((number(), number()));
                        continue;
                    }
                    "--sym-stdin" => {
                        stdin = Some(number());
                        continue;
                    }
                    _ => {
                        r.argv.push(word.into_bytes());
                        continue;
                    }
                };
                for _ in 0..n {
                    let text = r.object(&format!("arg{names:02}"), len + 1);
                    names += 1;
                    r.argv
                        .push(text.split(|b| *b == 0).next().unwrap().to_vec());
                }
            }
            if let Some((n, size)) = files {
                for name in ('A'..='Z').take(n) {
                    let bytes = r.file(&format!("{name}_data"), size);
                    r.files.push(bytes);
                }
            }
            if let Some(size) = stdin {
                r.stdin = Some(r.file("stdin", size));
            }
            assert_eq!(r.object("model_version", 4), [1, 0, 0, 0]);
            assert_eq!(r.next, test.objects.len(), "objects are left");
            r
        }
    }

    fn encoded(main: &KleeMain, inputs: &[Input]) -> KTest {
        let mut out = Vec::new();
        ktest::encode_main(&mut out, "prog.bc", main, inputs);
        ktest::decode(&out).unwrap()
    }

    #[test]
    fn a_replay_finds_what_the_test_holds() {
        let main = KleeMain {
            arguments: vec![
                Argument::Given(b"run".to_vec()),
                Argument::Symbolic(3),
                Argument::Group {
                    least: 0,
                    most: 3,
                    len: 2,
                },
                Argument::Group {
                    least: 1,
                    most: 1,
                    len: 1,
                },
            ],
            files: Some((2, 4)),
            stdin: Some(5),
        };
        let argument = |index, text: &[u8]| input(InputSource::Argument { index }, text);
        let count = InputSource::ArgumentCount { first: 3, most: 3 };
        let file = |name: &str| InputSource::File { name: name.into() };
        let test = encoded(
            &main,
            &[
                input(file("B"), b"bbbb"),
                input(file("A"), b"a\0aa"),
                argument(2, b"xy\0"),
                argument(3, b"p"),
                argument(4, b"qq"),
                argument(5, b"no"),
                argument(6, b"z"),
                input(count, &[2, 0, 0, 0]),
                input(InputSource::Stdin, b"in"),
            ],
        );
        let replay = Replay::of(&test);
        let argv: [&[u8]; 6] = [b"prog.bc", b"run", b"xy", b"p", b"qq", b"z"];
        assert_eq!(replay.argv, argv);
        assert_eq!(replay.files, [b"a\0aa", b"bbbb"]);
        assert_eq!(replay.stdin.as_deref(), Some(&b"in\0\0\0"[..]));
        let names: Vec<_> = test
            .objects
            .iter()
            .map(|(n, _)| String::from_utf8_lossy(n))
            .collect();
        let order = "arg00 n_args arg01 arg02 arg03 A_data A_data_stat B_data B_data_stat stdin \
                     stdin_stat model_version";
        assert_eq!(names.join(" "), order);
    }

    #[test]
    fn inputs_that_were_not_asked_for_are_zeros() {
        let main = KleeMain {
            arguments: vec![Argument::Symbolic(2)],
            stdin: Some(3),
            ..KleeMain::default()
        };
        let replay = encoded(&main, &[]);
        let replay = Replay::of(&replay);
        assert_eq!(replay.argv, [&b"prog.bc"[..], b""]);
        assert_eq!(replay.stdin.as_deref(), Some(&[0, 0, 0][..]));
    }

    #[test]
    fn what_flags_cannot_say_has_the_other_layout() {
        let main = KleeMain {
            stdin: Some(1),
            ..KleeMain::default()
        };
        let own = [
            input(InputSource::Stdin, b"a"),
            input(InputSource::MakeSymbolic, b"x"),
        ];
        assert_eq!(main.objects(&own), None);
        let test = encoded(&main, &own);
        assert_eq!(test.objects.len(), 2);
        assert_eq!(test.args, [b"prog.bc"]);
        let named = InputSource::File {
            name: "data".into(),
        };
        assert_eq!(main.objects(&[input(named, b"x")]), None);
    }

    #[test]
    fn flags_that_would_be_read_otherwise_are_not_sayable() {
        let with = |arguments: Vec<Argument>| KleeMain {
            arguments,
            ..KleeMain::default()
        };
        let given = |text: &[u8]| Argument::Given(text.to_vec());
        assert!(with(vec![given(b"x"), Argument::Symbolic(1)]).is_sayable());
        assert!(with(vec![given(b"-v"), Argument::Symbolic(1)]).is_sayable());
        for flag in [&b"--sym-arg"[..], b"-max-fail", b"--help"] {
            assert!(!with(vec![given(flag), Argument::Symbolic(1)]).is_sayable());
        }
        assert!(!with(vec![given(b"x")]).is_sayable());
        assert!(!with(vec![Argument::Symbolic(1); 101]).is_sayable());
        let files = |n, size| KleeMain {
            files: Some((n, size)),
            ..KleeMain::default()
        };
        assert!(files(2, 1).is_sayable() && !files(2, 0).is_sayable());
        let stdin = KleeMain {
            stdin: Some(0),
            ..KleeMain::default()
        };
        assert!(!stdin.is_sayable());
    }
}
