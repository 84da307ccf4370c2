# SPDX-License-Identifier: Apache-2.0
# What the Tab key does after focus-settings in fish. The values are those that focus-switch offers.
function __focus_settings_values
    command focus-switch complete -- $argv[1] (commandline -ct | string replace -r '^--[a-z]+=' '') \
        2>/dev/null | string match -rv '^-|=$'
end
complete -c focus-settings -f
complete -c focus-settings -l now -d 'Open the active Focus and what comes next'
complete -c focus-settings -l focus -x -a '(__focus_settings_values show)' -d 'Open a Focus, by its id or name'
complete -c focus-settings -l new -d 'Open the templates of new Focuses'
complete -c focus-settings -l missed -d 'Open the missed list'
complete -c focus-settings -l history -d 'Open the history'
complete -c focus-settings -l why -x -a '(__focus_settings_values explain)' \
    -d 'Open the decision about a notification'
complete -c focus-settings -l apps -d 'Open the list of apps'
complete -c focus-settings -l app -x -a '(__focus_settings_values mute)' -d 'Open an app'
complete -c focus-settings -l always -d 'Open what holds with every Focus and without one'
complete -c focus-settings -l check-up -d 'Open the list of checks'
complete -c focus-settings -s h -l help -d 'Show the options'
complete -c focus-settings -l version -d 'Show the version'
