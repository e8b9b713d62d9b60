//! The engine as the verb uses it: options, members in parallel,
//! several seeds, the cache, and its results as plain structs.

use super::cache::Cache;
use super::confirm;
use super::input::Input;
use super::java;
use super::options::{Infer, VerifyOptions};
use super::place::Places;
use crate::session::Session;
use ep_base::outcome::Verdict;
use ep_base::verification::{
    Consumed, Finding, Ghost, MemberOutcome, QuantifierCause, QuantifierUse, TraceStep,
};
use ep_base::{Budget, Diagnostic, Span};
use ep_idf::{MemberResult, Options, Outcome, Variation, VerificationError};
use ep_ivl::ast::{Member, Program};
use std::collections::HashMap;

/// Verifies the members that are wanted.
///
/// # Errors
/// A name that no member has; a test cannot be written.
pub fn verify(
    input: &Input,
    args: &VerifyOptions,
    budget: &Budget,
    session: &Session,
) -> Result<Vec<MemberOutcome>, Diagnostic> {
    let program = &input.program;
    let wanted = wanted(input, args)?;
    let options = options(input, args);
    let mut kept: HashMap<Member, MemberOutcome> = HashMap::new();
    let mut cache = match &args.cache {
        None => None,
        Some(folder) => {
            // What is recorded changes no verdict.
            let decides = Options {
                trace: false,
                witness: false,
                profile: false,
                ..options.clone()
            };
            Cache::open(folder, program, &format!("{decides:?}"))
                .map_err(|warning| session.note(&warning.to_string()))
                .ok()
        }
    };
    // Other seeds are tried on what was proved before, too.
    let again = args.stability.is_some_and(|n| n > 1);
    if let Some(cache) = cache.as_ref().filter(|_| !again && !args.profile) {
        for &m in &wanted {
            // States and tests of a failed proof are not kept.
            let files = args.html.is_some() || args.tests.is_some();
            let shown = |o: &MemberOutcome| !files || o.findings.is_empty();
            if let Some(outcome) = cache.find(m).filter(shown) {
                kept.insert(m, outcome);
            }
        }
    }
    let open: Vec<Member> = (wanted.iter().copied())
        .filter(|m| !kept.contains_key(m))
        .collect();
    let places = Places::new(program);
    let results = in_parallel(program, &options, budget, &open, args.jobs);
    let mut fresh: HashMap<Member, MemberOutcome> = results
        .iter()
        .map(|r| (r.member, outcome(input, r, &places)))
        .collect();
    if options.witness {
        confirm::confirm(input, args, budget, &results, &mut fresh)?;
    }
    let seeds = (1..args.stability.unwrap_or(1))
        .map(|n| (options.seed.wrapping_add(n as u32), Variation::None));
    let variations: &[Variation] = if again { &Variation::ALL } else { &[] };
    let others = variations.iter().map(|&v| (options.seed, v));
    for (seed, variation) in seeds.chain(others) {
        let options = Options {
            seed,
            variation,
            trace: false,
            witness: false,
            profile: false,
            ..options.clone()
        };
        for r in in_parallel(program, &options, budget, &open, args.jobs) {
            let other = outcome(input, &r, &places).verdict;
            if let Some(m) = fresh.get_mut(&r.member) {
                let how = match variation {
                    Variation::None => format!("seed {seed}"),
                    other => other.to_string(),
                };
                if other != m.verdict {
                    m.flips.push(format!("{other} ({how})"));
                }
            }
        }
    }
    if let Some(cache) = &mut cache {
        for (&m, outcome) in &fresh {
            let mut kept = outcome.clone();
            kept.findings.iter_mut().for_each(|f| f.trace.clear());
            kept.profile.clear();
            if let Err(warning) = cache.keep(m, &kept) {
                session.note(&warning.to_string());
                break;
            }
        }
    }
    Ok((wanted.iter())
        .filter_map(|m| kept.remove(m).or_else(|| fresh.remove(m)))
        .collect())
}

fn wanted(input: &Input, args: &VerifyOptions) -> Result<Vec<Member>, Diagnostic> {
    let program = &input.program;
    let name_of = |m: Member| match input.java.as_ref().and_then(|j| j.get(&m)) {
        Some(java) => java.name.as_str(),
        None => program.name(m),
    };
    let all: Vec<Member> = (program.members())
        .filter(|m| match &input.java {
            Some(java) => java::is_interesting(program, *m, java),
            None => true,
        })
        .collect();
    for name in &args.member {
        if !all.iter().any(|&m| name_of(m) == name) {
            return Err(
                Diagnostic::bad_input(format!("there is no member `{name}`"))
                    .at(input.file.clone()),
            );
        }
    }
    let named = |m: &Member| args.member.is_empty() || args.member.iter().any(|n| n == name_of(*m));
    Ok(all.into_iter().filter(named).collect())
}

