// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// Something that the user may want to have done; the class that the others inherit from.
///
/// Source: Apple's documentation of `INIntent`.
open class INIntent: NSObject, @unchecked Sendable {}

/// What an app answers to an intent.
///
/// Source: Apple's documentation of `INIntentResponse`.
open class INIntentResponse: NSObject, @unchecked Sendable {}

/// The form of a message that is sent.
///
/// Source: Apple's documentation of `INOutgoingMessageType`.
public enum INOutgoingMessageType: Int, Sendable {
    /// None of the others.
    case unknown
    /// A text.
    case outgoingMessageText
    /// A recording.
    case outgoingMessageAudio
}

/// A message from one person to others.
///
/// A notification's content takes the sender from it, with `updating(from:)`: the name and the handle
/// become the people whom the notification is about, by which a Focus's list of people decides. Nothing
/// is learnt from the intent otherwise.
///
/// Source: Apple's documentation of `INSendMessageIntent`.
open class INSendMessageIntent: INIntent, UNNotificationContentProviding, @unchecked Sendable {
    /// The people who get the message.
    public let recipients: [INPerson]?
    /// The form of the message.
    public let outgoingMessageType: INOutgoingMessageType
    /// The message's text.
    public let content: String?
    /// The name of the group that the message is sent to.
    public let speakableGroupName: INSpeakableString?
    /// The identifier of the conversation.
    public let conversationIdentifier: String?
    /// The service that carries the message.
    public let serviceName: String?
    /// The person who sent the message.
    public let sender: INPerson?

    /// Makes an intent.
    ///
    /// - Parameters:
    ///   - recipients: The people who get the message.
    ///   - outgoingMessageType: The form of the message.
    ///   - content: The message's text.
    ///   - speakableGroupName: The name of the group that the message is sent to.
    ///   - conversationIdentifier: The identifier of the conversation.
    ///   - serviceName: The service that carries the message.
    ///   - sender: The person who sent the message.
    ///   - attachments: What comes with the message; without effect here.
    public init(
        recipients: [INPerson]?, outgoingMessageType: INOutgoingMessageType = .unknown,
        content: String?, speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?, serviceName: String?, sender: INPerson?,
        attachments: [INSendMessageAttachment]? = nil
    ) {
        self.recipients = recipients
        self.outgoingMessageType = outgoingMessageType
        self.content = content
        self.speakableGroupName = speakableGroupName
        self.conversationIdentifier = conversationIdentifier
        self.serviceName = serviceName
        self.sender = sender
    }

    /// Keeps a picture for a part of the intent; no notification shows it here.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - keyPath: The part of the intent.
    open func setImage<Value>(
        _ image: INImage?, forParameterNamed keyPath: KeyPath<INSendMessageIntent, Value>
    ) {}

    /// What the intent adds to a notification.
    public var notificationAddition: UNNotificationAddition? {
        var addition = UNNotificationAddition()
        guard let sender else { return addition }
        addition.people = [sender.personHandle?.value ?? "", sender.displayName]
            .filter { !$0.isEmpty }
        addition.title = sender.displayName
        addition.subtitle = speakableGroupName?.spokenPhrase ?? ""
        addition.body = content ?? ""
        addition.thread = conversationIdentifier ?? ""
        return addition
    }
}

/// What comes with a message; without effect here.
///
/// Source: Apple's documentation of `INSendMessageAttachment`.
open class INSendMessageAttachment: NSObject, @unchecked Sendable {}

/// The direction of an interaction.
///
/// Source: Apple's documentation of `INInteractionDirection`.
public enum INInteractionDirection: Int, Sendable {
    /// The app does not say.
    case unspecified
    /// From the user.
    case outgoing
    /// To the user.
    case incoming
}

/// An intent that took place. Donating it does nothing: nothing here learns from what the user does.
///
/// Source: Apple's documentation of `INInteraction`.
open class INInteraction: NSObject, @unchecked Sendable {
    /// The intent.
    public let intent: INIntent
    /// The app's answer to it.
    public let intentResponse: INIntentResponse?
    /// The direction; without effect here.
    open var direction: INInteractionDirection = .unspecified

    /// Makes an interaction.
    ///
    /// - Parameters:
    ///   - intent: The intent.
    ///   - response: The app's answer to it.
    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        intentResponse = response
    }

    /// Does nothing, and succeeds.
    ///
    /// - Parameter completion: Called at once, without an error.
    open func donate(completion: ((Error?) -> Void)? = nil) {
        completion?(nil)
    }

    /// Does nothing, and succeeds.
    open func donate() async throws {}
}
