#!/usr/bin/env python3
"""Writes the event-condition-action systems of this folder.

    bench/tasks/eca/generate.py

A system has variables with small domains and rules: for an event, and values
of some variables, others change. Its reachable states are enumerated here, so
what is expected is known and not guessed: in NAME-1 the state whose error is
called is one that no run reaches, in NAME-2 the one that is reached last. The
numbers in names are rules, each a location of the program. The same seed
writes the same files."""
import random
from pathlib import Path

here = Path(__file__).resolve().parent
EVENTS = 6


def system(rules, rng):
    """Domains, a start, and rules (event, condition, changes) whose reachable
    states are neither few nor all."""
    while True:
        n = 4 if rules <= 300 else 5
        domains = [rng.randint(3, 5 if rules <= 300 else 7) for _ in range(n)]
        start = tuple(rng.randrange(d) for d in domains)
        all_rules = []
        for _ in range(rules):
            asked = rng.sample(range(n), rng.randint(2, n - 1))
            condition = {v: rng.randrange(domains[v]) for v in asked}
            changed = rng.sample(range(n), rng.randint(1, 2))
            changes = {v: rng.randrange(domains[v]) for v in changed}
            # One value of the first variable is never taken.
            for v in changes:
                if v == 0 and changes[v] == domains[0] - 1:
                    changes[v] = 0
            all_rules.append((rng.randint(1, EVENTS), condition, changes))
        if start[0] == domains[0] - 1:
            continue
        order = reached(domains, start, all_rules)
        if 8 <= len(order):
            return domains, start, all_rules, order


def reached(domains, start, rules):
    """States in the order in which they are reached first, with the length of
    the way."""
    seen, order, work = {start}, [start], [start]
    while work:
        following = []
        for s in work:
            for e in range(1, EVENTS + 1):
                t = step(s, e, rules)
                if t not in seen:
                    seen.add(t)
                    order.append(t)
                    following.append(t)
        work = following
    return order


def step(s, event, rules):
    for e, condition, changes in rules:
        if e == event and all(s[v] == x for v, x in condition.items()):
            t = list(s)
            for v, x in changes.items():
                t[v] = x
            return tuple(t)
    return s


def program(domains, start, rules, error, title):
    out = [
        "extern int __VERIFIER_nondet_int(void);",
        "extern void __assert_fail(const char *, const char *, unsigned, const char *)",
        "    __attribute__((__noreturn__));",
        'void reach_error(void) { __assert_fail("0", "eca.c", 1, "reach_error"); }',
        f"// {title}: {len(rules)} rules over {len(domains)} variables.",
    ]
    for v, x in enumerate(start):
        out.append(f"static int a{v} = {x};")
    out.append("static void react(int event) {")
    word = "  if"
    for e, condition, changes in rules:
        asked = " && ".join([f"event == {e}"] + [f"a{v} == {x}" for v, x in condition.items()])
        done = " ".join(f"a{v} = {x};" for v, x in changes.items())
        out.append(f"{word} ({asked}) {{ {done} }}")
        word = "  else if"
    out.append("}")
    out.append("int main(void) {")
    out.append("  while (1) {")
    out.append("    int event = __VERIFIER_nondet_int();")
    out.append(f"    if (event < 1 || event > {EVENTS}) return 0;")
    out.append("    react(event);")
    asked = " && ".join(f"a{v} == {x}" for v, x in enumerate(error))
    out.append(f"    if ({asked}) reach_error();")
    out.append("  }")
    out.append("}")
    return "\n".join(out) + "\n"


def task(name, expected, model):
    return (
        f"format_version: '2.0'\n\ninput_files: '{name}.c'\n\nproperties:\n"
        f"  - property_file: ../properties/unreach-call.prp\n    expected_verdict: {expected}\n\n"
        f"options:\n  language: C\n  data_model: {model}\n"
    )


for k, rules in enumerate([50, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000]):
    rng = random.Random(f"eca {rules}")
    domains, start, all_rules, order = system(rules, rng)
    # One that agrees with the last state but for a value that none takes.
    never = (domains[0] - 1,) + order[-1][1:]
    model = "ILP32" if k % 2 else "LP64"
    for twin, error, expected in [(1, never, "true"), (2, order[-1], "false")]:
        name = f"eca_{rules}-{twin}"
        text = program(domains, start, all_rules, error, f"{len(order)} states are reached")
        (here / f"{name}.c").write_text(text)
        (here / f"{name}.yml").write_text(task(name, expected, model))
