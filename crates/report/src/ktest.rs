//! KLEE's binary test format, version 3 (`lib/Basic/KTest.cpp` of KLEE):
//! "KTEST", then big-endian u32s: the version, the arguments, the sizes of
//! symbolic arguments, the objects with their names and bytes.

use crate::klee_main::KleeMain;
use ep_base::outcome::{Input, InputSource};

/// The version that is written.
pub const VERSION: u32 = 3;

/// Appends the test to `out`. `args` is the command line of the program.
pub fn encode<A: AsRef<str>>(out: &mut Vec<u8>, args: &[A], inputs: &[Input]) {
    out.extend_from_slice(b"KTEST");
    put(out, VERSION as usize);
    put(out, args.len());
    for arg in args {
        put_bytes(out, arg.as_ref().as_bytes());
    }
    let symbolic = inputs
        .iter()
        .filter(|i| matches!(i.source, InputSource::Argument { .. }));
    let (count, longest) = symbolic.fold((0, 0), |(n, len), i| (n + 1, i.bytes.len().max(len)));
    put(out, count);
    put(out, longest);
    put(out, inputs.len());
    for input in inputs {
        // The names that KLEE's own runtime gives and reads.
        match input.source {
            InputSource::Stdin => put_bytes(out, b"stdin"),
            InputSource::Argument { index } => put_bytes(out, format!("arg{index:02}").as_bytes()),
            _ => put_bytes(out, input.name.as_bytes()),
        }
        put_bytes(out, &input.bytes);
    }
}

/// Appends the test of a `main` to `out`: as KLEE's POSIX runtime makes it where that
/// has words for all inputs, else as [`encode`].
pub fn encode_main(out: &mut Vec<u8>, program: &str, main: &KleeMain, inputs: &[Input]) {
    let Some(objects) = main.objects(inputs) else {
        return encode(out, &[program], inputs);
    };
    out.extend_from_slice(b"KTEST");
    put(out, VERSION as usize);
    let flags = main.flags();
    put(out, 1 + flags.len());
    put_bytes(out, program.as_bytes());
    flags.iter().for_each(|flag| put_bytes(out, flag));
    // KLEE itself leaves these two at zero.
    put(out, 0);
    put(out, 0);
    put(out, objects.len());
    for (name, bytes) in &objects {
        put_bytes(out, name.as_bytes());
        put_bytes(out, bytes);
    }
}

/// Objects of 4 GiB do not fit the format and are not made by any engine.
fn put(out: &mut Vec<u8>, n: usize) {
    out.extend_from_slice(&(n as u32).to_be_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// A test that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KTest {
    /// The command line.
    pub args: Vec<Vec<u8>>,
    /// How many arguments were symbolic.
    pub sym_argvs: u32,
    /// The longest of them.
    pub sym_argv_len: u32,
    /// Names and bytes.
    pub objects: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Reads versions 1 to 3.
///
/// # Errors
/// One sentence on what is wrong with the bytes.
pub fn decode(bytes: &[u8]) -> Result<KTest, String> {
    let mut rest = bytes;
    let magic = take(&mut rest, 5)?;
    if magic != b"KTEST" && magic != b"BOUT\n" {
        return Err("not a .ktest file".into());
    }
    let version = number(&mut rest)?;
    if !(1..=VERSION).contains(&version) {
        return Err(format!(
            "a .ktest of version {version}, known are 1 to {VERSION}"
        ));
    }
    let mut test = KTest::default();
    for _ in 0..number(&mut rest)? {
        test.args.push(bytes_of(&mut rest)?);
    }
    if version >= 2 {
        test.sym_argvs = number(&mut rest)?;
        test.sym_argv_len = number(&mut rest)?;
    }
    for _ in 0..number(&mut rest)? {
        let name = bytes_of(&mut rest)?;
        test.objects.push((name, bytes_of(&mut rest)?));
    }
    if !rest.is_empty() {
        return Err(format!("{} bytes behind the last object", rest.len()));
    }
    Ok(test)
}

fn take<'a>(rest: &mut &'a [u8], n: usize) -> Result<&'a [u8], String> {
    let (head, tail) = rest.split_at_checked(n).ok_or("the file ends too early")?;
    *rest = tail;
    Ok(head)
}

fn number(rest: &mut &[u8]) -> Result<u32, String> {
    let b = take(rest, 4)?;
    Ok(b.iter().fold(0, |n, b| n << 8 | u32::from(*b)))
}

fn bytes_of(rest: &mut &[u8]) -> Result<Vec<u8>, String> {
    let n = number(rest)? as usize;
    Ok(take(rest, n)?.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::InputType;
    use proptest::prelude::*;

    fn input(name: &str, source: InputSource, bytes: Vec<u8>) -> Input {
        Input {
            name: name.into(),
            ty: InputType::Bytes,
            source,
            bytes,
        }
    }

    #[test]
    fn the_layout_is_klees() {
        let mut out = Vec::new();
        let x = input("x", InputSource::MakeSymbolic, vec![5, 0, 0, 0]);
        encode(&mut out, &["a.bc"], &[x]);
        let mut want = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x04a.bc".to_vec();
        want.extend_from_slice(b"\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x04\x05\0\0\0");
        assert_eq!(out, want);
    }

    #[test]
    fn arguments_and_stdin_have_klees_names() {
        let mut out = Vec::new();
        let inputs = [
            input(
                "argument",
                InputSource::Argument { index: 1 },
                b"ab".to_vec(),
            ),
            input("in", InputSource::Stdin, b"z".to_vec()),
        ];
        encode::<&str>(&mut out, &[], &inputs);
        let test = decode(&out).unwrap();
        assert_eq!((test.sym_argvs, test.sym_argv_len), (1, 2));
        assert_eq!(test.objects[0].0, b"arg01");
        assert_eq!(test.objects[1].0, b"stdin");
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(objects in prop::collection::vec((".{0,9}", prop::collection::vec(any::<u8>(), 0..40)), 0..6)) {
            let inputs: Vec<Input> = objects
                .iter()
                .map(|(n, b)| input(n, InputSource::MakeSymbolic, b.clone()))
                .collect();
            let mut out = Vec::new();
            encode(&mut out, &["p", ""], &inputs);
            let test = decode(&out).unwrap();
            prop_assert_eq!(test.args, vec![b"p".to_vec(), vec![]]);
            let read: Vec<_> = test.objects;
            let want: Vec<_> = objects.into_iter().map(|(n, b)| (n.into_bytes(), b)).collect();
            prop_assert_eq!(read, want);
            for cut in 0..out.len() {
                prop_assert!(decode(&out[..cut]).is_err());
            }
        }

        #[test]
        fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let mut file = b"KTEST\0\0\0\x03".to_vec();
            file.extend(bytes);
            let _ = decode(&file);
        }
    }
}
