// SPDX-License-Identifier: Apache-2.0

/// Reasons for which a sender gets no turns.
struct Holds: OptionSet {
    let rawValue: UInt8
    /// The service waits for something about the sender.
    static let service = Holds(rawValue: 1)
    /// The sender has used up its part of the loop's time.
    static let cost = Holds(rawValue: 2)
}

/// What waits, in lines: each sender has one, and they take turns.
///
/// What one sender has sent stays in order. Whoever has sent little does not wait for all that
/// another one has sent before: each turn is one element.
///
/// Turns come in batches. One is over when it is as long as it may be, or when a sender has nothing
/// more waiting and all others have had as many turns: a sender that sends no more is likely to wait
/// for what follows the batch.
struct Turns<Element> {
    private struct Line {
        var waiting: Queue<Element>
        var bytes = 0
        /// The last batch that it had a turn in, and how many it had.
        var batch = 0
        var turns = 0
    }

    /// Who has sent an element.
    private let sender: (Element) -> String
    /// What waits where nothing else does: nearly always it is all there is, and no line is needed.
    private var alone: Element?
    private var lines: [String: Line] = [:]
    /// Whose line is not empty and not held, in the order of their turns.
    private var order = Queue<String>()
    /// Senders that get no turns for now.
    private var held: [String: Holds] = [:]
    private var batch = 0
    /// Turns of the batch.
    private var taken = 0
    /// How many turns the first one had whose last waiting element was taken in the batch.
    private var rounds: Int?

    /// How many elements wait, of all senders.
    private(set) var count = 0
    /// Bytes of all elements that wait.
    private(set) var bytes = 0
    /// Bytes of an element.
    private let size: (Element) -> Int

    /// - Parameters:
    ///   - sender: the sender of an element; not asked where one waits alone.
    ///   - size: the bytes of an element.
    init(by sender: @escaping (Element) -> String, size: @escaping (Element) -> Int = { _ in 0 }) {
        self.sender = sender
        self.size = size
    }

    /// Returns how many elements of a sender wait, and their bytes.
    func waiting(of sender: String) -> (count: Int, bytes: Int) {
        if let alone, self.sender(alone) == sender { return (1, size(alone)) }
        guard let line = lines[sender] else { return (0, 0) }
        return (line.waiting.count, line.bytes)
    }

    /// Whether somebody could have the next turn.
    var hasNext: Bool { alone != nil || !order.isEmpty }

    /// Whether anything of a sender's waits.
    func isWaiting(_ sender: String) -> Bool {
        alone.map(self.sender) == sender || lines[sender] != nil
    }

    /// Lets a sender's elements wait until ``resume(_:_:)`` for the same reason.
    mutating func hold(_ sender: String, _ reason: Holds = .service) {
        formLine()
        held[sender, default: []].insert(reason)
        order.removeAll { $0 == sender }
    }

    /// Ends one reason for which a sender gets no turns.
    mutating func resume(_ sender: String, _ reason: Holds = .service) {
        guard var reasons = held[sender] else { return }
        reasons.remove(reason)
        held[sender] = reasons.isEmpty ? nil : reasons
        if reasons.isEmpty, lines[sender] != nil { order.append(sender) }
    }

    /// Lets an element wait behind those of the same sender.
    mutating func append(_ element: Element) {
        count += 1
        bytes += size(element)
        if count == 1, held.isEmpty {
            alone = element
            return
        }
        formLine()
        getIntoLine(element)
    }

    private mutating func formLine() {
        if let element = alone.take() { getIntoLine(element) }
    }

    private mutating func getIntoLine(_ element: Element) {
        let sender = sender(element)
        if lines[sender]?.waiting.append(element) == nil {
            lines[sender] = Line(waiting: Queue(element))
            if held.isEmpty || held[sender] == nil { order.append(sender) }
        }
        let size = size(element)
        lines[sender]?.bytes += size
    }

    /// Begins the next batch.
    mutating func beginBatch() {
        batch += 1
        taken = 0
        rounds = nil
    }

    /// The next element of a batch of no more than `limit`; nil when the batch is over.
    mutating func next(limit: Int) -> Element? {
        guard taken < limit else { return nil }
        if let element = alone.take() {
            taken += 1
            count -= 1
            bytes = 0
            // It is its sender's last, and no sender without a line has had a turn before.
            rounds = rounds ?? 1
            return element
        }
        guard let sender = order.first, let line = lines.index(forKey: sender) else { return nil }
        let turns = lines.values[line].batch == batch ? lines.values[line].turns : 0
        if let rounds, turns >= rounds { return nil }
        taken += 1
        count -= 1
        order.removeFirst()
        let element = lines.values[line].waiting.removeFirst()
        let size = size(element)
        bytes -= size
        lines.values[line].bytes -= size
        if lines.values[line].waiting.isEmpty {
            lines.remove(at: line)
            rounds = rounds ?? turns + 1
        } else {
            lines.values[line].batch = batch
            lines.values[line].turns = turns + 1
            order.append(sender)
        }
        return element
    }
}

/// First in, first out.
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

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements = elements[head...].filter { $0.map(isUnwanted) != true }
        head = 0
    }

    /// Takes the first of at least one.
    @discardableResult
    mutating func removeFirst() -> Element {
        guard let element = elements[head].take() else { preconditionFailure("an empty queue") }
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            // Each is moved no more than once for each that was taken.
            elements.removeFirst(head)
            head = 0
        }
        return element
    }
}
