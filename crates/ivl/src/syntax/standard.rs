//! The files that `import <…>` finds. The orders of the built-in types are
//! known to the verifier; these declarations are for programs that talk about
//! `decreasing` and `bounded` themselves, and for orders of their own.

use std::path::Path;

const DECLARATION: &str = "
domain WellFoundedOrder[T] {
  function decreasing(smaller: T, larger: T): Bool
  function bounded(value: T): Bool
}
";

const INSTANCE: &str = "domain PredicateInstance {}\n";

const NESTED: &str = "
import <predicateinstance/pi.vpr>
domain PredicateInstancesNestedRelation {
  function nestedPredicates(inner: PredicateInstance, outer: PredicateInstance): Bool
  axiom { forall a: PredicateInstance, b: PredicateInstance, c: PredicateInstance ::
    { nestedPredicates(a, b), nestedPredicates(b, c) }
    nestedPredicates(a, b) && nestedPredicates(b, c) ==> nestedPredicates(a, c) }
  axiom { forall a: PredicateInstance :: { nestedPredicates(a, a) } !nestedPredicates(a, a) }
}
";

macro_rules! order {
    ($domain:literal, $a:literal, $decreasing:literal, $bounded:literal) => {
        concat!(
            "import <decreases/declaration.vpr>\ndomain ",
            $domain,
            " {\n  axiom { forall a: ",
            $a,
            ", b: ",
            $a,
            " :: { decreasing(a, b) } ",
            $decreasing,
            " ==> decreasing(a, b) }\n  axiom { forall a: ",
            $a,
            " :: { bounded(a) } ",
            $bounded,
            " ==> bounded(a) }\n}\n"
        )
    };
}

const FILES: &[(&str, &str)] = &[
    ("decreases/declaration.vpr", DECLARATION),
    (
        "decreases/int.vpr",
        order!("IntWellFoundedOrder", "Int", "a < b", "a >= 0"),
    ),
    (
        "decreases/bool.vpr",
        order!("BoolWellFoundedOrder", "Bool", "!a && b", "true"),
    ),
    (
        "decreases/perm.vpr",
        order!("PermWellFoundedOrder", "Perm", "a <= b - 1/1", "a >= 0/1"),
    ),
    (
        "decreases/rational.vpr",
        order!(
            "RationalWellFoundedOrder",
            "Perm",
            "a <= b - 1/1",
            "a >= 0/1"
        ),
    ),
    (
        "decreases/ref.vpr",
        order!(
            "RefWellFoundedOrder",
            "Ref",
            "a == null && b != null",
            "true"
        ),
    ),
    (
        "decreases/seq.vpr",
        order!("SeqWellFoundedOrder[S]", "Seq[S]", "|a| < |b|", "true"),
    ),
    (
        "decreases/set.vpr",
        order!("SetWellFoundedOrder[S]", "Set[S]", "|a| < |b|", "true"),
    ),
    (
        "decreases/multiset.vpr",
        order!(
            "MultiSetWellFoundedOrder[S]",
            "Multiset[S]",
            "|a| < |b|",
            "true"
        ),
    ),
    (
        "decreases/predicate_instance.vpr",
        "import <decreases/declaration.vpr>\nimport <decreases/predicate_instance_nested.vpr>\n",
    ),
    ("decreases/predicate_instance_nested.vpr", NESTED),
    (
        "decreases/all.vpr",
        "import <decreases/bool.vpr>\nimport <decreases/int.vpr>\n\
         import <decreases/multiset.vpr>\nimport <decreases/perm.vpr>\n\
         import <decreases/predicate_instance.vpr>\nimport <decreases/ref.vpr>\n\
         import <decreases/seq.vpr>\nimport <decreases/set.vpr>\n",
    ),
    ("predicateinstance/pi.vpr", INSTANCE),
    (
        "adt/contains.vpr",
        "domain ContainsDomain[A, B] {\n  function contains(a: A, b: B): Bool\n}\n\
         domain ContainsTransitivity[A, B, C] {\n  axiom { forall a: A, b: B, c: C ::\n\
         { contains(a, b), contains(b, c) }\n\
         contains(a, b) && contains(b, c) ==> contains(a, c) }\n}\n",
    ),
    ("adt/derives.vpr", "import <adt/contains.vpr>\n"),
];

/// The text of a file that comes with the tool.
pub fn text(path: &Path) -> Option<&'static str> {
    FILES
        .iter()
        .find(|(name, _)| Path::new(name) == path)
        .map(|(_, text)| *text)
}

/// Their names, for a message.
pub fn names() -> String {
    let names: Vec<String> = FILES.iter().map(|(name, _)| format!("<{name}>")).collect();
    names.join(", ")
}
