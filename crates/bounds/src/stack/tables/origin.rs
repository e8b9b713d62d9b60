//! Whether tables are of the program that is bounded.
//!
//! Idea: each line of a table says where its function begins; the program
//! says so too. A function of the program whose lines all name other files is
//! another one of the same name (each program has a `main`); one that begins
//! at another line is one of an older source. What must never happen: frames
//! of another program or of an older one make a bound. Sections
//! `.stack_sizes` have names only, of which nothing can be said. Cost: one
//! look at each line and each function.

use super::{base_name, Row, Tables};
use ep_ir::Module;
use std::collections::BTreeMap;

impl Tables {
    /// Checks that the functions of the tables are those of this program.
    ///
    /// # Errors
    /// The first one that is not, in words.
    pub fn check(&self, module: &Module) -> Result<(), String> {
        // A copy that a compiler made begins where the function does.
        let mut told: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
        for r in self.rows.values() {
            if r.bytes.is_some() && r.place.line > 0 {
                let name = r.name.split('.').next().unwrap_or(&r.name);
                told.entry(name).or_default().push(r);
            }
        }
        let defined = module.functions.iter().filter(|(_, f)| !f.is_declaration());
        for (_, f) in defined {
            let name = f.name.split('.').next().unwrap_or(&f.name);
            let (Some(rows), Some(at)) = (told.get(name), module.locs.get(f.loc)) else {
                continue;
            };
            let Some(file) = module.files.get(at.file).filter(|_| at.line > 0) else {
                continue;
            };
            let own = base_name(file);
            let here: Vec<&&Row> = (rows.iter())
                .filter(|r| base_name(&r.place.file) == own)
                .collect();
            let wrong = match here.first() {
                None => rows.first().copied(),
                Some(_) if here.iter().any(|r| r.place.line == at.line) => None,
                Some(r) => Some(**r),
            };
            if let Some(r) = wrong {
                return Err(format!(
                    "they have `{name}` at {}:{}, the program has it at {own}:{}",
                    r.place.file, r.place.line, at.line
                ));
            }
        }
        Ok(())
    }
}
