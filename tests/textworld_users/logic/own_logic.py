"""A logic of one's own: types, predicates, rules, reverse rules and constraints."""

from textworld.logic import GameLogic, Proposition, State, Variable

logic = GameLogic.parse("""
    type P {
    }

    type r {
        predicates {
            at(P, r);
            lit(r);
            dark(r);
        }

        rules {
            light/room :: $at(P, r) & dark(r) -> lit(r);
            darken/room :: $at(P, r) & lit(r) -> dark(r);
        }

        reverse_rules {
            light/room :: darken/room;
        }

        constraints {
            r1 :: lit(r) & dark(r) -> fail();
        }
    }
""")
assert set(logic.rules) == {"light/room", "darken/room"}
assert set(logic.constraints) == {"r1"}
assert {str(signature) for signature in logic.predicates} >= {"at(P, r)", "lit(r)", "dark(r)"}

P, cave = Variable("P"), Variable("cave", "r")
state = State(logic, [Proposition("at", [P, cave]), Proposition("dark", [cave])])
(action,) = state.all_applicable_actions(logic.rules.values())
assert action.name == "light/room"
state.apply(action)
assert state.is_fact(Proposition("lit", [cave]))
assert not list(state.all_applicable_actions(logic.constraints.values()))
state.add_fact(Proposition("dark", [cave]))
assert list(state.all_applicable_actions(logic.constraints.values()))
assert set(GameLogic.deserialize(logic.serialize()).rules) == set(logic.rules)
