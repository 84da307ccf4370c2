// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// An action that the user may want; the superclass of all intents.
///
/// Source: Apple's documentation of `INIntent`.
open class INIntent: NSObject, @unchecked Sendable {}

/// The app's response to an intent.
///
/// Source: Apple's documentation of `INIntentResponse`.
open class INIntentResponse: NSObject, @unchecked Sendable {}

/// The form of a sent message.
///
/// Source: Apple's documentation of `INOutgoingMessageType`.
public enum INOutgoingMessageType: Int, Sendable {
    /// An unknown form.
    case unknown
    /// A text.
    case outgoingMessageText
    /// A recording.
    case outgoingMessageAudio
}

/// A message from one person to other people.
///
/// `updating(from:)` adds the sender to a notification's content: the name and the handle become
/// the people whom the notification is about. A Focus matches them with its list of people. The
/// intent has no other effect.
///
/// Source: Apple's documentation of `INSendMessageIntent`.
open class INSendMessageIntent: INIntent, UNNotificationContentProviding, @unchecked Sendable {
    /// The recipients of the message.
    public let recipients: [INPerson]?
    /// The form of the message.
    public let outgoingMessageType: INOutgoingMessageType
    /// The text of the message.
    public let content: String?
    /// The name of the group that receives the message.
    public let speakableGroupName: INSpeakableString?
    /// The identifier of the conversation.
    public let conversationIdentifier: String?
    /// The service that transports the message.
    public let serviceName: String?
    /// The person who sent the message.
    public let sender: INPerson?

    /// Makes an intent.
    ///
    /// - Parameters:
    ///   - recipients: The recipients of the message.
    ///   - outgoingMessageType: The form of the message.
    ///   - content: The text of the message.
    ///   - speakableGroupName: The name of the group that receives the message.
    ///   - conversationIdentifier: The identifier of the conversation.
    ///   - serviceName: The service that transports the message.
    ///   - sender: The person who sent the message.
    ///   - attachments: The attachments of the message. Have no effect here.
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

    /// Sets a picture for a part of the intent. Has no effect: no notification shows the picture
    /// here.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - keyPath: The part of the intent.
    open func setImage<Value>(
        _ image: INImage?, forParameterNamed keyPath: KeyPath<INSendMessageIntent, Value>
    ) {}

    /// The additions of the intent to a notification.
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

/// An attachment of a message. Has no effect here.
///
/// Source: Apple's documentation of `INSendMessageAttachment`.
open class INSendMessageAttachment: NSObject, @unchecked Sendable {}

/// The direction of an interaction.
///
/// Source: Apple's documentation of `INInteractionDirection`.
public enum INInteractionDirection: Int, Sendable {
    /// The app gives no direction.
    case unspecified
    /// From the user.
    case outgoing
    /// To the user.
    case incoming
}

/// An intent that took place. Donating the interaction has no effect, because no program here
/// learns from the user's actions.
///
/// Source: Apple's documentation of `INInteraction`.
open class INInteraction: NSObject, @unchecked Sendable {
    /// The intent.
    public let intent: INIntent
    /// The app's response to the intent.
    public let intentResponse: INIntentResponse?
    /// The direction. Has no effect here.
    open var direction: INInteractionDirection = .unspecified

    /// Makes an interaction.
    ///
    /// - Parameters:
    ///   - intent: The intent.
    ///   - response: The app's response to the intent.
    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        intentResponse = response
    }

    /// Does nothing and succeeds.
    ///
    /// - Parameter completion: Called immediately, without an error.
    open func donate(completion: ((Error?) -> Void)? = nil) {
        completion?(nil)
    }

    /// Does nothing and succeeds.
    open func donate() async throws {}
}
