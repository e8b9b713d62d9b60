//! Smoke detection: a `refute false` wherever a contradiction may have slipped in.
//!
//! Idea: code that no execution reaches is verified for free, so a wrong precondition,
//! axiom or `inhale` proves everything after it. `refute false` fails where that is so.
//! It is put at the end of each method, loop body and branch that is not empty, after
//! each `inhale` and `assume`, and before each `goto`. After `unreachable` it is left
//! out, and after a conditional both of whose branches say so.
//! Source: the smoke detection plugin of Viper's silver. Cost: one question for each
//! of these places that is reached.

use crate::ast::{Block, Expr, ExprKind, MethodId, Program, Stmt, StmtId, StmtKind, Types};
use ep_base::Span;

/// Puts the checks into all methods of the program.
pub fn add_checks(program: &mut Program) {
    let methods: Vec<MethodId> = program.methods.ids().collect();
    for m in methods {
        let span = program.methods[m].span;
        let Some(body) = program.methods[m].body.take() else {
            continue;
        };
        let (mut body, unreachable) = block(program, body, false);
        if !unreachable {
            body.push(refute(program, span));
        }
        program.methods[m].body = Some(body);
    }
}

fn refute(program: &mut Program, span: Span) -> StmtId {
    let no = program.exprs.push(Expr {
        kind: ExprKind::Bool(false),
        ty: Types::BOOL,
        impure: false,
        heap: false,
        span,
        note: None,
    });
    program.stmts.push(Stmt {
        kind: StmtKind::Refute(no),
        span,
        note: None,
    })
}

/// The block with its checks, and whether its end is said to be out of reach.
fn block(program: &mut Program, stmts: Block, unreachable: bool) -> (Block, bool) {
    let mut unreachable = unreachable;
    let mut all = Block::new();
    for s in stmts {
        let span = program.stmts[s].span;
        match program.stmts[s].kind.clone() {
            StmtKind::Unreachable => {
                unreachable = true;
                all.push(s);
            }
            StmtKind::Inhale(_) | StmtKind::Assume(_) => {
                all.push(s);
                if !unreachable {
                    all.push(refute(program, span));
                }
            }
            StmtKind::Goto(_) => {
                if !unreachable {
                    all.push(refute(program, span));
                }
                all.push(s);
            }
            StmtKind::If(condition, then, otherwise) => {
                let at = program.exprs[condition].span;
                let (then, a) = branch(program, then, unreachable, at);
                let other_at = otherwise.first().map_or(at, |&s| program.stmts[s].span);
                let (otherwise, b) = branch(program, otherwise, unreachable, other_at);
                program.stmts[s].kind = StmtKind::If(condition, then, otherwise);
                unreachable |= a && b;
                all.push(s);
            }
            StmtKind::While(mut l) => {
                let at = program.exprs[l.condition].span;
                let (mut body, end) = block(program, std::mem::take(&mut l.body), unreachable);
                if !end {
                    body.push(refute(program, at));
                }
                l.body = body;
                program.stmts[s].kind = StmtKind::While(l);
                all.push(s);
            }
            StmtKind::Block(inner) => {
                let (inner, end) = block(program, inner, unreachable);
                program.stmts[s].kind = StmtKind::Block(inner);
                unreachable |= end;
                all.push(s);
            }
            _ => all.push(s),
        }
    }
    (all, unreachable)
}

/// A branch of a conditional; an empty one needs no check.
fn branch(program: &mut Program, stmts: Block, unreachable: bool, at: Span) -> (Block, bool) {
    let empty = stmts.is_empty();
    let (mut all, end) = block(program, stmts, unreachable);
    if !empty && !end {
        all.push(refute(program, at));
    }
    (all, end)
}
