//! The execution tree (document 003, pages 34-61): a node for each source line
//! that a path comes to, with the memory of the source variables and the path
//! condition there, in infix. Recorded only on request, while states run or
//! from their decisions afterwards ([`crate::view::retrace`]); cost is one node per
//! executed line.

use crate::outcome::describe::end_text;
use crate::view::source::SourceVariables;
use ep_base::outcome::{ErrorKind, PathEnd};
use ep_ir::FuncId;
use ep_machine::driver::Driver;
use ep_machine::machine::Machine;
use ep_machine::state::{PathExtra, State};
use ep_machine::value::{value_text, Value};
use ep_smt::PathCondition;
use ep_term::{Pool, TermId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Nodes that are kept; a tree with more is cut and says so.
pub const MAX_NODES: usize = 200_000;

/// A finished tree.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub nodes: Vec<TreeNode>,
    /// Nodes beyond [`MAX_NODES`] were left out.
    pub truncated: bool,
}

/// What happened at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    Step,
    Fork,
    End,
    Error,
    /// The side of a branch that no input takes.
    Infeasible,
    /// Two states became one.
    Merge,
}

/// One node.
#[derive(Clone, Debug)]
pub struct TreeNode {
    pub parent: Option<u32>,
    /// The node of the other state that was merged into this one.
    pub also_from: Option<u32>,
    pub kind: NodeKind,
    pub file: String,
    pub line: u32,
    pub function: String,
    /// Source variables and their symbolic values in infix.
    pub variables: Vec<(String, String)>,
    /// The path condition in infix, one conjunct each.
    pub condition: Vec<Arc<str>>,
    /// How the path ended, at leaves.
    pub outcome: Option<String>,
}

/// What adds a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Event {
    Line,
    Infeasible,
    ErrorSide,
    End,
}

/// Where paths that are walked one after the other share nodes: the nodes of
/// the path before, each with its event and the decisions that were made until
/// then.
#[derive(Default)]
struct Spine {
    nodes: Vec<(Event, usize, u32)>,
    /// Nodes of it that the path at hand has passed.
    at: usize,
    /// Decisions in which the two paths agree.
    common: usize,
}

/// Builds the tree while states run.
#[derive(Default)]
pub struct TreeRecorder {
    pub tree: Tree,
    spine: Option<Spine>,
    /// Function and line of each node, to see when a path comes to a new one.
    at: Vec<(FuncId, u32)>,
    /// Result of the entry function, waiting for the leaf.
    result: Option<String>,
    /// Each conjunct is printed once.
    texts: FxHashMap<TermId, Arc<str>>,
}

impl TreeRecorder {
    /// For paths that are walked one after the other.
    pub fn sharing() -> TreeRecorder {
        TreeRecorder {
            spine: Some(Spine::default()),
            ..TreeRecorder::default()
        }
    }

    /// The next path agrees with the one before in so many decisions.
    pub fn next_path(&mut self, common: usize) {
        self.result = None;
        if let Some(s) = &mut self.spine {
            s.at = 0;
            s.common = common;
        }
    }

    /// No node is added any more.
    pub fn is_full(&self) -> bool {
        self.tree.nodes.len() >= MAX_NODES
    }

    /// The node that the path before has for this event, if it is the same.
    fn shared(&mut self, event: Event, made: usize) -> Option<u32> {
        let s = self.spine.as_mut()?;
        match s.nodes.get(s.at) {
            Some((e, m, node)) if made <= s.common && (*e, *m) == (event, made) => {
                s.at += 1;
                Some(*node)
            }
            _ => {
                s.nodes.truncate(s.at);
                None
            }
        }
    }

    /// Other states go on from here too.
    fn fork(&mut self, at: u32) {
        if let Some(n) = self.tree.nodes.get_mut(at as usize) {
            n.kind = NodeKind::Fork;
        }
    }

    /// Two states, at these nodes, go on as one.
    pub fn merge<D: Recording>(&mut self, st: &mut State<D>, (a, b): (u32, u32)) {
        let Some(n) = self.tree.nodes.get(a as usize) else {
            return;
        };
        // What they share is all that is known behind the merge.
        let other = self.tree.nodes.get(b as usize);
        let condition = n
            .condition
            .iter()
            .filter(|c| other.is_none_or(|o| o.condition.contains(c)));
        let node = TreeNode {
            parent: Some(a),
            also_from: other.map(|_| b),
            kind: NodeKind::Merge,
            condition: condition.cloned().collect(),
            // The next line shows what the merged state has.
            variables: Vec::new(),
            outcome: None,
            ..n.clone()
        };
        let at = self.at[a as usize];
        let node = self.push(node, Event::Line, st.replay_at, at, a);
        st.extra.set_node(node);
    }

