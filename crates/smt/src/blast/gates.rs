//! Gates over a SAT solver: constant propagation, structural hashing, CNF.
//!
//! Idea: each gate is one SAT variable with the clauses of its definition.
//! Inputs are normalised (order, polarity, constants, equal and opposite
//! inputs), so equal circuits become the same literal. Fan-ins are remembered,
//! because a query names its cone.
//! Alternatives: and-inverter graphs only, which double the size of adders.
//! Source: Tseitin (1968); the redundant clauses of multiplexers from
//! Eén and Sörensson (2006).
//! Cost: 13 bytes per gate and one hash table entry; 3 to 6 clauses.

use crate::sat::{Lit, SatAnswer, SatBackend, SatLimits};
use rustc_hash::FxHashMap;

/// The literal that is always true (variable 0).
pub const TRUE: Lit = 0;
/// The literal that is always false.
pub const FALSE: Lit = 1;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Input,
    And,
    Xor,
    Mux,
    Majority,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Gate {
    kind: Kind,
    inputs: [Lit; 3],
}

/// A growing circuit in one SAT instance.
pub struct Gates<S> {
    sat: S,
    gates: Vec<Gate>,
    table: FxHashMap<Gate, Lit>,
    mark: Vec<u32>,
    epoch: u32,
    cone: Vec<u32>,
    stack: Vec<u32>,
}