fn options(input: &Input, args: &VerifyOptions) -> Options {
    let has = |what: Infer| match &args.infer {
        None => input.infers || what == Infer::Use,
        Some(list) => list.contains(&what) || list.contains(&Infer::All),
    };
    Options {
        infer_close: has(Infer::Close),
        infer_open: has(Infer::Open),
        infer_use: has(Infer::Use),
        unfold_contracts: has(Infer::Contracts),
        joins: !args.no_joins,
        trace: args.html.is_some(),
        witness: confirm::wanted(input, args),
        profile: args.profile,
        seed: args.seed,
        member_timeout: args.timeout_per_member,
        ..Options::default()
    }
}

/// Shares the members among threads. What is known of functions is found by
/// each, so that results do not depend on how members are shared.
fn in_parallel(
    program: &Program,
    options: &Options,
    budget: &Budget,
    members: &[Member],
    jobs: u64,
) -> Vec<MemberResult> {
    let jobs = (jobs as usize).clamp(1, members.len().max(1));
    if members.is_empty() {
        return Vec::new();
    }
    let share = |n: usize| {
        let mine: Vec<Member> = members.iter().skip(n).step_by(jobs).copied().collect();
        move |m: Member| mine.contains(&m)
    };
    if jobs == 1 {
        return ep_idf::verify_only(program, options, budget, &share(0));
    }
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..jobs)
            .map(|n| {
                let wanted = share(n);
                scope.spawn(move || ep_idf::verify_only(program, options, budget, &wanted))
            })
            .collect();
        let mut results = Vec::new();
        for handle in handles {
            match handle.join() {
                Ok(some) => results.extend(some),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

fn outcome(input: &Input, r: &MemberResult, places: &Places) -> MemberOutcome {
    let program = &input.program;
    let verdict = match &r.outcome {
        Outcome::Verified => Verdict::Proved,
        Outcome::Failed => Verdict::NotProved,
        Outcome::Unknown(reason) => Verdict::Unknown {
            reason: reason.clone(),
        },
        Outcome::Unsupported { what, span } => {
            let at = places.region(*span);
            let what = what.trim_end_matches("not supported yet").trim_end();
            let what = (what.strip_suffix(" is"))
                .or_else(|| what.strip_suffix(" are"))
                .unwrap_or(what);
            let reason = match at.line {
                0 => format!("not supported yet: {what}"),
                line => format!("not supported yet: {what} (line {line})"),
            };
            Verdict::Unknown { reason }
        }
    };
    let mut outcome = MemberOutcome {
        kind: r.member.keyword().to_owned(),
        name: program.name(r.member).to_owned(),
        place: places.region(program.span(r.member)),
        verdict,
        findings: (r.errors.iter())
            .map(|e| finding(e, places, input.java.is_some()))
            .collect(),
        ghost: (r.ghost.iter())
            .map(|g| Ghost {
                place: places.region(g.span),
                text: g.text.clone(),
            })
            .collect(),
        cached: false,
        flips: Vec::new(),
        questions: r.questions,
        solver_questions: r.solver_questions,
        time_us: r.micros,
        profile: r.profile.iter().map(|q| used(q, places)).collect(),
    };
    if let Some(java) = input.java.as_ref().and_then(|j| j.get(&r.member)) {
        java::rename(&mut outcome, java);
    }
    outcome
}

fn used(q: &ep_idf::QuantifierUse, places: &Places) -> QuantifierUse {
    let cause = |(of, instances): &(Option<(String, Span)>, u64)| QuantifierCause {
        text: of.as_ref().map(|x| x.0.clone()).unwrap_or_default(),
        place: places.region(of.as_ref().map_or(Span::NONE, |x| x.1)),
        instances: *instances,
    };
    QuantifierUse {
        text: q.text.clone(),
        place: places.region(q.span),
        instances: q.instances,
        deepest: q.deepest,
        time_us: q.micros,
        causes: q.causes.iter().map(cause).collect(),
    }
}

fn finding(e: &VerificationError, places: &Places, in_java: bool) -> Finding {
    let message = match &e.note {
        _ if in_java => java::words(e),
        Some(note) => format!("{note}: {}", e.message),
        None => e.message.clone(),
    };
    // Who took the permission says more than that parts of it are missing.
    let told = |i: &&ep_idf::Inside| {
        e.consumed.is_none() || i.reason != ep_idf::Reason::InsufficientPermission
    };
    let why = e.inside.as_ref().filter(told);
    let inside = why.map(|i| places.region(i.at));
    let message = match (why, &inside) {
        (Some(i), Some(at)) => {
            format!(
                "{message}: it cannot be closed, since {} (line {})",
                i.message, at.line
            )
        }
        _ => message,
    };
    Finding {
        id: e.id(),
        message,
        inside,
        run: None,
        place: places.region(e.span),
        at: places.region(e.at),
        heap: e.heap.clone(),
        consumed: e.consumed.as_ref().map(|c| Consumed {
            chunk: c.chunk.clone(),
            by: places.region(c.by),
        }),
        trace: (e.trace.iter())
            .map(|t| TraceStep {
                place: places.region(t.span),
                what: t.what.clone(),
                store: t.store.clone(),
                heap: t.heap.clone(),
                old: t.old.clone(),
                conditions: t.conditions.clone(),
                new_conditions: t.new_conditions as u32,
            })
            .collect(),
    }
}
