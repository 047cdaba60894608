"""The form of a game found the plain way: all is a node, of one structure, quests and rooms too."""

from plain_canonical import plain_certificate

from twbench.generator.hashes.canonical import Structure


def plain_form(facts, quests, rooms):
    """Return what is equal exactly for games equal up to names, except those of ``rooms``."""
    structure = Structure()
    nodes = {}

    def relate(kind, fact, *first):
        for variable in fact.arguments:
            if variable not in nodes:
                nodes[variable] = structure.add_node(f"{variable.type} {rooms.get(variable)}")
        places = (*first, *(nodes[variable] for variable in fact.arguments))
        structure.relations.append((f"{kind} {fact.name}", places))

    for fact in facts:
        relate("fact", fact)
    for quest in quests:
        node = structure.add_node(f"quest {quest.reward} {quest.optional} {quest.repeatable}")
        for outcome, events in (("win", quest.win_events), ("fail", quest.fail_events)):
            for event in events:
                event_node = structure.add_node(outcome)
                structure.relations.append(("event", (node, event_node)))
                for fact in event.conditions:
                    relate("condition", fact, event_node)
    return plain_certificate(structure)
