#!/bin/sh
# Installs what the full test suite uses from Debian or Ubuntu; twbench itself needs none of it.
#   gcc, make        build Jericho
#   inform6-compiler recompile the story runtime and compare the bytes
#   frotz            play stories outside Python (dfrotz)
#   bubblewrap       shut agents in where the kernel has no recent Landlock
set -eu
as_root=""
[ "$(id -u)" -eq 0 ] || as_root=sudo
$as_root apt-get update -qq
$as_root apt-get install -y -qq --no-install-recommends gcc make inform6-compiler frotz bubblewrap
