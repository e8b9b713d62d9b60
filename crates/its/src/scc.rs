//! Strongly connected components. Source: Tarjan 1972, without recursion.
//! Cost: one pass over nodes and edges.

/// Components in reverse topological order (what they lead to comes first),
/// nodes sorted. `edges(n)` lists the successors of node `n`.
pub fn components(nodes: usize, edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let successors = |n: usize| edges.get(n).map_or(&[][..], Vec::as_slice);
    let mut index = vec![NEW; nodes];
    let mut low = vec![0usize; nodes];
    let mut waiting = vec![false; nodes];
    let mut stack = Vec::new();
    let mut out = Vec::new();
    let mut next = 0;
    for root in 0..nodes {
        if index[root] != NEW {
            continue;
        }
        let mut work: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((n, i)) = work.pop() {
            if i == 0 {
                index[n] = next;
                low[n] = next;
                next += 1;
                stack.push(n);
                waiting[n] = true;
            }
            let mut descend = None;
            for (k, &m) in successors(n).iter().enumerate().skip(i) {
                if index[m] == NEW {
                    descend = Some((k, m));
                    break;
                }
                if waiting[m] {
                    low[n] = low[n].min(index[m]);
                }
            }
            if let Some((k, m)) = descend {
                // Looked at again when it is done, so its `low` is taken in.
                work.push((n, k + 1));
                work.push((m, 0));
                continue;
            }
            for &m in successors(n) {
                if waiting[m] {
                    low[n] = low[n].min(low[m]);
                }
            }
            if low[n] == index[n] {
                let mut part = Vec::new();
                while let Some(m) = stack.pop() {
                    waiting[m] = false;
                    part.push(m);
                    if m == n {
                        break;
                    }
                }
                part.sort_unstable();
                out.push(part);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with reachability both ways on every graph of a family.
    #[test]
    fn components_are_mutual_reachability() {
        let mut seed = 7u64;
        for _ in 0..300 {
            let n = 7;
            let mut edges = vec![Vec::new(); n];
            for _ in 0..9 {
                seed = seed
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                let (a, b) = ((seed >> 33) as usize % n, (seed >> 48) as usize % n);
                edges[a].push(b);
            }
            let mut reach = vec![vec![false; n]; n];
            for (a, row) in reach.iter_mut().enumerate() {
                let mut work = vec![a];
                while let Some(x) = work.pop() {
                    if !row[x] {
                        row[x] = true;
                        work.extend(&edges[x]);
                    }
                }
            }
            let parts = components(n, &edges);
            let of = |x: usize| parts.iter().position(|p| p.contains(&x)).unwrap();
            for (a, row) in reach.iter().enumerate() {
                for (b, &there) in row.iter().enumerate() {
                    assert_eq!(of(a) == of(b), there && reach[b][a]);
                    assert!(!there || of(b) <= of(a), "reverse topological");
                }
            }
        }
    }
}
