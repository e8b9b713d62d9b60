//! What one phase of a member leaves and needs: it begins with nothing.

use crate::cycles::Jumps;
use crate::error::{GhostNote, VerificationError};
use crate::state::State;
use ep_base::Span;
use ep_ivl::ast::{Member, StmtId};
use rustc_hash::FxHashMap;
use std::time::Instant;

/// The member that is verified, and what was found.
pub struct Work {
    /// The member; none while axioms are looked at.
    pub member: Option<Member>,
    /// The statement that is executed, or the member.
    pub here: Span,
    pub deadline: Option<Instant>,
    /// The state on entry of the method, for witnesses.
    pub entry: Option<State>,
    pub errors: Vec<VerificationError>,
    pub ghost: Vec<GhostNote>,
    /// Names of symbols in what is shown, where one name stands for several.
    pub names: FxHashMap<ep_term::VarId, String>,
    /// The `join` statements of the method's own block, and those that were reached.
    pub joinable: Vec<StmtId>,
    pub joins_reached: Vec<StmtId>,
    /// The `refute` statements that a path did not prove.
    pub refuted: Vec<StmtId>,
    /// The loops that jumps make in the method.
    pub jumps: Jumps,
}

impl Work {
    /// Nothing was found of it.
    pub fn new(member: Option<Member>, here: Span, deadline: Option<Instant>) -> Work {
        Work {
            member,
            here,
            deadline,
            entry: None,
            errors: Vec::new(),
            ghost: Vec::new(),
            names: FxHashMap::default(),
            joinable: Vec::new(),
            joins_reached: Vec::new(),
            refuted: Vec::new(),
            jumps: Jumps::default(),
        }
    }
}
