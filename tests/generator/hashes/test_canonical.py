from itertools import combinations, product

import pytest
from plain_canonical import plain_certificate

from twbench.errors import GenerationError
from twbench.generator.hashes import canonical
from twbench.generator.hashes.canonical import Structure, certificate
from twbench.hashing import content_id
from twbench.seeding import Rng


def graph(count, edges, shuffle=None):
    """Return a structure of alike nodes; ``shuffle`` is a seed for their numbers."""
    numbers = list(range(count))
    if shuffle is not None:
        Rng(shuffle).shuffle(numbers)
    relations = [("edge", (numbers[a], numbers[b])) for a, b in edges]
    return Structure(["node"] * count, relations)


def both_ways(edges):
    return [pair for a, b in edges for pair in ((a, b), (b, a))]


def bipartite(n):
    return 2 * n, [(a, n + b) for a in range(n) for b in range(n)]


def cliques(count, size):
    pairs = list(combinations(range(size), 2))
    return count * size, both_ways(
        (c * size + a, c * size + b) for c in range(count) for a, b in pairs
    )


def rook(n):
    """Squares of a board, joined if a rook goes from one to the other."""
    squares = list(product(range(n), range(n)))
    joined = [
        (a, b)
        for a, b in combinations(range(n * n), 2)
        if (squares[a][0] == squares[b][0]) != (squares[a][1] == squares[b][1])
    ]
    return n * n, both_ways(joined)


def shrikhande():
    """The strongly regular graph with the parameters of `rook(4)` that is another one."""
    steps = {(0, 1), (1, 0), (1, 1), (0, 3), (3, 0), (3, 3)}
    places = list(product(range(4), range(4)))
    joined = [
        (a, b)
        for a, b in combinations(range(16), 2)
        if ((places[a][0] - places[b][0]) % 4, (places[a][1] - places[b][1]) % 4) in steps
    ]
    return 16, both_ways(joined)


# The content of certificates from before automorphisms were looked for.
KNOWN = {
    "bipartite": (bipartite(4), "p7dwyb26jtb4fjh6"),
    "cliques": (cliques(4, 4), "dyokdeyoraj545df"),
    "rook 3": (rook(3), "ot4dkhrcf5ryneio"),
    "rook 4": (rook(4), "67n57d3yaqgcf7on"),
    "Shrikhande": (shrikhande(), "7qvn2ikbgwyf4nls"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_looking_for_automorphisms_leaves_certificates_as_they_were(name):
    structure, expected = KNOWN[name]
    assert content_id(certificate(graph(*structure))) == expected


@pytest.mark.parametrize("structure", [bipartite(10), cliques(5, 8), rook(5)])
def test_symmetric_structures_cost_no_factorial(structure):
    assert certificate(graph(*structure, shuffle=1)) == certificate(graph(*structure, shuffle=2))


def drawn(seed):
    """Return a small structure: relations of up to three nodes, the same one twice in some."""
    rng = Rng(seed)
    count = rng.integer(8)
    labels = [rng.choice(["room", "thing", "thing"]) for _ in range(count)]
    relations = set()
    for _ in range(rng.integer(12)):
        size = rng.integer(4) if count else 0
        nodes = tuple(rng.integer(count) for _ in range(size))
        relations.add((rng.choice(["at", "in", "match"]), nodes))
    return Structure(labels, sorted(relations))


def test_certificates_are_those_of_the_plain_way():
    for seed in range(400):
        structure = drawn(seed)
        assert certificate(structure) == plain_certificate(structure), seed
    for edges in (bipartite(3), cliques(2, 3), rook(3)):
        assert certificate(graph(*edges)) == plain_certificate(graph(*edges))


def test_a_structure_with_too_many_things_alike_is_refused(monkeypatch):
    monkeypatch.setattr(canonical, "BUDGET", 10_000)
    with pytest.raises(GenerationError, match="too much alike"):
        certificate(graph(*rook(6)))
    assert certificate(graph(*rook(3)))
