// SPDX-License-Identifier: Apache-2.0

/// The reasons why a sender gets no turns.
public struct PauseReasons: OptionSet, Sendable {
    /// A bit for each reason.
    public let rawValue: UInt8

    /// - Parameter rawValue: a bit for each reason.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The service waits for information about the sender.
    public static let identity = PauseReasons(rawValue: 1)
    /// The service works on a call of the sender in many turns of the loop.
    public static let answer = PauseReasons(rawValue: 8)
    /// The sender has used up its part of the loop's time.
    static let cost = PauseReasons(rawValue: 2)
    /// A call of the sender is being prepared on another thread.
    static let preparation = PauseReasons(rawValue: 4)
}

/// Waiting elements in one line per sender; the senders take turns.
///
/// The elements of a sender stay in order. A sender with few elements does not wait for all earlier
/// elements of another sender: each turn is one element. Senders can form groups, such as the
/// connections of one program: the groups take turns, and the senders of a group share its turns.
///
/// While several groups wait, they share the time, not the number of turns: the next turn is of
/// the group that has used the least (start-time fair queueing: Goyal, Vin and Cheng, 1996).
///
/// Turns come in batches, and the answers of a batch leave at its end. A batch ends at its maximum
/// length, or as soon as the line of one sender is empty and each other sender has had as many
/// turns: the sender with the empty line probably waits for its answers.
struct Turns<Element> {
    private struct Line {
        var waiting: Queue<Element>
        var bytes = 0
        /// The group in whose order the sender is; nil if it is not known yet.
        var group: String?
        /// The last batch in which the sender had a turn, and its number of turns in that batch.
        var batch = 0
        var turns = 0
    }

    /// Returns the sender of an element.
    private let sender: (Element) -> String
    /// The only waiting element. Almost always there is just one, and no line is needed.
    private var alone: Element?
    private var lines: [String: Line] = [:]
    /// The groups with senders in ``groups``, in the order of their turns; nil for the senders
    /// whose groups are not known.
    private var order = Queue<String?>()
    /// The senders of each group with a non-empty line that is not paused, in the order of their
    /// turns.
    private var groups: [String?: Queue<String>] = [:]
    /// The start of a group's next turn, on a clock that only ``charge(_:)`` moves; without an
    /// entry, now. Empty unless groups wait for each other.
    private var starts: [String?: Duration] = [:]
    /// The start of the last turn.
    private var clock = Duration.zero
    /// The group of the last turn.
    private var lastGroup: String?
    /// Number of elements in the lines of each group.
    private var counts: [String?: Int] = [:]
    /// Returns the group of a sender, or nil if it is not known yet.
    private let group: (String) -> String?
    /// Senders that get no turns for now.
    private var paused: [String: PauseReasons] = [:]
    private var batch = 0
    /// Number of turns of the batch.
    private var taken = 0
    /// Maximum number of turns of a sender in this batch: as many as the first sender had whose
    /// line became empty. Nil until a line is empty.
    private var turnsPerSender: Int?

    /// Number of waiting elements of all senders.
    private(set) var count = 0
    /// Bytes of all waiting elements.
    private(set) var bytes = 0
    /// Returns the bytes of an element.
    private let size: (Element) -> Int

    /// - Parameters:
    ///   - sender: returns the sender of an element; not called for an element that waits alone.
    ///   - group: returns the group of a sender, or nil if it is not known yet: such senders share
    ///     the turns of one group.
    ///   - size: returns the bytes of an element.
    init(
        by sender: @escaping (Element) -> String, in group: @escaping (String) -> String? = { $0 },
        size: @escaping (Element) -> Int = { _ in 0 }
    ) {
        self.sender = sender
        self.group = group
        self.size = size
    }

    /// Returns number and bytes of a sender's waiting elements.
    func waiting(of sender: String) -> (count: Int, bytes: Int) {
        if let alone, self.sender(alone) == sender { return (1, size(alone)) }
        guard let line = lines[sender] else { return (0, 0) }
        return (line.waiting.count, line.bytes)
    }

    /// Returns the number of waiting elements of a sender's group, or of the sender alone if its
    /// group is not known yet.
    func waitingOfGroup(of sender: String) -> Int {
        guard let group = lines[sender]?.group ?? group(sender) else {
            return waiting(of: sender).count
        }
        return counts[group] ?? 0
    }

    /// True if more than one group waits for its turn, so that time is shared.
    var isShared: Bool { order.count > 1 }

    /// Charges the time of the last turn to its group, so that others come first until they have
    /// had as much.
    ///
    /// - Parameter time: counts up to ``maximumLead``. ``CallAccounts`` charges the time beyond.
    mutating func charge(_ time: Duration) {
        guard count > 0 else { return }
        if starts.count >= Self.maximumStarts { starts.removeAll() }
        let start = start(of: lastGroup)
        let end = min(start + time, clock + Self.maximumLead)
        // Otherwise, groups that are new each time would come before all others without an end.
        let isNew = starts[lastGroup] == nil && !starts.isEmpty
        if isNew { clock += (end - start) / max(order.count, 1) }
        starts[lastGroup] = end
    }

    private mutating func forgetStarts() {
        starts.removeAll(keepingCapacity: true)
        clock = .zero
    }

    private func start(of group: String?) -> Duration {
        starts[group].map { max($0, clock) } ?? clock
    }

    /// Time for which a group waits at most because it has used more than others.
    static var maximumLead: Duration { CallAccounts.freeTime }
    /// Number of groups at which all times are forgotten.
    private static var maximumStarts: Int { CallAccounts.maximumClients }
    /// Number of waiting groups that are compared.
    private static var comparedGroups: Int { 32 }

