// SPDX-License-Identifier: Apache-2.0
// An app with D-Bus activation, run by gjs:
//     mail.js send ID TITLE | withdraw ID | service
// `service` writes the target of each activated action into $DESKTOP_FOLDER/opened.
const {Gio, GLib} = imports.gi;

const app = new Gio.Application({
    application_id: 'org.example.Mail',
    flags: ARGV[0] === 'service' ? Gio.ApplicationFlags.IS_SERVICE : Gio.ApplicationFlags.FLAGS_NONE,
    inactivity_timeout: 200,
});
const open = new Gio.SimpleAction({name: 'open', parameter_type: new GLib.VariantType('s')});
open.connect('activate', (_, target) => {
    GLib.file_set_contents(`${GLib.getenv('DESKTOP_FOLDER')}/opened`, `${target.unpack()}\n`);
});
app.add_action(open);
app.connect('activate', () => {});

if (ARGV[0] === 'service') {
    app.run(['mail.js']);
} else {
    app.register(null);
    if (ARGV[0] === 'send') {
        const notification = Gio.Notification.new(ARGV[2]);
        notification.set_body('a body');
        notification.set_default_action_and_target('app.open', new GLib.Variant('s', ARGV[1]));
        app.send_notification(ARGV[1], notification);
    } else {
        app.withdraw_notification(ARGV[1]);
    }
    app.get_dbus_connection().flush_sync(null);
}
