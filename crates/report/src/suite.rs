//! The folder of test cases.
//!
//! `test000001.ktest`, `test000001.xml` with `metadata.xml`, and
//! `test000001.raw/00-name` with the bytes of each input. Writing is on the
//! path of the explorer (one test per path, tens of thousands of them), so one
//! buffer is reused and a file costs three system calls.

use crate::file::{self, Folder};
use crate::klee_main::KleeMain;
use crate::ktest;
use crate::testcomp::{self, Metadata};
use ep_base::outcome::{Input, PathEnd, TestCase};
use ep_base::Diagnostic;
use std::ffi::CStr;
use std::io::Write;
use std::path::Path;

/// Which formats are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Formats {
    /// KLEE's `.ktest`.
    pub ktest: bool,
    /// Test-Comp XML.
    pub xml: bool,
    /// The bytes of each input in a file of its own.
    pub raw: bool,
}

/// Writes test cases to one folder.
#[derive(Debug)]
pub struct SuiteWriter {
    folder: Folder,
    formats: Formats,
    args: Vec<String>,
    main: Option<KleeMain>,
    bytes: Vec<u8>,
    text: String,
    name: Vec<u8>,
    written: u64,
}

impl SuiteWriter {
    /// Opens (and makes) the folder; writes `metadata.xml` if XML is wanted.
    /// `args` is the program's command line for `.ktest` files.
    ///
    /// # Errors
    /// The folder cannot be made or written to (exit 4).
    pub fn create(
        path: &Path,
        formats: Formats,
        args: &[String],
        metadata: &Metadata,
    ) -> Result<SuiteWriter, Diagnostic> {
        let folder = Folder::create(path)?;
        if formats.xml {
            folder.put(c"metadata.xml", testcomp::metadata(metadata).as_bytes())?;
        }
        Ok(SuiteWriter {
            folder,
            formats,
            args: args.to_vec(),
            main: None,
            bytes: Vec::with_capacity(4096),
            text: String::new(),
            name: Vec::with_capacity(32),
            written: 0,
        })
    }

    /// Opens the folder for another writer, who writes tests of other numbers.
    ///
    /// # Errors
    /// The folder cannot be opened (exit 4).
    pub fn open(path: &Path, formats: Formats, args: &[String]) -> Result<SuiteWriter, Diagnostic> {
        Ok(SuiteWriter {
            folder: Folder::create(path)?,
            formats,
            args: args.to_vec(),
            main: None,
            bytes: Vec::with_capacity(4096),
            text: String::new(),
            name: Vec::with_capacity(32),
            written: 0,
        })
    }

    /// `.ktest` files are those of a `main` that is given this.
    #[must_use]
    pub fn with_main(mut self, main: Option<KleeMain>) -> SuiteWriter {
        self.main = main;
        self
    }

    /// How many test cases were written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Where they are.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Writes one test case in all formats.
    ///
    /// # Errors
    /// A file could not be written in full (exit 4); it is removed.
    pub fn write(&mut self, test: &TestCase) -> Result<(), Diagnostic> {
        self.write_parts(
            test.id,
            &test.inputs,
            matches!(test.end, PathEnd::Error { .. }),
        )
    }

    /// The same from its parts, for a caller that holds no [`TestCase`].
    ///
    /// # Errors
    /// As for [`SuiteWriter::write`].
    pub fn write_parts(
        &mut self,
        id: u64,
        inputs: &[Input],
        error: bool,
    ) -> Result<(), Diagnostic> {
        if self.formats.ktest {
            self.bytes.clear();
            match (&self.main, self.args.first()) {
                (Some(main), Some(program)) => {
                    ktest::encode_main(&mut self.bytes, program, main, inputs);
                }
                _ => ktest::encode(&mut self.bytes, &self.args, inputs),
            }
            self.put(id, "ktest")?;
        }
        if self.formats.xml {
            self.text.clear();
            testcomp::testcase(&mut self.text, inputs, error);
            self.bytes.clear();
            self.bytes.extend_from_slice(self.text.as_bytes());
            self.put(id, "xml")?;
        }
        if self.formats.raw {
            self.raw(id, inputs)?;
        }
        self.written += 1;
        Ok(())
    }

    /// Writes the inputs of a test as JSON, for a later part of the run.
    ///
    /// # Errors
    /// As for [`SuiteWriter::write`].
    pub fn inputs(&mut self, test: &TestCase) -> Result<(), Diagnostic> {
        self.bytes.clear();
        serde_json::to_writer(&mut self.bytes, &test.inputs)
            .map_err(|e| Diagnostic::defect(format!("inputs as JSON: {e}")))?;
        self.put(test.id, INPUTS)
    }

