public import HearthCore

/// Who the telephone numbers and addresses are by which chats call people: the contacts of the library's address books, as far as whoever
/// reads may see them.
///
/// A name is told where something is shown and nowhere else: it never gets into a document, an index, a prompt or a stored answer. So what
/// a private address book knows stays as private as that, and who may not read it sees numbers. A value, made for one reader; see
/// ``ContactBook``.
public struct Contacts: Sendable {
    /// Somebody in an address book.
    public struct Contact: Hashable, Sendable {
        /// On one line.
        public var name: String
        /// The address book.
        public var documentID: String
        public var label: SensitivityLabel
    }

    /// Nobody.
    public static let none = Contacts()

    /// Numbers and addresses that are known; what comes behind them is left out.
    static let mostKeys = 200_000

    private var people: [Contact] = []
    /// Places in ``people``; -1 where two who are called differently share a number.
    private var exact: [ContactKey: Int32] = [:]
    /// By the ends of numbers: of those without the code of a country, and of all. See ``ContactKey/tails``.
    private var nationalTails: [String: Int32] = [:]
    private var allTails: [String: Int32] = [:]
    /// Whether there were more than are kept.
    public private(set) var isCut = false

    public var isEmpty: Bool { people.isEmpty }

    private static let shared: Int32 = -1

    init() {}

    /// - Parameter identifiers: Numbers and addresses, as they are written.
    mutating func add(_ contact: Contact, _ identifiers: [String]) {
        let keys = identifiers.compactMap { ContactKey($0) }
        guard !keys.isEmpty, !contact.name.isEmpty else { return }
        guard exact.count + keys.count <= Self.mostKeys else {
            isCut = true
            return
        }
        // One who is called by the number says nothing.
        guard ContactKey(contact.name) == nil else { return }
        let place = Int32(people.count)
        people.append(contact)
        for key in keys {
            Self.note(key, place, people, in: &exact)
            switch key {
            case .address: break
            case .international(let digits):
                for count in ContactKey.tails { Self.noteTail(digits, count, place, people, in: &allTails) }
            case .national(let digits):
                let own = min(digits.utf8.count, ContactKey.tails.upperBound)
                Self.noteTail(digits, own, place, people, in: &nationalTails)
                for count in ContactKey.tails { Self.noteTail(digits, count, place, people, in: &allTails) }
            }
        }
    }

    private static func noteTail(
        _ digits: String, _ count: Int, _ place: Int32, _ people: [Contact], in index: inout [String: Int32]
    ) {
        guard let tail = ContactKey.tail(digits, count) else { return }
        note(tail, place, people, in: &index)
    }

    private static func note<Key>(_ key: Key, _ place: Int32, _ people: [Contact], in index: inout [Key: Int32]) {
        guard let known = index[key] else {
            index[key] = place
            return
        }
        guard known != shared, people[Int(known)].name != people[Int(place)].name else { return }
        index[key] = shared
    }

    // MARK: - Who it is

    /// Whose number or address it is; `nil` for what is none, is nobody's, or is that of two.
    public func contact(_ written: some StringProtocol) -> Contact? {
        guard !people.isEmpty, let key = ContactKey(written) else { return nil }
        if let place = exact[key] { return place == Self.shared ? nil : people[Int(place)] }
        switch key {
        case .address: return nil
        case .international(let digits):
            // Two numbers with the codes of countries are the same or are not; one without may be either's.
            for count in ContactKey.tails.reversed() {
                guard let tail = ContactKey.tail(digits, count), let place = nationalTails[tail] else { continue }
                // Of two whose numbers end so, nobody knows which it is.
                guard place != Self.shared, let other = allTails[tail], other != Self.shared,
                    people[Int(other)].name == people[Int(place)].name
                else { return nil }
                return people[Int(place)]
            }
            return nil
        case .national(let digits):
            let count = min(digits.utf8.count, ContactKey.tails.upperBound)
            guard let tail = ContactKey.tail(digits, count), let place = allTails[tail], place != Self.shared else {
                return nil
            }
            return people[Int(place)]
        }
    }

    /// What a reader is told instead of what is written; the same where nobody is known by it.
    public func name(for written: String) -> String { contact(written)?.name ?? written }

    /// Of those who wrote something, as documents call them, those whom names mean: names, or the first words of one, as with
    /// ``SearchFilter/senders``.
    func writers(named names: [String], among writers: [String]) -> [(written: String, contact: Contact)] {
        let wanted = names.compactMap(SenderKey.wanted)
        guard !wanted.isEmpty, !people.isEmpty else { return [] }
        return writers.compactMap { written in
            guard let contact = contact(written) else { return nil }
            let key = SenderKey.of([contact.name])
            return wanted.contains(where: key.contains) ? (written, contact) : nil
        }
    }
}
