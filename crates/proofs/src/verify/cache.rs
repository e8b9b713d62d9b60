//! Verdicts that outlive a run. A member's key is the fingerprint of all that
//! its verdict depends on ([`ep_ivl::fingerprint`]), the options and the
//! version; places are not part of it, so that an edit above a member does
//! not cost its proof. An answer that shows places (a failed proof) is kept
//! only while the layout of what it depends on is the same.
//!
//! One small JSON file per key. A file that cannot be read counts as absent;
//! writing goes through a temporary file, so that no reader sees half of one. A folder
//! that cannot be used costs a warning and no verdict.

use super::place::Places;
use ep_base::outcome::Verdict;
use ep_base::verification::MemberOutcome;
use ep_base::Diagnostic;
use ep_ivl::ast::{Member, Program};
use ep_ivl::fingerprint::{Fingerprint, Fingerprints};
use serde_json::{json, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// Raised when the meaning of a kept answer changes.
const FORMAT: u32 = 3;

/// The cache of one program under some options.
pub struct Cache<'a> {
    folder: PathBuf,
    prints: Fingerprints<'a>,
    salt: String,
}

impl<'a> Cache<'a> {
    /// Opens (and makes) the folder.
    ///
    /// # Errors
    /// It cannot be made (a warning).
    pub fn open(folder: &Path, program: &'a Program, options: &str) -> Result<Self, Diagnostic> {
        fs::create_dir_all(folder).map_err(|e| cannot(folder, &e))?;
        Ok(Cache {
            folder: folder.to_path_buf(),
            prints: Fingerprints::new(program),
            salt: format!("{FORMAT} {} {options}", super::input::VERSION),
        })
    }

    /// Where a proof is kept.
    fn proof(&self, member: Member) -> PathBuf {
        let key = self.prints.meaning(member, &self.salt);
        self.folder.join(format!("{key}.json"))
    }
    /// Where an answer that shows places is kept.
    fn failure(&self, member: Member) -> PathBuf {
        let salt = format!("{} {}", self.salt, self.layout(member));
        let key = self.prints.meaning(member, &salt);
        self.folder.join(format!("{key}.json"))
    }

    /// The kept answer for a member.
    pub fn find(&self, member: Member) -> Option<MemberOutcome> {
        if let Some((mut outcome, layout)) = read(&self.proof(member)) {
            let program = self.prints.program();
            outcome.place = Places::new(program).region(program.span(member));
            if layout != self.layout(member) {
                outcome.ghost.clear();
            }
            return Some(outcome);
        }
        let (outcome, layout) = read(&self.failure(member))?;
        (layout == self.layout(member)).then_some(outcome)
    }

    fn layout(&self, member: Member) -> String {
        let print: Fingerprint = self.prints.layout(member);
        print.to_string()
    }

    /// Keeps an answer. Answers of limits are not kept: a later run may have
    /// more time.
    ///
    /// # Errors
    /// It cannot be written (a warning).
    pub fn keep(&mut self, member: Member, outcome: &MemberOutcome) -> Result<(), Diagnostic> {
        let unsupported = |reason: &str| reason.starts_with("not supported");
        match &outcome.verdict {
            Verdict::Unknown { reason } if !unsupported(reason) => return Ok(()),
            _ => {}
        }
        let entry = json!({ "layout": self.layout(member), "outcome": outcome });
        let path = match outcome.verdict {
            Verdict::Proved => self.proof(member),
            _ => self.failure(member),
        };
        let temporary = path.with_extension(format!("tmp{}", std::process::id()));
        fs::write(&temporary, format!("{entry}\n"))
            .and_then(|()| fs::rename(&temporary, &path))
            .map_err(|e| {
                // Half of a file on a full disk helps nobody.
                let _ = fs::remove_file(&temporary);
                cannot(&self.folder, &e)
            })
    }
}

/// An entry: the answer, as kept, and the layout that it was found in.
fn read(path: &Path) -> Option<(MemberOutcome, String)> {
    let text = fs::read_to_string(path).ok()?;
    let mut entry: Value = serde_json::from_str(&text).ok()?;
    let mut outcome: MemberOutcome = serde_json::from_value(entry["outcome"].take()).ok()?;
    outcome.cached = true;
    let layout = entry["layout"].as_str()?.to_owned();
    Some((outcome, layout))
}

fn cannot(path: &Path, e: &std::io::Error) -> Diagnostic {
    Diagnostic::warning(format!("cannot keep verdicts here: {e}"))
        .at(path.display().to_string())
        .help("the verdicts of this run hold and are not kept; choose another folder with --cache")
}