impl<S: SatBackend> Gates<S> {
    /// A circuit with the constant only.
    pub fn new(mut sat: S) -> Self {
        let constant = sat.new_var();
        sat.add_clause(&[2 * constant]);
        Gates {
            sat,
            gates: vec![Gate {
                kind: Kind::Input,
                inputs: [TRUE; 3],
            }],
            table: FxHashMap::default(),
            mark: vec![0],
            epoch: 0,
            cone: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// The number of gates and inputs.
    pub fn size(&self) -> usize {
        self.gates.len()
    }

    /// The size of the last query's cone.
    pub fn last_cone(&self) -> usize {
        self.cone.len()
    }

    /// A free input.
    pub fn input(&mut self) -> Lit {
        self.node(Gate {
            kind: Kind::Input,
            inputs: [TRUE; 3],
        })
    }

    fn node(&mut self, gate: Gate) -> Lit {
        let v = self.sat.new_var();
        self.gates.push(gate);
        self.mark.push(0);
        2 * v
    }

    fn gate(&mut self, kind: Kind, inputs: [Lit; 3]) -> (Lit, bool) {
        let gate = Gate { kind, inputs };
        if let Some(&l) = self.table.get(&gate) {
            return (l, false);
        }
        let l = self.node(gate);
        self.table.insert(gate, l);
        (l, true)
    }

    /// Conjunction.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if a == FALSE || b == FALSE || a == b ^ 1 {
            return FALSE;
        }
        if a == TRUE || a == b {
            return b;
        }
        if b == TRUE {
            return a;
        }
        let (a, b) = (a.min(b), a.max(b));
        let (o, new) = self.gate(Kind::And, [a, b, TRUE]);
        if new {
            self.sat.add_clause(&[o ^ 1, a]);
            self.sat.add_clause(&[o ^ 1, b]);
            self.sat.add_clause(&[o, a ^ 1, b ^ 1]);
        }
        o
    }

    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        self.and(a ^ 1, b ^ 1) ^ 1
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let sign = (a ^ b) & 1;
        let (a, b) = (a & !1, b & !1);
        if a == b {
            return FALSE ^ sign;
        }
        if a == TRUE {
            return b ^ 1 ^ sign;
        }
        if b == TRUE {
            return a ^ 1 ^ sign;
        }
        let (a, b) = (a.min(b), a.max(b));
        let (o, new) = self.gate(Kind::Xor, [a, b, TRUE]);
        if new {
            self.sat.add_clause(&[o ^ 1, a, b]);
            self.sat.add_clause(&[o ^ 1, a ^ 1, b ^ 1]);
            self.sat.add_clause(&[o, a ^ 1, b]);
            self.sat.add_clause(&[o, a, b ^ 1]);
        }
        o ^ sign
    }

    /// `if c then a else b`.
    pub fn mux(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if c == TRUE || a == b {
            return a;
        }
        if c == FALSE {
            return b;
        }
        if c & 1 == 1 {
            return self.mux(c ^ 1, b, a);
        }
        if a == b ^ 1 {
            return self.xor(c, b);
        }
        if a == TRUE || a == c {
            return self.or(c, b);
        }
        if a == FALSE || a == c ^ 1 {
            return self.and(c ^ 1, b);
        }
        if b == TRUE || b == c ^ 1 {
            return self.or(c ^ 1, a);
        }
        if b == FALSE || b == c {
            return self.and(c, a);
        }
        let sign = a & 1;
        let (a, b) = (a ^ sign, b ^ sign);
        let (o, new) = self.gate(Kind::Mux, [c, a, b]);
        if new {
            self.sat.add_clause(&[c ^ 1, a ^ 1, o]);
            self.sat.add_clause(&[c ^ 1, a, o ^ 1]);
            self.sat.add_clause(&[c, b ^ 1, o]);
            self.sat.add_clause(&[c, b, o ^ 1]);
            self.sat.add_clause(&[a ^ 1, b ^ 1, o]);
            self.sat.add_clause(&[a, b, o ^ 1]);
        }
        o ^ sign
    }

    /// At least two of three.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut x = [a, b, c];
        x.sort_unstable();
        let [a, b, c] = x;
        if a == b || b == c {
            return b;
        }
        if a == b ^ 1 {
            return c;
        }
        if b == c ^ 1 {
            return a;
        }
        if a == TRUE {
            return self.or(b, c);
        }
        if a == FALSE {
            return self.and(b, c);
        }
        // Self-dual: the first input is made positive.
        let sign = a & 1;
        let (a, b, c) = (a ^ sign, b ^ sign, c ^ sign);
        let (o, new) = self.gate(Kind::Majority, [a, b, c]);
        if new {
            self.sat.add_clause(&[a ^ 1, b ^ 1, o]);
            self.sat.add_clause(&[a ^ 1, c ^ 1, o]);
            self.sat.add_clause(&[b ^ 1, c ^ 1, o]);
            self.sat.add_clause(&[a, b, o ^ 1]);
            self.sat.add_clause(&[a, c, o ^ 1]);
            self.sat.add_clause(&[b, c, o ^ 1]);
        }
        o ^ sign
    }

    /// Solves under assumptions, deciding only in their cone.
    pub fn solve(&mut self, assumptions: &[Lit], limits: &SatLimits) -> SatAnswer {
        self.epoch += 1;
        self.cone.clear();
        self.stack.clear();
        for &a in assumptions {
            self.stack.push(a >> 1);
        }
        while let Some(v) = self.stack.pop() {
            if self.mark[v as usize] == self.epoch {
                continue;
            }
            self.mark[v as usize] = self.epoch;
            self.cone.push(v);
            let gate = &self.gates[v as usize];
            if gate.kind != Kind::Input {
                for &l in &gate.inputs {
                    if self.mark[(l >> 1) as usize] != self.epoch {
                        self.stack.push(l >> 1);
                    }
                }
            }
        }
        self.sat.solve(assumptions, &self.cone, limits)
    }

    /// The value of a literal in the last model.
    pub fn value(&self, lit: Lit) -> bool {
        match lit {
            TRUE => true,
            FALSE => false,
            _ => self.sat.value(lit),
        }
    }

    /// The assumptions of the last `Unsat` that cannot hold together.
    pub fn core(&self) -> &[Lit] {
        self.sat.core()
    }

    /// Conflicts of the SAT solver so far.
    pub fn conflicts(&self) -> u64 {
        self.sat.conflicts()
    }
}
