# SPDX-License-Identifier: Apache-2.0
# What the Tab key does after focus-switch in bash; the program itself knows what can follow.
_focus_switch() {
    local rest=$COMP_LINE words=() word trimmed lead i line
    # bash takes = and : for words of their own; blanks tell where words really end.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        trimmed=${rest#"${rest%%[![:space:]]*}"}
        if [[ $i -gt 0 && $trimmed == "$rest" ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        rest=${trimmed#"$word"}
    done
    word=${words[${#words[@]} - 1]}
    # readline puts what we answer in the place of what follows the last of these.
    lead=
    [[ $word != *[=:]* ]] || lead=${word%"${word##*[=:]}"}
    words=("${words[@]//[\\\"\']/}")
    COMPREPLY=()
    while IFS= read -r line; do
        line=${line%%$'\t'*}
        printf -v line %q "${line#"$lead"}"
        COMPREPLY+=("$line")
    done < <(command "${words[0]}" complete -- "${words[@]:1}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
}
complete -o nosort -F _focus_switch focus-switch
