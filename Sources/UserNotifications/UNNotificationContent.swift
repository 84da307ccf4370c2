// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// What a notification says and how it behaves; it does not change.
///
/// Apple's documentation of `UNNotificationContent`. Make a ``UNMutableNotificationContent`` to fill
/// one in.
///
/// Unchecked `Sendable`: the only state is behind a lock.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding,
    @unchecked Sendable
{
    private let storage: Mutex<ContentFields>

    /// A content with nothing in it.
    public override init() {
        storage = Mutex(ContentFields())
    }

    /// A content with those fields.
    convenience init(_ fields: ContentFields) {
        self.init()
        storage.withLock { $0 = fields }
    }

    var fields: ContentFields { storage.withLock { $0 } }

    func update<Value>(_ field: WritableKeyPath<ContentFields, Value> & Sendable, _ value: Value) {
        storage.withLock { $0[keyPath: field] = value }
    }

    // MARK: What is shown

    /// The first line.
    open var title: String { fields.title }

    /// The line below the title; it stands bold above the body where the server knows markup.
    open var subtitle: String { fields.subtitle }

    /// The text, plain: what looks like markup is shown as it is written.
    open var body: String { fields.body }

    /// Pictures, sounds and films; the first picture is shown.
    open var attachments: [UNNotificationAttachment] { fields.attachments }

    /// The number that the app's badge shows from then on; nil leaves it, 0 hides it.
    open var badge: NSNumber? { fields.badge }

    /// What is heard; nil is silence.
    open var sound: UNNotificationSound? { fields.sound }

    /// Has no meaning here: desktop apps have no launch image.
    open var launchImageName: String { fields.launchImageName }

    // MARK: How it behaves

    /// How much the notification may interrupt; ``UNNotificationInterruptionLevel/active`` where nothing
    /// else is said.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }

    /// How relevant the notification is among the app's own, from 0 to 1.
    open var relevanceScore: Double { fields.relevanceScore }

    /// What the app's Focus filter judges the notification by: the value that the predicate of its
    /// `FocusFilterAppContext` sees. Nil is not filtered.
    open var filterCriteria: String? { fields.filterCriteria }

    /// The people whom the notification is about, by which a Focus's list of people decides; from
    /// ``updating(from:)``.
    public var people: [String] { fields.people }

    // MARK: What belongs together

    /// The category whose actions the notification has.
    open var categoryIdentifier: String { fields.categoryIdentifier }

    /// The conversation, account or topic that groups notifications.
    open var threadIdentifier: String { fields.threadIdentifier }

    /// The content in the app that the notification is about.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }

    /// What the app wants to have back with the user's response: property-list values.
    open var userInfo: [AnyHashable: Any] { fields.userInfo }

    /// Kept, and without effect, as in Apple's systems since iOS 15.
    open var summaryArgument: String { fields.summaryArgument }

    /// Kept, and without effect, as in Apple's systems since iOS 15.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }

    // MARK: Copies

    /// A content with what `provider` knows added.
    ///
    /// An `INSendMessageIntent` of the module Intents adds the people whom the notification is about,
    /// and its texts where the content has none.
    ///
    /// - Throws: `UNError.contentProvidingObjectNotAllowed` for a provider that knows nothing of
    ///   notifications.
    open func updating(
        from provider: any UNNotificationContentProviding
    ) throws -> UNNotificationContent {
        guard let addition = provider.notificationAddition else {
            throw UNError(.contentProvidingObjectNotAllowed)
        }
        var fields = fields
        if !addition.people.isEmpty { fields.people = addition.people }
        if fields.title.isEmpty { fields.title = addition.title }
        if fields.subtitle.isEmpty { fields.subtitle = addition.subtitle }
        if fields.body.isEmpty { fields.body = addition.body }
        if fields.threadIdentifier.isEmpty { fields.threadIdentifier = addition.thread }
        return UNNotificationContent(fields)
    }

    /// A content that does not change, also where this one does.
    open func copy(with zone: NSZone? = nil) -> Any {
        UNNotificationContent(fields)
    }

    /// A ``UNMutableNotificationContent`` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        UNMutableNotificationContent(fields)
    }

    // MARK: Archives

    /// Contents can be archived securely.
    open class var supportsSecureCoding: Bool { true }

    /// Reads a content from an archive. An attachment whose file has gone is left out.
    ///
    /// - Parameter coder: The archive; nothing is made of what holds no content.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.archiveKey),
            let archived = ArchivedContent(data as Data)
        else { return nil }
        storage = Mutex(archived.fields)
    }

    /// Writes the content into an archive, without a `userInfo` that no property list can hold.
    ///
    /// - Parameter coder: The archive.
    open func encode(with coder: NSCoder) {
        coder.encode(ArchivedContent(fields).data as NSData, forKey: Self.archiveKey)
    }

    private static let archiveKey = "content"

    /// Whether both say the same and behave the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationContent else { return false }
        return other === self || other.fields == fields
    }

    /// A number that is the same for equal contents.
    open override var hash: Int {
        var hasher = Hasher()
        let fields = fields
        hasher.combine(fields.title)
        hasher.combine(fields.subtitle)
        hasher.combine(fields.body)
        hasher.combine(fields.threadIdentifier)
        return hasher.finalize()
    }
}

/// What can add to a notification's content: messages and calls, in Apple's systems.
///
/// Apple's documentation of `UNNotificationContentProviding`.
public protocol UNNotificationContentProviding: NSObjectProtocol {
    /// What the provider adds to a content; nil where it knows nothing of notifications.
    var notificationAddition: UNNotificationAddition? { get }
}

extension UNNotificationContentProviding {
    /// Nothing.
    public var notificationAddition: UNNotificationAddition? { nil }
}

/// What a provider adds to a notification's content.
public struct UNNotificationAddition: Hashable, Sendable {
    /// The people whom the notification is about, by their handles and names.
    public var people: [String] = []
    /// The title of a content without one.
    public var title = ""
    /// The subtitle of a content without one.
    public var subtitle = ""
    /// The body of a content without one.
    public var body = ""
    /// The thread of a content without one.
    public var thread = ""

    /// Adds nothing.
    public init() {}
}

/// How much a notification may interrupt.
///
/// Apple's documentation of `UNNotificationInterruptionLevel`. It is sent as the hint
/// `interruption-level`, and as the urgency that servers without focusd know: passive as low, active
/// as normal, the others as critical.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Only listed; nothing lights up.
    case passive = 0
    /// Shown at once.
    case active = 1
    /// Shown at once, through a Focus that permits it.
    case timeSensitive = 2
    /// Shown through every Focus where the user has listed the app as critical; elsewhere as
    /// ``timeSensitive``.
    case critical = 3
}
