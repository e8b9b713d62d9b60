//! Strongly connected components of a graph, without recursion.
//!
//! Tarjan 1972, with the stack of calls as a list: a chain of a million
//! locations must not end in an overflow.

/// For each node the number of its component. Components are numbered
/// against the direction of the edges: an edge leads to a component with the
/// same or a smaller number.
pub fn components(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for &(a, b) in edges {
        if b < nodes {
            if let Some(list) = out.get_mut(a) {
                list.push(b);
            }
        }
    }
    const NONE: usize = usize::MAX;
    let mut tarjan = Tarjan {
        index: vec![NONE; nodes],
        low: vec![0; nodes],
        component: vec![NONE; nodes],
        stack: Vec::new(),
        next: 0,
        found: 0,
    };
    for root in 0..nodes {
        if tarjan.index.get(root) == Some(&NONE) {
            tarjan.from(root, &out);
        }
    }
    tarjan.component
}

struct Tarjan {
    index: Vec<usize>,
    low: Vec<usize>,
    component: Vec<usize>,
    stack: Vec<usize>,
    next: usize,
    found: usize,
}

fn at(list: &[usize], i: usize) -> usize {
    list.get(i).copied().unwrap_or(usize::MAX)
}

fn set(list: &mut [usize], i: usize, to: usize) {
    if let Some(x) = list.get_mut(i) {
        *x = to;
    }
}

impl Tarjan {
    fn enter(&mut self, v: usize) {
        set(&mut self.index, v, self.next);
        set(&mut self.low, v, self.next);
        self.next += 1;
        self.stack.push(v);
    }

    fn from(&mut self, root: usize, out: &[Vec<usize>]) {
        let mut calls = vec![(root, 0usize)];
        self.enter(root);
        while let Some((v, i)) = calls.pop() {
            match out.get(v).and_then(|l| l.get(i)).copied() {
                Some(w) => {
                    calls.push((v, i + 1));
                    if at(&self.index, w) == usize::MAX {
                        self.enter(w);
                        calls.push((w, 0));
                    } else if at(&self.component, w) == usize::MAX {
                        let low = at(&self.low, v).min(at(&self.index, w));
                        set(&mut self.low, v, low);
                    }
                }
                None => {
                    if at(&self.low, v) == at(&self.index, v) {
                        while let Some(w) = self.stack.pop() {
                            set(&mut self.component, w, self.found);
                            if w == v {
                                break;
                            }
                        }
                        self.found += 1;
                    }
                    if let Some(&(parent, _)) = calls.last() {
                        let low = at(&self.low, parent).min(at(&self.low, v));
                        set(&mut self.low, parent, low);
                    }
                }
            }
        }
    }
}

/// The edges, by number, that lie on a cycle.
pub fn on_cycles(nodes: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let c = components(nodes, edges);
    (edges.iter())
        .map(|&(a, b)| c.get(a).is_some() && c.get(a) == c.get(b))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_of_small_graphs() {
        let c = components(5, &[(0, 1), (1, 2), (2, 1), (2, 3), (4, 4)]);
        assert_eq!(c[1], c[2]);
        assert_ne!(c[0], c[1]);
        assert!(c[0] > c[1] && c[1] > c[3]);
        assert_eq!(
            on_cycles(5, &[(0, 1), (1, 2), (2, 1), (2, 3), (4, 4)]),
            [false, true, true, false, true]
        );
    }

    #[test]
    fn a_long_chain_and_a_long_cycle() {
        let n = 200_000;
        let mut edges: Vec<_> = (1..n).map(|i| (i - 1, i)).collect();
        assert!(on_cycles(n, &edges).iter().all(|c| !c));
        edges.push((n - 1, 0));
        assert!(on_cycles(n, &edges).iter().all(|c| *c));
    }

    #[test]
    fn agrees_with_reachability() {
        let mut seed = 1u64;
        for _ in 0..300 {
            let mut next = || {
                seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
                (seed >> 33) as usize
            };
            let n = 1 + next() % 6;
            let edges: Vec<_> = (0..next() % 10).map(|_| (next() % n, next() % n)).collect();
            let mut reach = vec![vec![false; n]; n];
            for (i, row) in reach.iter_mut().enumerate() {
                row[i] = true;
            }
            for _ in 0..n {
                for &(a, b) in &edges {
                    for row in &mut reach {
                        row[b] |= row[a];
                    }
                }
            }
            let c = components(n, &edges);
            for i in 0..n {
                for j in 0..n {
                    assert_eq!(c[i] == c[j], reach[i][j] && reach[j][i], "{edges:?}");
                }
            }
        }
    }
}