    /// Writes the text of a test that becomes part of `suite.c`.
    ///
    /// # Errors
    /// As for [`SuiteWriter::write`].
    pub fn part(&mut self, id: u64, text: &str) -> Result<(), Diagnostic> {
        self.bytes.clear();
        self.bytes.extend_from_slice(text.as_bytes());
        self.put(id, PART)
    }

    fn put(&mut self, id: u64, extension: &str) -> Result<(), Diagnostic> {
        self.name.clear();
        // Writing to a vector cannot fail.
        let _ = write!(self.name, "test{id:06}.{extension}\0");
        let name = CStr::from_bytes_with_nul(&self.name)
            .map_err(|_| Diagnostic::defect("a test's file name holds a zero byte"))?;
        self.folder.put(name, &self.bytes)
    }

    fn raw(&mut self, id: u64, inputs: &[Input]) -> Result<(), Diagnostic> {
        let folder = self.folder.path().join(format!("test{id:06}.raw"));
        std::fs::create_dir_all(&folder).map_err(|e| file::cannot_write(&folder, &e))?;
        for (i, input) in inputs.iter().enumerate() {
            let path = folder.join(format!("{i:02}-{}", file_name(&input.name)));
            if let Err(e) = std::fs::write(&path, &input.bytes) {
                let _ = std::fs::remove_file(&path);
                return Err(file::cannot_write(&path, &e));
            }
        }
        Ok(())
    }
}

/// The extension of inputs as JSON.
const INPUTS: &str = "json";

/// The file of the inputs of a test.
pub fn inputs_name(id: u64) -> String {
    format!("{}.{INPUTS}", stem(id))
}

/// The extension of a part of `suite.c`.
const PART: &str = "part";

/// The parts of `suite.c` in a folder of tests, in their order. They stay: a
/// run that goes on adds to them.
///
/// # Errors
/// A part cannot be read (exit 4).
pub fn parts(folder: &Path) -> Result<Vec<String>, Diagnostic> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(Vec::new());
    };
    let mut paths: Vec<_> = entries
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == PART))
        .collect();
    paths.sort();
    paths
        .iter()
        .map(|p| std::fs::read_to_string(p).map_err(|e| file::cannot_write(p, &e)))
        .collect()
}

/// The stem that a test of this number has: `test000001`.
pub fn stem(id: u64) -> String {
    format!("test{id:06}")
}

/// A name as part of a file name: letters, digits and `_`, at most 40.
fn file_name(name: &str) -> String {
    name.chars()
        .take(40)
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::{InputSource, InputType, Place};
    use std::time::UNIX_EPOCH;

    fn metadata() -> Metadata {
        Metadata {
            producer: "Everypath".into(),
            specification: testcomp::COVER_BRANCHES.into(),
            program_file: "a.c".into(),
            program_hash: String::new(),
            entry: "main".into(),
            bits: 64,
            created: UNIX_EPOCH,
        }
    }

    fn test(id: u64) -> TestCase {
        TestCase {
            id,
            end: PathEnd::Silent,
            place: Place::default(),
            inputs: vec![Input {
                name: "a/b".into(),
                ty: InputType::Bytes,
                source: InputSource::MakeSymbolic,
                bytes: vec![1, 2, 3, 4],
            }],
            left: None,
            left_early: false,
        }
    }

    #[test]
    fn every_format_has_its_files() {
        let dir = tempfile::tempdir().unwrap();
        let all = Formats {
            ktest: true,
            xml: true,
            raw: true,
        };
        let mut suite =
            SuiteWriter::create(&dir.path().join("t"), all, &["p".into()], &metadata()).unwrap();
        suite.write(&test(7)).unwrap();
        assert_eq!(suite.written(), 1);
        let read = |name: &str| std::fs::read(dir.path().join("t").join(name)).unwrap();
        let ktest = ktest::decode(&read("test000007.ktest")).unwrap();
        assert_eq!(ktest.objects, [(b"a/b".to_vec(), vec![1, 2, 3, 4])]);
        assert_eq!(read("test000007.raw/00-a_b"), [1, 2, 3, 4]);
        assert!(read("test000007.xml").starts_with(b"<?xml"));
        assert!(read("metadata.xml").starts_with(b"<?xml"));
    }

    #[test]
    fn a_failed_write_names_the_file() {
        let dir = tempfile::tempdir().unwrap();
        let ktest = Formats {
            ktest: true,
            ..Formats::default()
        };
        let mut suite = SuiteWriter::create(dir.path(), ktest, &[], &metadata()).unwrap();
        std::fs::create_dir(dir.path().join("test000001.ktest")).unwrap();
        let e = suite.write(&test(1)).unwrap_err();
        assert_eq!(e.exit, ep_base::ExitCode::Surroundings);
        assert!(e.message.contains("test000001.ktest"), "{e}");
    }
}
