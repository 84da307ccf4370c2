# SPDX-License-Identifier: Apache-2.0
# What the Tab key does after focus-switch in fish; the program itself knows what can follow.
function __focus_switch_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    command $words[1] complete -- $words[2..] "$current" 2>/dev/null
end
complete -c focus-switch -f -k -a '(__focus_switch_complete)'