    /// True if a sender can have the next turn.
    var hasNext: Bool { alone != nil || !order.isEmpty }

    /// Returns true if elements of a sender wait.
    func isWaiting(_ sender: String) -> Bool {
        alone.map(self.sender) == sender || lines[sender] != nil
    }

    /// Lets a sender's elements wait until ``resume(_:_:)`` with the same reason.
    mutating func pause(_ sender: String, _ reason: PauseReasons = .identity) {
        formLine()
        paused[sender, default: []].insert(reason)
        guard let line = lines[sender], groups[line.group] != nil else { return }
        groups[line.group]?.removeAll { $0 == sender }
        if groups[line.group]?.isEmpty == true {
            groups[line.group] = nil
            order.removeAll { $0 == line.group }
        }
    }

    /// Lets a sender with a line have turns, after the others of its group.
    private mutating func getIntoOrder(_ sender: String) {
        guard let line = lines.index(forKey: sender) else { return }
        var group = lines.values[line].group
        if group == nil, let known = self.group(sender) {
            let count = lines.values[line].waiting.count
            add(-count, to: nil)
            add(count, to: known)
            lines.values[line].group = known
            group = known
        }
        if groups[group]?.append(sender) == nil {
            groups[group] = Queue(sender)
            order.append(group)
        }
    }

    /// Removes one reason why a sender gets no turns.
    mutating func resume(_ sender: String, _ reason: PauseReasons = .identity) {
        guard var reasons = paused[sender] else { return }
        reasons.remove(reason)
        paused[sender] = reasons.isEmpty ? nil : reasons
        if reasons.isEmpty { getIntoOrder(sender) }
    }

    /// Returns the reasons why a sender gets no turns; empty if it gets them.
    func pauses(of sender: String) -> PauseReasons { paused[sender] ?? [] }

    /// True if a sender gets no turns.
    var hasPauses: Bool { !paused.isEmpty }

    /// Queues an element after the other elements of its sender.
    mutating func append(_ element: Element) {
        count += 1
        bytes += size(element)
        if count == 1, paused.isEmpty {
            alone = element
            return
        }
        formLine()
        getIntoLine(element)
    }

    private mutating func add(_ number: Int, to group: String?) {
        let count = counts[group, default: 0] + number
        counts[group] = count == 0 ? nil : count
    }

    private mutating func formLine() {
        if let element = alone.take() { getIntoLine(element) }
    }

    private mutating func getIntoLine(_ element: Element) {
        let sender = sender(element)
        if let line = lines.index(forKey: sender) {
            lines.values[line].waiting.append(element)
            add(1, to: lines.values[line].group)
        } else {
            let group = group(sender)
            lines[sender] = Line(waiting: Queue(element), group: group)
            add(1, to: group)
            if paused.isEmpty || paused[sender] == nil { getIntoOrder(sender) }
        }
        let size = size(element)
        lines[sender]?.bytes += size
    }

    /// Begins the next batch.
    mutating func beginBatch() {
        batch += 1
        taken = 0
        turnsPerSender = nil
    }

    /// Returns the next element of a batch of at most `limit` turns; nil when the batch is over.
    mutating func next(limit: Int) -> Element? {
        guard taken < limit else { return nil }
        if let element = alone.take() {
            taken += 1
            count -= 1
            bytes = 0
            // The element is its sender's last, and no sender without a line has had a turn before.
            turnsPerSender = turnsPerSender ?? 1
            return element
        }
        putLeastUsedFirst()
        guard let group = order.first, let sender = groups[group]?.first,
            let line = lines.index(forKey: sender)
        else { return nil }
        let turns = lines.values[line].batch == batch ? lines.values[line].turns : 0
        if let turnsPerSender, turns >= turnsPerSender { return nil }
        taken += 1
        count -= 1
        lastGroup = group
        if count == 0 { forgetStarts() }
        order.removeFirst()
        groups[group]?.removeFirst()
        if groups[group]?.isEmpty == true { groups[group] = nil } else { order.append(group) }
        let element = lines.values[line].waiting.removeFirst()
        let size = size(element)
        bytes -= size
        lines.values[line].bytes -= size
        add(-1, to: lines.values[line].group)
        if lines.values[line].waiting.isEmpty {
            lines.remove(at: line)
            turnsPerSender = turnsPerSender ?? turns + 1
        } else {
            lines.values[line].batch = batch
            lines.values[line].turns = turns + 1
            getIntoOrder(sender)
        }
        return element
    }
}

extension Turns {
    /// Puts the group first that has used the least time; of equal ones, the first in the order.
    private mutating func putLeastUsedFirst() {
        guard !starts.isEmpty, isShared else { return }
        var place = 0
        var least = start(of: order[0])
        for index in 1..<min(order.count, Self.comparedGroups) {
            let start = start(of: order[index])
            if start < least { (place, least) = (index, start) }
        }
        for _ in 0..<place { order.append(order.removeFirst()) }
        clock = least
    }
}

/// A first-in, first-out queue.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    init() {}

    init(_ element: Element) {
        elements = [element]
    }

    var isEmpty: Bool { head == elements.count }

    var count: Int { elements.count - head }

    var first: Element? { isEmpty ? nil : elements[head] }

    /// The element that is so many places behind the first one.
    subscript(place: Int) -> Element {
        guard let element = elements[head + place] else { preconditionFailure("no such place") }
        return element
    }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements = elements[head...].filter { $0.map(isUnwanted) != true }
        head = 0
    }

    /// Removes and returns the first element; the queue must not be empty.
    @discardableResult
    mutating func removeFirst() -> Element {
        guard let element = elements[head].take() else { preconditionFailure("an empty queue") }
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            // Moves each element at most once per removed element.
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
