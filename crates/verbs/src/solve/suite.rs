//! A test suite as an archive, in Test-Comp's test format.
//!
//! Idea: the explorer writes each test as a file when it finds it. The archive
//! is made anew from what is there, beside its place, and renamed, so whoever
//! looks finds a whole one at any time, also after the run was killed.
//! Source: sosy-lab's test-format 1.1. Cost: the size of the suite each time;
//! the time between grows with what one took.

use ep_base::Diagnostic;
use ep_report::file;
use ep_report::testcomp::{metadata, Metadata};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The least time between two archives.
const PAUSE: Duration = Duration::from_millis(500);

/// The archive and what is in it.
pub struct Suite {
    path: PathBuf,
    head: String,
    tests: BTreeMap<String, Vec<u8>>,
    next: Instant,
}

impl Suite {
    /// An archive without tests.
    ///
    /// # Errors
    /// It cannot be written (exit 4).
    pub fn create(path: &Path, about: &Metadata) -> Result<Suite, Diagnostic> {
        let suite = Suite {
            path: path.to_path_buf(),
            head: metadata(about),
            tests: BTreeMap::new(),
            next: Instant::now(),
        };
        suite.write()?;
        Ok(suite)
    }

    pub fn len(&self) -> usize {
        self.tests.len()
    }

    /// Takes in the tests of a folder that fit; `part` tells the folders of a
    /// run apart.
    ///
    /// # Errors
    /// The archive cannot be written (exit 4).
    pub fn take(
        &mut self,
        folder: &Path,
        part: &str,
        fits: impl Fn(&str) -> bool,
        last: bool,
    ) -> Result<(), Diagnostic> {
        if !last && Instant::now() < self.next {
            return Ok(());
        }
        let start = Instant::now();
        let before = self.tests.len();
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.ends_with(".xml") || name == "metadata.xml" {
                continue;
            }
            let kept = format!("{part}{name}");
            if self.tests.contains_key(&kept) {
                continue;
            }
            let Ok(text) = std::fs::read_to_string(entry.path()) else {
                continue;
            };
            // One that is being written has no end yet.
            if text.trim_end().ends_with("</testcase>") && fits(&name) {
                self.tests.insert(kept, text.into_bytes());
            }
        }
        if self.tests.len() > before {
            self.write()?;
        }
        self.next = Instant::now() + PAUSE.max(start.elapsed() * 20);
        Ok(())
    }

    /// The tests by name, in the order in which they are in the archive.
    pub fn tests(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.tests.iter().map(|(n, t)| (n.as_str(), t.as_slice()))
    }

    /// Keeps these tests alone.
    ///
    /// # Errors
    /// The archive cannot be written (exit 4).
    pub fn keep(&mut self, names: &BTreeSet<String>) -> Result<(), Diagnostic> {
        let before = self.tests.len();
        self.tests.retain(|n, _| names.contains(n));
        if self.tests.len() < before {
            self.write()?;
        }
        Ok(())
    }

    fn write(&self) -> Result<(), Diagnostic> {
        let bytes = self.archive().map_err(|e| {
            Diagnostic::surroundings(format!("cannot make the archive: {e}"))
                .at(self.path.display().to_string())
        })?;
        file::write(&self.path, &bytes)
    }

    fn archive(&self) -> Result<Vec<u8>, zip::result::ZipError> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        let how = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        zip.start_file("metadata.xml", how)?;
        zip.write_all(self.head.as_bytes())?;
        for (name, bytes) in &self.tests {
            zip.start_file(name.as_str(), how)?;
            zip.write_all(bytes)?;
        }
        Ok(zip.finish()?.into_inner())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn an_archive_is_whole_after_each_test() {
        let dir = tempfile::tempdir().unwrap();
        let tests = dir.path().join("tests");
        std::fs::create_dir(&tests).unwrap();
        let path = dir.path().join("s.zip");
        let about = Metadata {
            producer: "p".into(),
            specification: "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )".into(),
            program_file: "a.c".into(),
            program_hash: "00".into(),
            entry: "main".into(),
            bits: 32,
            created: SystemTime::UNIX_EPOCH,
        };
        let names = || {
            let file = std::fs::File::open(&path).unwrap();
            let zip = zip::ZipArchive::new(file).unwrap();
            let mut all: Vec<String> = zip.file_names().map(|n| n.unwrap().into_owned()).collect();
            all.sort();
            all
        };
        let mut s = Suite::create(&path, &about).unwrap();
        assert_eq!(names(), ["metadata.xml"]);
        std::fs::write(tests.join("t1.xml"), "<testcase>\n</testcase>\n").unwrap();
        std::fs::write(tests.join("t2.xml"), "<testcase>\n<inp").unwrap();
        std::fs::write(tests.join("metadata.xml"), "<x/>").unwrap();
        s.take(&tests, "a", |_| true, true).unwrap();
        assert_eq!(names(), ["at1.xml", "metadata.xml"]);
        std::fs::write(tests.join("t2.xml"), "<testcase>\n</testcase>\n").unwrap();
        s.take(&tests, "a", |_| true, true).unwrap();
        assert_eq!((names().len(), s.len()), (3, 2));
        s.keep(&["at2.xml".to_string()].into()).unwrap();
        assert_eq!(names(), ["at2.xml", "metadata.xml"]);
        assert!(Suite::create(&dir.path().join("no/s.zip"), &about).is_err());
    }
}