    /// No input takes the other side of a decision: `text` would be its
    /// condition.
    pub fn infeasible_side<D: Recording>(&mut self, st: &State<D>, text: Arc<str>) {
        if let Some(n) = self.tree.nodes.get(st.extra.node() as usize) {
            let mut leaf = TreeNode {
                parent: Some(st.extra.node()),
                kind: NodeKind::Infeasible,
                outcome: Some("infeasible".into()),
                ..n.clone()
            };
            leaf.condition.push(text);
            let at = self.at[st.extra.node() as usize];
            self.push(leaf, Event::Infeasible, st.replay_at, at, st.extra.node());
        }
    }

    /// A conjunct in infix.
    pub fn text(&mut self, pool: &Pool, c: TermId) -> Arc<str> {
        let text = || Arc::from(pool.infix(c));
        self.texts.entry(c).or_insert_with(text).clone()
    }

    /// What the entry function returns.
    fn result(&mut self, text: String) {
        self.result = Some(text);
    }

    /// The id of the new node, or `parent` when there is no room.
    fn push(
        &mut self,
        node: TreeNode,
        event: Event,
        made: usize,
        at: (FuncId, u32),
        parent: u32,
    ) -> u32 {
        if self.is_full() {
            self.tree.truncated = true;
            return parent;
        }
        self.tree.nodes.push(node);
        self.at.push(at);
        let id = self.tree.nodes.len() as u32 - 1;
        if let Some(s) = &mut self.spine {
            s.nodes.push((event, made, id));
            s.at = s.nodes.len();
        }
        id
    }
}

/// A path that knows its node.
pub trait AtNode {
    /// Where the path is in the tree; `u32::MAX` before its first node.
    fn node(&self) -> u32;

    /// It has come to another node.
    fn set_node(&mut self, node: u32);
}

/// A path's node where nothing else is kept of it.
#[derive(Clone, Copy, Debug)]
pub struct Node(pub u32);

impl Default for Node {
    fn default() -> Self {
        Node(u32::MAX)
    }
}

impl PathExtra for Node {
    fn fork(&mut self, _pc: &PathCondition) -> Self {
        *self
    }
}

impl AtNode for Node {
    fn node(&self) -> u32 {
        self.0
    }

    fn set_node(&mut self, node: u32) {
        self.0 = node;
    }
}

/// A mode that can record the tree.
pub trait Recording: Driver<Path: AtNode> {
    /// The tree, if it is recorded.
    fn tree(&self) -> Option<&TreeRecorder>;

    /// The tree, if it is recorded.
    fn tree_mut(&mut self) -> Option<&mut TreeRecorder>;
}

/// Adding what a state does to the tree.
pub trait Record<D: Recording> {
    /// Adds a node if the state has come to a new line.
    fn record_line(&mut self, st: &mut State<D>);

    /// What the entry function returns, for the leaf.
    fn record_result(&mut self, values: &[Value]);

    /// Other states go on from here too.
    fn record_fork(&mut self, st: &State<D>);

    /// Adds the side of a decision that no input takes: `cond` is never `side`.
    fn record_infeasible(&mut self, st: &State<D>, cond: TermId, side: bool);

    /// Adds the inputs that end here with an error, while others go on; `pc` is
    /// their condition.
    fn record_error_side(&mut self, st: &mut State<D>, kind: ErrorKind, pc: &PathCondition);

    /// Adds the leaf of a path.
    fn record_end(&mut self, st: &mut State<D>, outcome: String, error: bool);
}

impl<D: Recording> Record<D> for Machine<D> {
    fn record_line(&mut self, st: &mut State<D>) {
        if self.driver.tree().is_none() {
            return;
        }
        let loc = self.loc(st);
        let m = &self.program.module;
        let Some(p) = m.locs.get(loc) else { return };
        let (line, file) = (p.line, m.files[p.file].clone());
        if line == 0 {
            return;
        }
        let Some(tree) = self.driver.tree() else {
            return;
        };
        let here = (st.top.func, line);
        // Behind a fork too the same line is a new node only when a path leaves
        // and comes back; the line itself goes on.
        if tree.at.get(st.extra.node() as usize) == Some(&here) {
            return;
        }
        if let Some(n) = self.shared(Event::Line, st) {
            st.extra.set_node(n);
            return;
        }
        let node = self.node(st, file, line, NodeKind::Step, None);
        if let Some(tree) = self.driver.tree_mut() {
            let node = tree.push(node, Event::Line, st.replay_at, here, st.extra.node());
            st.extra.set_node(node);
        }
    }

    fn record_result(&mut self, values: &[Value]) {
        if let (Some(tree), Some(v)) = (self.driver.tree_mut(), values.first()) {
            tree.result(value_text(&self.cx.pool, *v));
        }
    }

