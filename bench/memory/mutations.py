#!/usr/bin/env python3
"""Breaks each rule of the heap analysis once, on purpose, and names the tests that fail.

    python3 bench/memory/mutations.py [NAME…]

Each mutation is one replacement in one source file, which is put back. A
mutation that no test notices ends the script with 1. Run it in a tree without
other changes; a mutation takes a build of `ep_bounds` and up to four tests.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import mutate  # noqa: E402

B = "crates/bounds/src/memory/"
S = B + "summary/"
MUTATIONS = [
    # The slips of the paper.
    ("COMPOSE forgets the other alternative", S + "dominance.rs",
     "            } else {\n                kept.push(old);\n            }\n        }\n        if !covered {",
     "            }\n        }\n        if !covered {"),
    ("the peak is not evaluated anew where a summary is used", S + "reuse.rs",
     "                let mut sum = self.outside(&mut b, &c.sum)?;\n                sum.add(&st.net, 1);",
     "                let mut sum = c.sum.clone();\n                sum.add(&st.net, 1);"),
    ("a merged witness has the conditions of its siblings", "crates/machine/src/memory/ledger.rs",
     "                    p.within = Some(both(pool, side, p.within));",
     "                    let all = both(pool, not, Some(guard));\n                    p.within = Some(both(pool, all, p.within));"),
    ("the join starts from 0 bytes and no change", S + "merge.rs",
     "        Ok(list.pop())\n    }\n\n    fn conjunction",
     "        let mut last = list.pop();\n        if let Some(s) = last.as_mut().filter(|s| s.net.most(&self.cx.pool) <= 0) {\n            s.net = super::sum::Bytes::default();\n        }\n        Ok(last)\n    }\n\n    fn conjunction"),
    ("a transformer of one context is used in another", S + "reuse.rs",
     "            Val::Num(t) => Val::Num(b.subst.term(&mut self.cx.pool, *t)),", "            Val::Num(t) => Val::Num(*t),"),
    ("the interpolant is negated", S + "reasons.rs",
     "            region.reasons.push(reason.clone());",
     "            let all = reason.iter().map(|c| self.cx.pool.not(*c)).collect();\n            region.reasons.push(all);"),
    ("an element of a parameter is another value at each look", S + "mod.rs",
     "            _ if named && matches!(shapes.get(i), Some(ParamShape::Buffer { .. })) => {",
     "            _ if false && matches!(shapes.get(i), Some(ParamShape::Buffer { .. })) => {"),
    ("the interpolant is not checked", S + "reuse.rs",
     "            if !self.impossible(level, st, &all) {", "            if false && !self.impossible(level, st, &all) {"),
    ("dominance is not checked", S + "reuse.rs",
     "            if !self.never_negative(&pc, when, &d) {", "            if false && !self.never_negative(&pc, when, &d) {"),
    ("aliasing is not part of the pattern", S + "reuse.rs",
     "                if !ok {", "                if false && !ok {"),
    ("a decision by a number has no reason", S + "walk.rs",
     "            self.close(level, &st, if b { not } else { cond });", ""),
    ("what is freed takes nothing away", S + "alloc.rs",
     "                    st.net.add(&p.size, -1);\n                }\n            }\n            Builtin::Memcpy",
     "                    let _ = &p.size;\n                }\n            }\n            Builtin::Memcpy"),
    ("the block that grows is freed before the new one is made", S + "alloc.rs",
     "                Realloc::Moving => {\n                    st.net.add(&bytes, 1);\n                    st.grown = true;\n                    self.note(level, &mut st);\n                    st.net.add(&p.size, -1);",
     "                Realloc::Moving => {\n                    st.net.add(&p.size, -1);\n                    st.net.add(&bytes, 1);\n                    st.grown = true;"),
    ("a slot that no number names is dropped", S + "step.rs",
     "        out.extend(rest.map(|s| (s, off)));\n", "        let _ = rest;\n"),
    ("what is compared in this context is not kept", S + "dominance.rs",
     "            None => region.dominance.push(AtMost { when, rest }),", "            None => {}"),
    ("many reasons about one number become none", S + "reasons.rs",
     "                out.extend(others.into_iter().map(|t| vec![t]));", "                let _ = others;"),
    ("what a region around wrote is read past", S + "walker.rs",
     " || self.regions[level].touched.contains_key(&base)", ""),
    # Exploring.
    ("paths that a limit leaves behind are forgotten", B + "engine.rs",
     "            self.cut_off(&st);\n", ""),
    ("a path that exits hands in nothing", B + "engine.rs",
     "            PathEnd::Exit { .. } | PathEnd::Silent => {}", "            PathEnd::Exit { .. } | PathEnd::Silent => return,"),
    # The slice.
    ("branches decide nothing", B + "slice/depend.rs",
     "        for c in on.cloned().unwrap_or_default() {\n            self.term(f, c);\n        }", "        let _ = on;"),
    ("writes are no part of the slice", B + "slice/depend.rs",
     "            for at in hit {\n                self.inst(at);\n            }", "            let _ = hit;"),
    ("arguments are no part of the slice", B + "slice/depend.rs",
     "            if let Some(a) = args.get(i) {\n                self.uses(at, &a.value);\n            }", "            let _ = args;"),
    ("results are no part of the slice", B + "slice/depend.rs",
     "                if let Some(o) = values.get(k) {", "                if let Some(o) = values.get(k).filter(|_| false) {"),
    ("members lie nowhere near their structure", B + "slice/points.rs",
     "                    .map(|(o, at)| (*o, at.on(*offset, stride, up)))", "                    .map(|(o, at)| (*o, at.on(*offset + 4096, stride, up)))"),
    # The shape.
    ("a round that leaves blocks counts once", B + "sites/mod.rs",
     "        match round.net.times(&times) {", "        let _ = &times;\n        match round.net.times(&Amount::number(1)) {"),
    ("a round that is tested at its end counts when its test passes", B + "sites/mod.rs",
     "            false if stepped => passes.max(&Amount::number(1)),\n            false => passes.plus(&Amount::number(1)),", "            false => passes,"),
    ("a first step that is not tested does not wrap around", B + "sites/rounds.rs",
     "        if stepped && wraps {", "        if false && stepped && wraps {"),
    ("bytes that are given back are no more of them", B + "sites/input.rs",
     "    (all && tables).then_some(n)", "    let _ = (all, tables);\n    Some(n)"),
    ("a byte may have been read in another round", B + "sites/input.rs",
     "        let anew = facts.loops.innermost(call) == Some(l) && facts.dom.dominates(call, *b);", "        let anew = true;"),
    ("merging begins again without what waited", B + "engine.rs",
     "        self.found.stopped = None;\n        self.options = options;", "        self.found.stopped = None;\n        self.waiting.clear();\n        self.options = options;"),
    ("of two alternatives the first counts", B + "sites/mod.rs",
     "            net: self.net.max(&other.net),\n            held: self.held.max(&other.held),", "            net: self.net.clone(),\n            held: self.held.clone(),"),
    ("a test counts also where the number was set since", B + "sites/guards.rs",
     "unchanged(code, (up, t.from), b, ends, r);", "t.from < usize::MAX || unchanged(code, (up, t.from), b, ends, r);"),
    ("the other side of a test holds", B + "sites/guards.rs",
     "        pred: if side { pred } else { pred.negated() },", "        pred: if side { pred.negated() } else { pred },"),
    ("a table that can be written keeps its numbers", B + "sites/guards.rs",
     "        .filter(|g| g.constant && !g.is_device())?;", "        .filter(|g| !g.is_device())?;"),
    ("a null pointer is one that is freed elsewhere", B + "sites/mod.rs",
     "                    ep_ir::IntPred::Eq => vec![*els],", "                    ep_ir::IntPred::Eq => vec![],"),
    ("a call through a table needs what one of its functions needs", B + "sites/mod.rs",
     "                            most = Some(most.map_or(own.clone(), |m| m.or(&own)));", "                            most = Some(most.unwrap_or(own));"),
    # Slots.
    ("a slot that is filled stays empty", B + "sites/slots/flow.rs",
     "        s.all_empty.remove(&object);\n        s.empty.retain(|x| x.apart(&slot, self.word));\n", ""),
    ("what a slot held before a store is what it holds", B + "sites/slots/flow.rs",
     "        s.contents_of(&|x| x == object);\n        if null {", "        if null {"),
    ("a number that a slot depends on may change", B + "sites/slot.rs",
     "        self.known.retain(|k, v| *k != r && !v.mentions(r));\n        self.empty.retain(|s| !s.mentions(r));", "        self.known.retain(|k, v| *k != r && !v.mentions(r));"),
    ("what a callee stores is not seen", B + "sites/slots/flow.rs",
     "(Object::Global(g), Some(all)) => all.contains(&g),", "(Object::Global(g), Some(all)) => all.contains(&g) && false,"),
    ("what overwrites a slot in part is not seen", B + "sites/slots/mod.rs",
     "                apart.then_some(())?;", "                let _ = apart;"),
    ("the address of a slot may be handed on", B + "sites/slots/flow.rs",
     "                args.iter().for_each(|a| self.lose(a.value));", ""),
    ("a block on its way to a slot is in it", B + "sites/slots/mod.rs",
     "            false => size.clone(),\n        };\n        Some(Need {", "            false => Amount::default(),\n        };\n        Some(Need {"),
    ("slots of an activation count once", B + "sites/slots/mod.rs",
     "        need.net = need.net.plus(&self.all_kept(id, &mine));", "        need.kept = super::kept::larger(&need.kept, &mine.kept);"),
    ("a float may change behind its test", B + "sites/floats.rs",
     "            if unchanged(code, (up, from), b, &[at], r) {", "            if from < usize::MAX || unchanged(code, (up, from), b, &[at], r) {"),
]

# The cheapest one first.
TESTS = [["-p", "everypath-bounds", "--test", t] for t in ("memory_shape", "memory_summary", "memory_generated", "memory")]

if __name__ == "__main__":
    sys.exit(mutate.main([(*m, TESTS) for m in MUTATIONS], {"EP_MEMORY_COUNT": "12"}))
