// SPDX-License-Identifier: Apache-2.0
// An app with D-Bus activation, run by gjs:
//     mail.js send ID TITLE [PICTURE] | withdraw ID | service | stay
// `service` and `stay` write the target of each activated action into $DESKTOP_FOLDER/opened. `stay`
// runs until it is killed, and sends and withdraws by its actions of these names.
const {Gio, GLib} = imports.gi;

const mode = ARGV[0];
const app = new Gio.Application({
    application_id: 'org.example.Mail',
    flags: mode === 'service' ? Gio.ApplicationFlags.IS_SERVICE : Gio.ApplicationFlags.FLAGS_NONE,
    inactivity_timeout: 200,
});

function send(id, title, picture) {
    const notification = Gio.Notification.new(title);
    notification.set_body('a body');
    if (picture)
        notification.set_icon(new Gio.FileIcon({file: Gio.File.new_for_path(picture)}));
    notification.set_default_action_and_target('app.open', new GLib.Variant('s', id));
    app.send_notification(id, notification);
}

function addAction(name, type, run) {
    const action = new Gio.SimpleAction({name, parameter_type: new GLib.VariantType(type)});
    action.connect('activate', (_, target) => run(target.deepUnpack()));
    app.add_action(action);
}

addAction('open', 's', target => {
    GLib.file_set_contents(`${GLib.getenv('DESKTOP_FOLDER')}/opened`, `${target}\n`);
    // Without this, a service stays for ten seconds from its start.
    app.hold();
    app.release();
});
addAction('send', 'as', words => send(...words));
addAction('withdraw', 's', id => app.withdraw_notification(id));
app.connect('activate', () => {});

if (mode === 'stay')
    app.hold();
if (mode === 'service' || mode === 'stay') {
    app.run(['mail.js']);
} else {
    app.register(null);
    if (mode === 'send')
        send(...ARGV.slice(1));
    else
        app.withdraw_notification(ARGV[1]);
    app.get_dbus_connection().flush_sync(null);
}
