# SPDX-License-Identifier: Apache-2.0
# What the Tab key does after focus-settings in bash. The values are those that focus-switch offers.
_focus_settings() {
    local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} line
    # bash takes = for a word of its own.
    [[ $option != = ]] || option=${COMP_WORDS[COMP_CWORD - 2]}
    if [[ $word == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 1]} word=
    fi
    local -a question
    case $option in
    --focus) question=(show) ;;
    --app) question=(mute) ;;
    --why) question=(explain) ;;
    *)
        mapfile -t COMPREPLY < <(compgen -W "--now --focus= --new --missed --history --why= --apps \
            --app= --always --check-up --help --version" -- "$word")
        [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
        return ;;
    esac
    COMPREPLY=()
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        [[ $line != -* && $line != *= ]] || continue
        printf -v line %q "$line"
        COMPREPLY+=("$line")
    done < <(command focus-switch complete -- "${question[@]}" "$word" 2>/dev/null)
}
complete -o nosort -F _focus_settings focus-settings
