// SPDX-License-Identifier: Apache-2.0
import CAdwaita
import GLibLoop

/// The window: shows a ``WindowContent``, and sends the intents of what the user does.
@WindowActor package final class ContentWindow<Intent: Hashable & Sendable> {
    private let window: Widget
    private let overlay = unsafe Widget(adw_toast_overlay_new())
    private let leaflet = unsafe Widget(cadwaita_leaflet_new())
    private let sidebarBox = unsafe Widget(cadwaita_box_new(1, 0))
    private let pageBox = unsafe Widget(cadwaita_box_new(1, 0))
    private let bin = unsafe Widget(adw_bin_new())
    private let header: PageHeader<Intent>
    private let notice: NoticeView<Intent>
    private let sidebar: SidebarView<Intent>
    private let send: @WindowActor (Intent, String) -> Void
    private var page: PageView<Intent>?
    /// The pages that *Back* leads to, with their place in the page and the keyboard's focus.
    private var covered: [PageView<Intent>] = []
    private var content: WindowContent<Intent>?
    private var menu: MenuView<Intent>?
    private var preferences: PreferencesView<Intent>?
    private lazy var toasts = unsafe ToastPlace<Intent> { [weak self] new, text in
        guard let self else { return }
        tell(of: text)
        unsafe cadwaita_overlay_add_toast(overlay.pointer, new)
        unsafe cadwaita_name_toasts(overlay.pointer, 0, WindowWords.current.close)
    }
    /// The question that waits for an answer.
    private var question: Widget?
    /// Time at which the program was asked to close the window; nil without an open request.
    private var closeRequest: ContinuousClock.Instant?
    /// True once the program closes the window.
    private var isClosing = false
    /// The number of the row that was shown last.
    private var shownRow: Int?
    private let title: String
    /// Returns true for an intent with which the open page goes.
    package var leavesPage: @WindowActor (Intent) -> Bool = { _ in false }
    /// True once the drawing of the first frame is awaited.
    private var isWatched = false

    /// - Parameters:
    ///   - title: The name of the program, above the sidebar.
    ///   - shortcuts: Keys of the whole window, besides those for the sidebar, search and back.
    ///   - send: Called with an intent and the text that the user typed.
    package init(
        _ application: Application, title: String, shortcuts: [Shortcut<Intent>],
        _ send: @escaping @WindowActor (Intent, String) -> Void
    ) {
        self.send = send
        self.title = title
        window = unsafe Widget(cadwaita_window_new(application.pointer))
        sidebar = SidebarView()
        notice = NoticeView()
        header = PageHeader()
        unsafe cadwaita_add_style(WindowStyle.rules)
        watchContrast()
        unsafe cadwaita_window_set_title(window.pointer, title)
        unsafe cadwaita_window_set_size(window.pointer, 960, 680)
        unsafe cadwaita_window_set_least_size(window.pointer, 340, 320)
        buildSidebar(title)
        buildPage()
        unsafe cadwaita_overlay_set_child(overlay.pointer, leaflet.pointer)
        unsafe cadwaita_window_set_content(window.pointer, overlay.pointer)
        notice.send = { [weak self] in self?.sendApplying($0) }
        header.send = { [weak self] intent, text in self?.sendApplying(intent, text) }
        sidebar.open = { [weak self] in
            send($0, self?.applyTyped() ?? "")
            // The page may be the open one, below the sidebar of a narrow window.
            self?.showPage()
        }
        addKeys(shortcuts)
        unsafe Signals.onClose(window.pointer) { [weak self] in self?.mayClose() ?? true }
        window.connect("notify::is-active") { [weak self] in
            // The name that has told of a toast.
            if let self { tell(of: content?.page.title ?? "") }
        }
    }

    /// Keeps the style rules for high contrast in step with the desktop.
    private func watchContrast() {
        window.setClass("high-contrast", cadwaita_has_high_contrast() != 0)
        guard let styles = unsafe adw_style_manager_get_default() else { return }
        _ = unsafe Signals.connect(UnsafeMutableRawPointer(styles), "notify::high-contrast") {
            [weak self] in
            self?.window.setClass("high-contrast", cadwaita_has_high_contrast() != 0)
        }
    }

    /// Has a screen reader read a text: it reads a new name of the window that is active, but no
    /// toasts, and no page around a control that has got the keyboard's focus.
    private func tell(of text: String) {
        window.setName(text.isEmpty ? title : "\(text), \(title)")
    }

    /// Shows the window above others.
    package func present() { unsafe cadwaita_window_present(window.pointer) }

    /// Calls a handler once the first frame of the window is drawn.
    package func onceDrawn(_ handler: @escaping @WindowActor () -> Void) {
        window.connect("map") { [weak self] in
            guard let self, !isWatched,
                let clock = unsafe gtk_widget_get_frame_clock(window.pointer)
            else { return }
            isWatched = true
            unsafe Signals.once(UnsafeMutableRawPointer(clock), "after-paint", handler)
        }
    }

    /// Closes the window, without the question of the program's content.
    package func close() {
        isClosing = true
        unsafe cadwaita_window_close(window.pointer)
    }

    /// Maximum time for the program to answer a request to close the window.
    private static var closePatience: Duration { .seconds(3) }

    /// Returns true if the window that the user closes may go at once. Otherwise the program is
    /// asked, once the fields have applied their texts.
    private func mayClose() -> Bool {
        guard !isClosing, let intent = content?.close else { return true }
        if let question {
            // The window waits for this answer.
            unsafe cadwaita_window_present(question.pointer)
            return false
        }
        // The user can leave a program that hangs by closing its window again.
        if let closeRequest { return closeRequest.duration(to: .now) > Self.closePatience }
        closeRequest = .now
        let inPreferences = preferences?.applyTyped() ?? []
        send(intent, (applyPages() + inPreferences).joined(separator: "\n"))
        return false
    }

    /// Applies what the user has typed on the open page and on those below it. Returns the texts
    /// that only the user applies, a line each.
    package func applyTyped() -> String { applyPages().joined(separator: "\n") }

    private func applyPages() -> [String] {
        (covered + [page].compactMap { $0 }).flatMap { $0.applyTyped() }
    }

    /// Sends an intent of a control beside the page, once the fields have applied their texts if
    /// the page goes.
    ///
    /// - Parameter text: The text of the control; empty for an intent with which the page goes.
    private func sendApplying(_ intent: Intent, _ text: String = "") {
        send(intent, leavesPage(intent) ? applyTyped() : text)
    }

    /// Shows a content; widgets of equal places, groups and rows stay.
    package func show(_ content: WindowContent<Intent>) {
        let before = self.content
        guard content != before else { return }
        self.content = content
        sidebar.show(content.sidebar)
        menu?.show(content.menu)
        showPage(content.page, after: before?.page)
        if let row = content.page.shownRow, row.number != shownRow {
            shownRow = row.number
            page?.focusRow(row.id)
        }
        let isNew = content.page.id != before?.page.id
        if content.isPageInFront != before?.isPageInFront || (isNew && content.isPageInFront) {
            showFront(isPage: content.isPageInFront)
        }
        if content.toast?.number != before?.toast?.number { showToast(content.toast) }
        if let dialog = content.dialog, dialog.number != before?.dialog?.number { show(dialog) }
        if let panel = content.panel, panel.number != before?.panel?.number {
            PanelView.present(panel, over: window)
        }
        showPreferences(content.preferences)
        if let before, before.resets != content.resets {
            page?.reset()
            preferences?.reset()
        }
    }

    private func showPreferences(_ new: Preferences<Intent>?) {
        guard let new else {
            preferences?.close()
            preferences = nil
            return
        }
        if let preferences { return preferences.show(new) }
        preferences = PreferencesView(new, over: window, send)
    }

    /// Opens a file with the program that the user has chosen for its kind.
    package func openFile(_ path: String) {
        unsafe withCStrings(Application.ownVariables) { unsafe cadwaita_open_file(path, $0) }
    }

    /// Opens an address with the program that the user has chosen for its kind.
    package func openAddress(_ address: String) {
        unsafe withCStrings(Application.ownVariables) { unsafe cadwaita_open_address(address, $0) }
    }

    /// Returns a token of the user's last click or key, with which another program may bring its
    /// window to the front; empty if the desktop gives none.
    package func activationToken() -> String {
        guard let token = unsafe cadwaita_activation_token() else { return "" }
        defer { unsafe g_free(token) }
        return unsafe String(cString: token)
    }

    /// Asks for a file, and calls the handler with its path if the user chooses one.
    ///
    /// - Parameter name: The proposed name of a file to write; nil for a file to read.
    package func chooseFile(
        _ title: String, name: String?, _ handler: @escaping @WindowActor (String) -> Void
    ) {
        unsafe Signals.chooseFile(window.pointer, title, name, handler)
    }

    /// Puts a text on the clipboard.
    package func copy(_ text: String) { unsafe cadwaita_copy_text(window.pointer, text) }

    private func showPage(_ new: PageContent<Intent>, after before: PageContent<Intent>?) {
        header.show(new, isFolded: isFolded)
        notice.layOut(isFolded: isFolded)
        let wasInNotice = notice.widget.containsFocus
        notice.show(new.notice)
        if let page, page.id == new.id {
            page.show(new)
            if wasInNotice, !notice.widget.containsFocus { page.focusFirst() }
            if let empty = new.empty, empty.icon != nil, empty != before?.empty {
                tell(of: empty.title)
            }
            return
        }
        let left = page
        left?.keepFocus()
        tell(of: new.empty?.icon == nil ? new.title : "\(new.title), \(new.empty?.title ?? "")")
        if let index = covered.lastIndex(where: { $0.id == new.id }) {
            let view = covered[index]
            covered.removeSubrange(index...)
            page = view
            view.show(new)
            unsafe cadwaita_bin_set_child(bin.pointer, view.widget.pointer)
            return view.restoreFocus()
        }
        if new.back == nil {
            covered = []
        } else if let left {
            covered = covered.suffix(Self.coveredLimit - 1) + [left]
        }
        let view = PageView(new, send)
        page = view
        unsafe cadwaita_bin_set_child(bin.pointer, view.widget.pointer)
        if left != nil { view.focusFirst() }
    }

    /// Maximum number of pages that *Back* shows as they were left.
    private static var coveredLimit: Int { 8 }

    private var isFolded: Bool { unsafe cadwaita_leaflet_is_folded(leaflet.pointer) != 0 }

    /// Shows the page in a narrow window that shows the sidebar.
    package func showPage() { showFront(isPage: true) }

    /// Moves the keyboard's focus to the open place in the list of places.
    private func showPlaces() {
        if isFolded { showFront(isPage: false) } else { sidebar.focusOpen() }
    }

    private func showFront(isPage: Bool) {
        unsafe cadwaita_leaflet_show(leaflet.pointer, (isPage ? pageBox : sidebarBox).pointer)
        guard isFolded else { return }
        // The keyboard's focus goes with the part that is in front.
        if isPage { focusPage() } else { sidebar.focusOpen() }
    }

    private func focusPage() {
        guard isFolded, unsafe gtk_widget_get_mapped(pageBox.pointer) != 0, let page else { return }
        if page.widget.containsFocus { page.leaveScroller() } else { page.focusFirst() }
    }

    // MARK: Construction

    private func buildSidebar(_ title: String) {
        let heading = unsafe Widget(adw_window_title_new(title, ""))
        let bar = unsafe Widget(cadwaita_header_new(heading.pointer, 1, 0))
        let words = WindowWords.current
        let menu = MenuView<Intent>(icon: "open-menu-symbolic", name: words.menu, isPrimary: true) {
            [weak self] in self?.sendApplying($0)
        }
        self.menu = menu
        unsafe cadwaita_header_pack_end(bar.pointer, menu.widget.pointer)
        unsafe cadwaita_box_append(sidebarBox.pointer, bar.pointer)
        unsafe cadwaita_box_append(
            sidebarBox.pointer, cadwaita_scrolled(sidebar.list.pointer, words.places))
        unsafe gtk_widget_set_size_request(sidebarBox.pointer, Texts.layout.sidebarWidth, -1)
        unsafe cadwaita_leaflet_append(leaflet.pointer, sidebarBox.pointer, 1)
        let line = unsafe Widget(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
        unsafe cadwaita_leaflet_append(leaflet.pointer, line.pointer, 0)
    }

    private func buildPage() {
        unsafe gtk_widget_set_hexpand(pageBox.pointer, 1)
        unsafe gtk_widget_set_vexpand(bin.pointer, 1)
        for child in [header.widget, notice.widget, bin] {
            unsafe cadwaita_box_append(pageBox.pointer, child.pointer)
        }
        unsafe cadwaita_leaflet_append(leaflet.pointer, pageBox.pointer, 1)
        // A control that is not drawn yet gets no focus.
        pageBox.connect("map") { [weak self] in self?.focusPage() }
        header.onBack = { [weak self] in self?.goBack() }
        leaflet.connect("notify::folded") { [weak self] in
            guard let self, let page = content?.page else { return }
            header.show(page, isFolded: isFolded)
            notice.layOut(isFolded: isFolded)
        }
    }

    private func addKeys(_ shortcuts: [Shortcut<Intent>]) {
        func add(_ keys: String, _ action: @escaping @WindowActor () -> Void) {
            unsafe Signals.addShortcut(window.pointer, keys, action)
        }
        for shortcut in shortcuts {
            add(shortcut.keys) { [weak self] in
                self?.sendApplying(shortcut.intent)
            }
        }
        for number in 1...9 {
            add("<Control>\(number)") { [weak self] in self?.sidebar.open(at: number - 1) }
        }
        // Each place of a long list is an arrow key away.
        add("<Control>0") { [weak self] in
            self?.page?.widget.applyFocused()
            self?.showPlaces()
        }
        add(BackKeys.keys(isMirrored: Texts.areMirrored)) { [weak self] in self?.goBack() }
        add("Escape") { [weak self] in
            guard let self, page?.giveUpTyped() != true else { return }
            if let cancel = page?.cancel { return send(cancel, "") }
            // The refused text of another field is not lost.
            guard page?.focusRefused() != true else { return }
            if let cancel = content?.page.cancel { send(cancel, "") } else { goBack() }
        }
        add("<Control>f") { [weak self] in _ = self?.page?.focusSearch() }
        add("<Control>w") { [weak self] in
            if let self { unsafe cadwaita_window_close(window.pointer) }
        }
    }

    private func goBack() {
        if let back = content?.page.back {
            send(back, page?.applyTyped().joined(separator: "\n") ?? "")
        } else if isFolded {
            page?.widget.applyFocused()
            showFront(isPage: false)
        }
    }

    // MARK: Toast and dialog

    /// Shows a toast in the window that is in front.
    private func showToast(_ toast: Toast<Intent>?) {
        let send: RowView<Intent>.Send = { [weak self] intent, _ in self?.sendApplying(intent) }
        toasts.show(preferences == nil ? toast : nil, send)
        if let toast { preferences?.show(toast, send) }
    }

    /// Shows a question in place of the one that waits, which has no answer: another process of the
    /// program may have asked for the same.
    private func show(_ dialog: Dialog<Intent>) {
        if let question { unsafe cadwaita_window_destroy(question.pointer) }
        let view = unsafe Widget(
            cadwaita_dialog_new(window.pointer, dialog.heading, dialog.body))
        question = view
        closeRequest = nil
        unsafe cadwaita_dialog_add(view.pointer, "cancel", WindowWords.current.cancel, 0)
        for (index, answer) in dialog.answers.enumerated() {
            unsafe cadwaita_dialog_add(
                view.pointer, "\(index)", answer.title, answer.style == .destructive ? 1 : 0)
        }
        unsafe cadwaita_dialog_set_default(view.pointer, "cancel")
        // The body is read only with the dialog's description.
        unsafe cadwaita_set_description(view.pointer, dialog.body)
        let picker = dialog.moment.map { MomentPicker($0) }
        if let picker { unsafe cadwaita_dialog_set_child(view.pointer, picker.widget.pointer) }
        unsafe Signals.connectText(view.pointer, "response") { [weak self] response in
            self?.question = nil
            let chosen = Int(response).map { dialog.answers[$0].intent }
            self?.send(chosen ?? dialog.cancel, picker?.moment ?? "")
        }
        unsafe cadwaita_window_present(view.pointer)
    }
}
