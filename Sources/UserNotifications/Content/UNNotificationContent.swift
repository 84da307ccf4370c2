// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The immutable content and behaviour of a notification.
///
/// Source: Apple's documentation of `UNNotificationContent`. Use ``UNMutableNotificationContent``
/// to make a content with values.
///
/// Unchecked `Sendable` because a lock protects the only state.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding,
    @unchecked Sendable
{
    private let storage: Mutex<ContentFields>

    /// Makes an empty content.
    public override init() {
        storage = Mutex(ContentFields())
    }

    /// Makes a content with fields.
    convenience init(_ fields: ContentFields) {
        self.init()
        storage.withLock { $0 = fields }
    }

    var fields: ContentFields { storage.withLock { $0 } }

    func update<Value>(_ field: WritableKeyPath<ContentFields, Value> & Sendable, _ value: Value) {
        storage.withLock { $0[keyPath: field] = value }
    }

    // MARK: Presentation

    /// The first line.
    open var title: String { fields.title }

    /// The line below the title. Bold above the body if the server supports markup.
    open var subtitle: String { fields.subtitle }

    /// The plain text. Markup in the text is shown as written.
    open var body: String { fields.body }

    /// The pictures, sounds and films. The server shows the first picture.
    open var attachments: [UNNotificationAttachment] { fields.attachments }

    /// The new number of the app's badge; nil keeps the number, 0 hides the badge.
    open var badge: NSNumber? { fields.badge }

    /// The sound of the notification; nil for silence.
    open var sound: UNNotificationSound? { fields.sound }

    /// Has no effect: desktop apps have no launch image.
    open var launchImageName: String { fields.launchImageName }

    // MARK: Behaviour

    /// The degree to which the notification may interrupt the user;
    /// ``UNNotificationInterruptionLevel/active`` by default.
    open var interruptionLevel: UNNotificationInterruptionLevel { fields.interruptionLevel }

    /// The relevance of the notification among the app's notifications, from 0 to 1.
    open var relevanceScore: Double { fields.relevanceScore }

    /// The text that the app's Focus filter evaluates: the value for the predicate of its
    /// `FocusFilterAppContext`. A notification without a text is not filtered.
    open var filterCriteria: String? { fields.filterCriteria }

    /// The people whom the notification is about, set by ``updating(from:)``. A Focus matches them
    /// with its list of people.
    public var people: [String] { fields.people }

    // MARK: Groups

    /// The identifier of the category with the notification's actions.
    open var categoryIdentifier: String { fields.categoryIdentifier }

    /// The identifier of a conversation, account or topic that groups notifications.
    open var threadIdentifier: String { fields.threadIdentifier }

    /// The identifier of the content in the app that the notification is about.
    open var targetContentIdentifier: String? { fields.targetContentIdentifier }

    /// The app's data, returned with the user's response: property list values.
    open var userInfo: [AnyHashable: Any] { fields.userInfo }

    /// Has no effect, as on Apple's systems since iOS 15.
    open var summaryArgument: String { fields.summaryArgument }

    /// Has no effect, as on Apple's systems since iOS 15.
    open var summaryArgumentCount: Int { fields.summaryArgumentCount }

    // MARK: Copies

    /// Returns a content with the additions of `provider`.
    ///
    /// An `INSendMessageIntent` of the module Intents adds the people whom the notification is
    /// about, and the texts that the content lacks.
    ///
    /// - Throws: `UNError.contentProvidingObjectNotAllowed` if the provider has no additions for
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

    /// Returns an immutable content, also for a mutable content.
    open func copy(with zone: NSZone? = nil) -> Any {
        UNNotificationContent(fields)
    }

    /// Returns a ``UNMutableNotificationContent`` with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        UNMutableNotificationContent(fields)
    }

    // MARK: Archives

    /// True: contents support secure coding.
    open class var supportsSecureCoding: Bool { true }

    /// Reads a content from an archive. An attachment with a deleted file is omitted.
    ///
    /// - Parameter coder: The archive. The result is nil if the archive contains no content.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.archiveKey),
            let archived = ArchivedContent(data as Data)
        else { return nil }
        storage = Mutex(archived.fields)
    }

    /// Writes the content into an archive. A `userInfo` that is not a property list is omitted.
    ///
    /// - Parameter coder: The archive.
    open func encode(with coder: NSCoder) {
        coder.encode(ArchivedContent(fields).data as NSData, forKey: Self.archiveKey)
    }

    private static let archiveKey = "content"

    /// Returns true if both contents have equal values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationContent else { return false }
        return other === self || other.fields == fields
    }

    /// The hash of the content, equal for equal contents.
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

/// An object that can add to a notification's content. On Apple's systems these are messages and
/// calls.
///
/// Source: Apple's documentation of `UNNotificationContentProviding`.
public protocol UNNotificationContentProviding: NSObjectProtocol {
    /// The additions to a content; nil if the provider has none for notifications.
    var notificationAddition: UNNotificationAddition? { get }
}

extension UNNotificationContentProviding {
    /// Nil: no additions.
    public var notificationAddition: UNNotificationAddition? { nil }
}

/// The additions of a provider to a notification's content.
public struct UNNotificationAddition: Hashable, Sendable {
    /// The handles and names of the people whom the notification is about.
    public var people: [String] = []
    /// The title of a content without a title.
    public var title = ""
    /// The subtitle of a content without a subtitle.
    public var subtitle = ""
    /// The body of a content without a body.
    public var body = ""
    /// The thread of a content without a thread.
    public var thread = ""

    /// Makes an empty addition.
    public init() {}
}

/// The degree to which a notification may interrupt the user.
///
/// Source: Apple's documentation of `UNNotificationInterruptionLevel`. The level is sent as the
/// hint `interruption-level`, and as the urgency for servers without focusd: passive as low, active
/// as normal, the other levels as critical.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// The notification is only listed, and the screen does not light up.
    case passive = 0
    /// The notification is shown immediately.
    case active = 1
    /// The notification is shown immediately, also in a Focus that allows time-sensitive
    /// notifications.
    case timeSensitive = 2
    /// The notification is shown in every Focus if the user has listed the app as critical. For any
    /// other app, the level is ``timeSensitive``.
    case critical = 3
}