    fn record_fork(&mut self, st: &State<D>) {
        if let Some(tree) = self.driver.tree_mut() {
            tree.fork(st.extra.node());
        }
    }

    fn record_infeasible(&mut self, st: &State<D>, cond: TermId, side: bool) {
        let Some(tree) = self.driver.tree_mut() else {
            return;
        };
        // A state that is rebuilt to go on has its nodes already.
        if st.extra.node() == u32::MAX || tree.shared(Event::Infeasible, st.replay_at).is_some() {
            return;
        }
        let cond = if side { cond } else { self.cx.pool.not(cond) };
        let text = tree.text(&self.cx.pool, cond);
        tree.infeasible_side(st, text);
    }

    fn record_error_side(&mut self, st: &mut State<D>, kind: ErrorKind, pc: &PathCondition) {
        if self.driver.tree().is_none() || st.extra.node() == u32::MAX {
            return;
        }
        if self.shared(Event::ErrorSide, st).is_some() {
            return;
        }
        let others = std::mem::replace(&mut st.pc, pc.clone());
        let (leaf, outcome) = match self.options.checks.has(kind) {
            true => (NodeKind::Error, kind.word().to_string()),
            false => (NodeKind::End, end_text(&PathEnd::Silent)),
        };
        self.leaf(st, Event::ErrorSide, leaf, outcome);
        st.pc = others;
    }

    fn record_end(&mut self, st: &mut State<D>, outcome: String, error: bool) {
        if self.driver.tree().is_none() {
            return;
        }
        let kind = if error {
            NodeKind::Error
        } else {
            NodeKind::End
        };
        // Never shared, but what the path before had from here on is not either.
        self.shared(Event::End, st);
        self.leaf(st, Event::End, kind, outcome);
    }
}

/// The nodes of it.
trait RecordParts<D: Recording> {
    fn shared(&mut self, event: Event, st: &State<D>) -> Option<u32>;

    /// A node where the state is; in a model without source, at the line that
    /// called it.
    fn leaf(&mut self, st: &mut State<D>, event: Event, kind: NodeKind, outcome: String);

    fn node(
        &mut self,
        st: &mut State<D>,
        file: String,
        line: u32,
        kind: NodeKind,
        outcome: Option<String>,
    ) -> TreeNode;

    /// The source variables of the current function.
    fn variables(&mut self, st: &mut State<D>) -> Vec<(String, String)>;
}

impl<D: Recording> RecordParts<D> for Machine<D> {
    fn shared(&mut self, event: Event, st: &State<D>) -> Option<u32> {
        self.driver.tree_mut()?.shared(event, st.replay_at)
    }

    fn leaf(&mut self, st: &mut State<D>, event: Event, kind: NodeKind, outcome: String) {
        let m = &self.program.module;
        let loc = self.loc(st);
        let here = m.locs.get(loc).filter(|p| p.line > 0);
        let here = here.map(|p| (m.files[p.file].clone(), p.line));
        let last = self.driver.tree().and_then(|t| {
            let n = t.tree.nodes.get(st.extra.node() as usize)?;
            Some((n.clone(), *t.at.get(st.extra.node() as usize)?))
        });
        let (node, at) = match (here, last) {
            (None, Some((n, at))) => {
                let mut node = self.node(st, n.file, n.line, kind, Some(outcome));
                node.function = n.function;
                node.variables = n.variables;
                (node, at)
            }
            (here, _) => {
                let (file, line) = here.unwrap_or_default();
                let at = (st.top.func, line);
                (self.node(st, file, line, kind, Some(outcome)), at)
            }
        };
        if let Some(tree) = self.driver.tree_mut() {
            let mut node = node;
            if let Some(r) = tree.result.take() {
                node.variables.push(("return".into(), r));
            }
            tree.push(node, event, st.replay_at, at, st.extra.node());
        }
    }

    fn node(
        &mut self,
        st: &mut State<D>,
        file: String,
        line: u32,
        kind: NodeKind,
        outcome: Option<String>,
    ) -> TreeNode {
        let variables = self.variables(st);
        let condition = match self.driver.tree_mut() {
            Some(tree) => {
                let pool = &self.cx.pool;
                st.pc.conjuncts().map(|c| tree.text(pool, c)).collect()
            }
            None => Vec::new(),
        };
        TreeNode {
            parent: (st.extra.node() != u32::MAX).then_some(st.extra.node()),
            also_from: None,
            kind,
            file,
            line,
            function: self.program.function(st.top.func).name.clone(),
            variables,
            condition,
            outcome,
        }
    }

    fn variables(&mut self, st: &mut State<D>) -> Vec<(String, String)> {
        self.source_variables(st)
            .into_iter()
            .map(|(name, v, ty)| (name, self.value_of_type(v, ty)))
            .collect()
    }
}
