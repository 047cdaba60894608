"""What the code of a story asks for, read from its routines."""

from twbench.envs.objects.code import routines_of

CODE = 0x40
ROUTINE = bytes.fromhex(
    "01"  # one local variable
    "411005C0"  # je g00 5 ?rfalse
    "4A0107C1"  # test_attr local0 7 ?rtrue
    "F93F0010"  # call_vn the routine at 0x40
    "B0"  # rtrue
)


def _story(code, version=5):
    head = bytearray(CODE)
    head[0], head[0x05] = version, CODE
    return bytes(head) + code


def test_a_routine_tells_what_it_compares_tests_and_calls():
    text = b"\xff" * 5
    found = list(routines_of(_story(ROUTINE + text + bytes(-len(ROUTINE + text) % 4) + ROUTINE)))
    assert [one.address for one in found] == [CODE, CODE + 20]
    first = found[0]
    assert first.comparisons == {(0x10, 5)}
    assert first.compared == {5}
    assert first.attributes == {7}
    assert first.calls == (CODE,)
    assert first.constants == {5, 7, 0x10}
    assert not first.tests_any


def test_code_that_ends_in_the_midst_and_versions_with_other_addresses_have_no_routines():
    assert list(routines_of(_story(ROUTINE[:-1]))) == []
    assert list(routines_of(_story(ROUTINE, version=6))) == []
