"""The canonical form found the plain way: each round looks at all relations, each trial is made."""


def plain_certificate(structure):
    ranks = {label: rank for rank, label in enumerate(sorted(set(structure.labels)))}
    colours = [ranks[label] for label in structure.labels]
    everything = set(range(len(colours)))
    about_nothing = sorted(name for name, nodes in structure.relations if not nodes)
    return [about_nothing, *_certificate(structure, everything, colours, everything, set())]


def _certificate(structure, nodes, colours, changed, fixed):
    _refine(structure, nodes, colours, changed)
    cells = _cells(nodes, colours)
    single = {node for cell in cells.values() if len(cell) == 1 for node in cell}
    known = fixed | single
    settled = [
        [name, *(colours[node] for node in members)]
        for name, members in structure.relations
        if known.issuperset(members) and not single.isdisjoint(members)
    ]
    parts = [
        min(_trial(structure, part, colours, node, known) for node in _smallest(part, colours))
        for part in _components(structure, nodes - single)
    ]
    told = sorted([colours[node], structure.labels[node]] for node in single)
    return [told, sorted(settled), sorted(parts)]


def _trial(structure, component, colours, node, fixed):
    trial = list(colours)
    trial[node] = max(colours) + 1
    return _certificate(structure, component, trial, {node}, fixed)


def _refine(structure, nodes, colours, changed):
    fresh = max(colours, default=0) + 1
    while changed:
        cells = _cells(nodes, colours)
        reasons = {}
        for name, members in structure.relations:
            if not changed.isdisjoint(members):
                coloured = (name, *(colours[node] for node in members))
                for position, node in enumerate(members):
                    if node in nodes and len(cells[colours[node]]) > 1:
                        reasons.setdefault(node, []).append((coloured, position))
        changed = set()
        for _, cell in sorted(cells.items()):
            groups = {}
            for node in cell.intersection(reasons):
                groups.setdefault(tuple(sorted(reasons[node])), set()).add(node)
            stays = 1 if groups and sum(map(len, groups.values())) == len(cell) else 0
            for reason in sorted(groups)[stays:]:
                for node in groups[reason]:
                    colours[node] = fresh
                changed |= groups[reason]
                fresh += 1


def _cells(nodes, colours):
    cells = {}
    for node in nodes:
        cells.setdefault(colours[node], set()).add(node)
    return cells


def _smallest(nodes, colours):
    return min(_cells(nodes, colours).items(), key=lambda cell: (len(cell[1]), cell[0]))[1]


def _components(structure, nodes):
    left, components = set(nodes), []
    while left:
        component, grown = set(), {min(left)}
        while grown != component:
            component = set(grown)
            for _, members in structure.relations:
                if not component.isdisjoint(members):
                    grown |= left.intersection(members)
        components.append(component)
        left -= component
    return components
