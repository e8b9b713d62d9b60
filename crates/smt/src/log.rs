//! Queries as numbered SMT-LIB files.

use ep_term::{Pool, TermId};
use std::path::PathBuf;

/// Writes `000001.smt2` and so on.
pub(crate) struct QueryLog {
    dir: PathBuf,
    next: u64,
    /// The first failure to write; logging stops there.
    pub failure: Option<String>,
}

impl QueryLog {
    pub fn new(dir: PathBuf) -> Self {
        let failure = std::fs::create_dir_all(&dir)
            .err()
            .map(|e| format!("cannot create {}: {e}", dir.display()));
        QueryLog {
            dir,
            next: 1,
            failure,
        }
    }

    /// Writes a query with its answer as a comment.
    pub fn write(&mut self, pool: &Pool, assertions: &[TermId], by: &str, answer: &str) {
        if self.failure.is_some() {
            return;
        }
        let path = self.dir.join(format!("{:06}.smt2", self.next));
        self.next += 1;
        let answer = answer.replace('\n', " ");
        let script = ep_term::smtlib_script(pool, assertions);
        let text = format!("; answer: {answer}\n; by: {by}\n{script}");
        if let Err(e) = std::fs::write(&path, text) {
            self.failure = Some(format!("cannot write {}: {e}", path.display()));
        }
    }
}
