// SPDX-License-Identifier: Apache-2.0

extension NearMiss {
    /// The step for the name and the place of a rule, which only its file can change.
    static let renamingRules =
        "The first rule that matches decides. To move or rename rules in the file of their Focus:"
        + " focus-switch edit FOCUS"

    /// The step for the popups on the screen while the server is not known.
    static let closingPopups =
        "The server's own tool, as dunstctl, closes the popups on the screen"

    /// Words on a line, and below them their steps. Behind the name of a group of commands stands
    /// a second word: `schedule:off`; behind a command, an option that it does not have.
    ///
    /// Braces hold the place of what the user typed behind the words: `{TEXT}` of one value,
    /// `{APP…}` of a value for each word. Without such words, the name in the braces is shown.
    /// `{active}` holds the place of the active Focus.
    static let stepText = """
        search find grep
          To search the notifications: focus-switch history --search {TEXT}
        until till til
          To set an end: focus-switch on {active} --until {18:00}
        for
          To set an end: focus-switch on {active} --for {1h}
        stop disable deactivate resume end none quit exit normal aus dnd-off undnd inhibitors-clear
          To turn off the current Focus: focus-switch off
        focus:off focus:end focus:stop
          To turn off the current Focus: focus-switch off
        focus:on
          To turn on a Focus: focus-switch on FOCUS
          Your Focuses: focus-switch list
        pause mode set-mode set-paused quiet silent dnd-on
          To silence all apps: focus-switch dnd
          To end that: focus-switch off
        stumm stummschalten nicht
          To silence all apps: focus-switch dnd
        stumm stummschalten
          To mute an app: focus-switch mute {APP…}
        hilfe
          All commands: focus-switch --help
        last newest latest
          The newest notifications: focus-switch history last 5
        clear
          To dismiss the whole missed list: focus-switch missed clear
          To delete past notifications: focus-switch history clear
          To bring the badges of all apps to 0: focus-switch badge clear --all
        all everything
          To silence all apps: focus-switch dnd
          Your Focuses: focus-switch list
        notifications
          To list the notifications: focus-switch history
        rm remove
          To delete a Focus: focus-switch delete {FOCUS}
          To delete what focusd keeps of an app: focus-switch forget {APP…}
        whitelist allowlist permit add let
          To let an app through while a Focus is on: focus-switch allow APP
        add new
          To create a Focus: focus-switch create {NAME}
        ban block ignore deny blacklist blocklist forbid reject hide
          While a Focus is on: focus-switch silence APP
          With any Focus and without one: focus-switch mute APP
        hide
          While the session is locked, its texts: focus-switch lockscreen hide APP
        unblock
          While a Focus is on: focus-switch allow APP
          To end a mute: focus-switch unmute APP
        unallow disallow
          To silence it while a Focus is on: focus-switch silence APP
          To take it off a list of allowed apps: focus-switch allow --remove APP
        unsilence
          While a Focus is on: focus-switch allow APP
          To take it off a list of silenced apps: focus-switch silence --remove APP
        subscribe subscribe-waybar listen monitor follow
          To print changes as they happen: focus-switch watch
          For a bar: focus-switch watch --json
        waybar
          For waybar: focus-switch watch --waybar
        bar polybar lemonbar i3blocks xmobar
          For a bar: focus-switch watch --bar
        sync synchronize
          To share the active Focus with your other machines: focus-switch link --help
        reload-config reload-css
          To read the Focus files again: focus-switch reload
        is-paused get-dnd
          To see whether a Focus is on: focus-switch status
        unsnooze
          To put it back into the missed list: focus-switch snooze --undo {ID…}
          To show a snoozed notification now: focus-switch missed deliver {ID…}
        unsnooze:all unsnooze:everything
          To put them all back into the missed list: focus-switch snooze --undo all
        restore history-pop
          To list what was missed: focus-switch missed
          To show a notification after all: focus-switch missed deliver {ID…}
        close-all
          \(closingPopups)
        close-all dismiss-all clear-all
          To dismiss the whole missed list: focus-switch missed clear
        close
          To close a notification: focus-switch missed dismiss {ID…}
        unpause toggle-dnd
          To turn Do Not Disturb on or off: focus-switch toggle dnd
          To turn off the current Focus: focus-switch off
        inhibit inhibitor-add
          To keep a Focus on while a command runs: focus-switch on FOCUS -- COMMAND
        context
          To show all of a notification: focus-switch missed show {ID…}
        copy duplicate clone
          A Focus is a file, and a copy of it under another name is another Focus; the file: \
        focus-switch show FOCUS
          The copy's file name has letters, digits, -, _ and . alone, as in my-gym.focus
          To name the copy: focus-switch rename COPY NAME
        import
          In the window, the page of a new Focus has the button Import…
          A Focus is a file, see focus(5); to see where: focus-switch show FOCUS
        who
          The apps that have sent notifications: focus-switch apps
        kill
          To stop using focusd: focus-switch setup --undo
        time-sensitive priority priorities importance important
          To let time-sensitive notifications through: focus-switch set time-sensitive on
        summary inbox
          What was missed: focus-switch missed
        panel open-panel toggle-panel
          To open it: focus-switch missed open
        archive
          Past notifications: focus-switch history
          To dismiss a missed one: focus-switch missed dismiss ID
        later remind postpone delay defer
          To see a notification again later: focus-switch snooze {ID…} 1h
        invoke action
          To invoke an action: focus-switch missed act {ID…}
        person people persons contact contacts
          To let a person through while a Focus is on: focus-switch allow --person {NAME…}
        site sites website websites
          To let a web site through while a Focus is on: focus-switch allow --site {HOST…}
        person people persons contact contacts site sites website websites
          Each notification with its sender: focus-switch history
        word words keyword keywords
          To let notifications with a word through: focus-switch allow --word {WORD…}
          The secret words of the link: focus-switch link words
        calendar calendars
          To turn on a Focus during events: focus-switch trigger add calendar --focus FOCUS
          The calendars and their files: [Calendars] in focusd.conf(5)
        ls focuses modes profiles
          To list your Focuses: focus-switch list
          What was missed: focus-switch missed
        info current active now state which
          What is on now: focus-switch status
        current active now state which
          The settings of a Focus: focus-switch show
        info
          The settings of a Focus: focus-switch show {…}
        schedules schedule:show
          To list the schedules: focus-switch schedule list
        triggers
          To list the triggers: focus-switch trigger list
        rules
          To list the rules: focus-switch rule list
        filters
          To list the apps' filters: focus-switch filter list
        muted mutes
          To list the muted apps: focus-switch mute
        snoozed snoozes
          To list the snoozed notifications: focus-switch snooze
        skipped skips
          To list the skipped windows: focus-switch skip --list
        badges unread
          To list the badges: focus-switch badge
        timers
          The next changes of the active Focus: focus-switch next
        count
          How many were missed: focus-switch status
          The unread ones of each app: focus-switch badge
        templates template list-templates
          To create a Focus from a template: focus-switch create --help
        privacy private
          To keep no bodies of an app's notifications: [Private] Apps= of focusd.conf(5)
          To delete past notifications: focus-switch history clear
          To delete everything of an app: focus-switch forget APP
        share
          You have no Focus Share yet; to create the ready-made one: focus-switch create Share --template share
        export
          In the window, the page of a Focus has the button Export…
        share export backup
          A Focus is a file; to see which: focus-switch show {FOCUS…}
          To share Focuses among your machines: focus-switch link setup --broker HOST --share-files
          To export all notifications: focus-switch history --limit 10000 --json >FILE
        hook hooks script scripts
          To run a program at events: [Hook NAME] in focusd.conf(5)
        limit limits
          To list more notifications: focus-switch history --limit 500
        redo
          An undo cannot be taken back. It names the command that makes the change again.
          To list the changes that can be taken back: focus-switch undo --list
        revert rollback
          To take back the last change of a Focus: focus-switch undo
        uninstall
          First: focus-switch setup --undo
          Then: sudo apt remove focusd
        delete:history delete:notifications
          To delete past notifications: focus-switch history clear
        delete:missed delete:notifications
          To dismiss the whole missed list: focus-switch missed clear
        update upgrade
          There is no package archive yet; to build new packages in focusd's sources: make deb
          Then: sudo apt install ./.build/deb/focusd_*.deb
        priority priorities importance important
          To let an app through while a Focus is on: focus-switch allow APP
        install autostart
          To make this session use focusd: focus-switch setup
        tray icon menu
          The program focus-tray shows an icon; the package focusd-tray has it.
          To start it: focus-tray
        config configure settings preferences prefs options gui ui window change modify
          To change the settings of a Focus: focus-switch set --help
          To change its file: focus-switch edit FOCUS
        config configure settings preferences prefs options gui ui window
          Settings of focusd itself: focusd.conf(5)
        about
          The version: focus-switch version
          What works: focus-switch doctor
        man manual
          The manual: man focus-switch
          In short: focus-switch --help
        restart
          With systemd: systemctl --user restart focusd
          Else: setsid --fork focusd --replace >>~/.local/state/focusd/focusd.log 2>&1
        test send notify simulate
          To send a notification: notify-send Title Text
          What would be decided: focus-switch explain --app APP
        log logs
          The log of focusd: journalctl --user -u focusd
          Without systemd, setup writes it to ~/.local/state/focusd/focusd.log
        schedule:disable schedule:off schedule:stop schedule:pause schedule:skip schedule:end
          To skip one window of it: focus-switch skip FOCUS {NAME}
          To remove it: focus-switch schedule remove {NAME} --focus FOCUS
        unskip schedule:enable schedule:on
          To let a skipped window take place: focus-switch skip --undo
        schedule:rename
          To give it another name in the file of its Focus: focus-switch edit FOCUS
        rule:move rule:up rule:down rule:order rule:sort rule:rename
          \(renamingRules)
        rule:disable rule:off
          To remove it: focus-switch rule remove {NAME} --focus FOCUS
        setup:undo setup:remove setup:uninstall setup:off setup:stop
          To stop using focusd: focus-switch setup --undo
        setup:status setup:check setup:show
          To see what works: focus-switch doctor
        badge:off badge:hide badge:disable badge:never
          To hide all badges while a Focus is on: focus-switch set hide-badges on
          To count no notifications of an app: [Badge] Never= of focusd.conf(5)
          To bring a badge to 0: focus-switch badge clear {APP}
        rule:add--name rule:add--after rule:add--before rule:change--name rule:change--after
          \(renamingRules)
        rule:change--before
          \(renamingRules)
        missed:clear--app
          For one app: focus-switch missed dismiss --app APP
        trigger:add--app
          For an app: focus-switch trigger add app:APP --focus FOCUS
        setup--remove setup--uninstall
          To stop using focusd: focus-switch setup --undo
        setup--dry-run setup--status setup--list
          Alone, it shows its commands and asks before it runs them: focus-switch setup
          So does this, which takes them back: focus-switch setup --undo
        doctor--fix
          Below each problem is the command that mends it: focus-switch doctor
        allow--list allow--show silence--list silence--show
          To show the lists of a Focus: focus-switch show FOCUS
        set--list set--show
          To show the settings of a Focus: focus-switch show FOCUS
        create--copy create--from create--clone
          A Focus is a file, and a copy of it under another name is another Focus; the file: \
        focus-switch show FOCUS
          To name the copy: focus-switch rename COPY NAME
        create--list
          To list the templates: focus-switch create --help
        list--all
          To list all Focuses: focus-switch list
        missed--all
          To list more of them: focus-switch missed --limit 1000
        off--all
          To turn off the current Focus: focus-switch off
        off--for off--until off--until-logout
          To set an end: focus-switch on FOCUS --for 1h
        mute--all
          \(silencingAll)
        allow--all
          For all apps and people: focus-switch allow --all-apps --all-people
          For all apps: focus-switch allow --all-apps
          For all people: focus-switch allow --all-people
        silence--all
          For all apps and people: focus-switch silence --all-apps --all-people
          For all apps: focus-switch silence --all-apps
          For all people: focus-switch silence --all-people
        snooze--end snooze--stop snooze--cancel snooze--off snooze--remove snooze--clear snooze--unsnooze
          To end a snooze: focus-switch snooze --undo ID
        snooze--all
          To silence all apps for a while: focus-switch dnd --for 1h
          To list the snoozed notifications, to end some or all: focus-switch snooze
        mute--list mute--show unmute--list unmute--show
          To list the muted apps: focus-switch mute
        snooze--list snooze--show
          To list the snoozed notifications: focus-switch snooze
        missed--since
          What was silenced since a time, as today: focus-switch history --silenced --since today
        missed--today
          What was silenced since then: focus-switch history --silenced --since today
        missed--yesterday
          What was silenced since then: focus-switch history --silenced --since yesterday
        history--focus
          In JSON, each has the Focus that decided: focus-switch history --json
        history:clear--since
          It deletes all, those of one app, or old ones, as those from more than a week ago: \
        focus-switch history clear --before 7d
        history--today
          For those of today: focus-switch history --since today
        history--yesterday
          For yesterday alone: focus-switch history yesterday
        """
}
