// SPDX-License-Identifier: Apache-2.0

import UserNotifications

// Reminders as an app of some years ago would write them, built in Swift 5 mode: completion
// handlers everywhere, and no thought of concurrency.

enum ReminderAction: String {
    case done = "REMINDER_DONE"
    case later = "REMINDER_LATER"
    case note = "REMINDER_NOTE"
}

final class ReminderScheduler: NSObject {
    static let shared = ReminderScheduler()

    var isGranted = false
    private let center = UNUserNotificationCenter.current()

    func configure() {
        center.delegate = self
        let done = UNNotificationAction(
            identifier: ReminderAction.done.rawValue, title: "Done",
            options: [.authenticationRequired])
        let later = UNNotificationAction(
            identifier: ReminderAction.later.rawValue, title: "Later", options: [],
            icon: UNNotificationActionIcon(systemImageName: "clock"))
        let note = UNTextInputNotificationAction(
            identifier: ReminderAction.note.rawValue, title: "Note", options: .foreground,
            textInputButtonTitle: "Save", textInputPlaceholder: "What about it?")
        let category = UNNotificationCategory(
            identifier: "REMINDER", actions: [done, later, note], intentIdentifiers: [],
            hiddenPreviewsBodyPlaceholder: "A reminder", options: .customDismissAction)
        center.setNotificationCategories([category])
        center.requestAuthorization(options: [.alert, .badge, .sound]) { granted, error in
            if let error = error { print(error.localizedDescription) }
            self.isGranted = granted
        }
    }

    func checkAuthorization(_ completion: @escaping (Bool) -> Void) {
        center.getNotificationSettings { settings in
            switch settings.authorizationStatus {
            case .authorized, .provisional, .ephemeral: completion(true)
            case .denied: completion(false)
            case .notDetermined: self.configure()
            }
            if settings.soundSetting == .enabled, settings.alertStyle != .none {
                completion(settings.showPreviewsSetting == .always)
            }
        }
    }

    func remind(of title: String, at date: Date, repeats: Bool, picture: URL?) {
        let content = UNMutableNotificationContent()
        content.title = title
        content.subtitle = NSString.localizedUserNotificationString(
            forKey: "Due at %@", arguments: [date])
        content.body = String.localizedUserNotificationString(
            forKey: "You wanted to be reminded", arguments: nil)
        content.badge = NSNumber(value: 1)
        content.sound = UNNotificationSound.default
        content.categoryIdentifier = "REMINDER"
        content.threadIdentifier = "reminders"
        content.userInfo["title"] = title
        content.userInfo = ["title": title, "date": date]
        if let picture = picture,
            let attachment = try? UNNotificationAttachment(
                identifier: "picture", url: picture, options: nil)
        {
            content.attachments = [attachment]
        }
        let components = Calendar.current.dateComponents([.hour, .minute], from: date)
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: repeats)
        if let next = trigger.nextTriggerDate() { print(next) }
        let request = UNNotificationRequest(
            identifier: UUID().uuidString, content: content, trigger: trigger)
        center.add(request)
        center.add(request) { (error: Error?) in
            if let error = error { print("\(error)") }
        }
        center.add(request, withCompletionHandler: nil)
    }

    func snooze(_ request: UNNotificationRequest) {
        let content = request.content.mutableCopy() as! UNMutableNotificationContent
        content.sound = UNNotificationSound(
            named: UNNotificationSoundName(rawValue: "chime.wav"))
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 600, repeats: false)
        center.add(
            UNNotificationRequest(
                identifier: request.identifier, content: content, trigger: trigger))
    }

    func tidyUp() {
        var count = 0
        center.getPendingNotificationRequests { requests in
            count = requests.count
            let old = requests.filter { request in
                (request.trigger as? UNCalendarNotificationTrigger)?.nextTriggerDate() == nil
            }
            self.center.removePendingNotificationRequests(
                withIdentifiers: old.map { $0.identifier })
            print(count)
        }
        center.getDeliveredNotifications { notifications in
            for notification in notifications {
                print(notification.date, notification.request.content.title)
            }
        }
        center.removeAllDeliveredNotifications()
        center.removeAllPendingNotificationRequests()
        if #available(iOS 16.0, macOS 13.0, *) {
            center.setBadgeCount(0)
            center.setBadgeCount(-1) { error in
                if let error = error as? UNError, error.code == .badgeInputInvalid { return }
                if (error as NSError?)?.code == UNError.Code.badgeInputInvalid.rawValue { return }
            }
        }
    }
}

extension ReminderScheduler: UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        if #available(iOS 14.0, *) {
            completionHandler([.banner, .list, .sound])
        } else {
            completionHandler([.alert, .sound])
        }
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        defer { completionHandler() }
        let userInfo = response.notification.request.content.userInfo
        guard let title = userInfo["title"] as? String else { return }
        switch response.actionIdentifier {
        case ReminderAction.later.rawValue: snooze(response.notification.request)
        case UNNotificationDefaultActionIdentifier: print("open \(title)")
        case UNNotificationDismissActionIdentifier: print("dismissed \(title)")
        default:
            if let text = (response as? UNTextInputNotificationResponse)?.userText { print(text) }
        }
        if response.notification.request.trigger is UNPushNotificationTrigger { print("pushed") }
    }
}

/// A protocol between an app and the center, for the app's own tests.
protocol ReminderCenter: AnyObject {
    var delegate: UNUserNotificationCenterDelegate? { get set }
    func requestAuthorization(
        options: UNAuthorizationOptions,
        completionHandler: @escaping @Sendable (Bool, Error?) -> Void)
    func add(
        _ request: UNNotificationRequest, withCompletionHandler: (@Sendable (Error?) -> Void)?)
    func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void)
    func removeDeliveredNotifications(withIdentifiers identifiers: [String])
}

extension UNUserNotificationCenter: ReminderCenter {}
