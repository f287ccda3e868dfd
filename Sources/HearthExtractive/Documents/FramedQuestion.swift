import HearthCore
import HearthText

/// A question read as a frame around the name of a document, and perhaps a topic.
struct FramedQuestion {
    private enum Unit {
        case name
        case phrase(DocumentFrame.Role)
        /// A word of what is asked about.
        case other

        var role: DocumentFrame.Role {
            if case .phrase(let role) = self { return role }
            return []
        }
        var isName: Bool { if case .name = self { true } else { false } }
        var isOther: Bool { if case .other = self { true } else { false } }
    }

    private let asked: AskedName.Words
    private let name: AskedName?
    private var units: [Unit] = []
    /// For each unit, its words.
    private var places: [Range<Int>] = []

    init(_ asked: AskedName.Words, name: AskedName?, _ frame: DocumentFrame) {
        self.asked = asked
        self.name = name
        var words = asked.words
        // No phrase runs into the name.
        if let name { for place in name.range { words[place] = "" } }
        var at = 0
        while at < words.count {
            if let name, name.range.contains(at) {
                add(.name, at..<name.range.upperBound)
                at = name.range.upperBound
            } else if let (length, role) = frame.phrase(at: at, of: words) {
                add(.phrase(role), at..<(at + length))
                at += length
            } else {
                add(.other, at..<(at + 1))
                at += 1
            }
        }
    }

    private mutating func add(_ unit: Unit, _ range: Range<Int>) {
        units.append(unit)
        places.append(range)
    }

    /// Words of a topic that stands before a colon, at most.
    private static let mostBeforeColon = 8

    /// What it asks of the document that it names; `nil` where it asks for something else.
    var matter: DocumentQuestion.Matter? {
        guard let name, let place = units.firstIndex(where: \.isName) else { return nil }
        // "Heating: what does “Lease” say?"
        if let topic = topicBeforeColon(place) { return saysOf(place, name) ? .topic(topic) : nil }
        guard let (first, last) = topic(behind: place) else { return whole(place, name) }
        guard let marker = units[..<first].lastIndex(where: { $0.role.contains(.marker) }),
            !(first...last).contains(place)
        else { return nil }
        let outside = units.indices.filter { !(first...last).contains($0) }
        let asks = outside.reduce(into: DocumentFrame.Role()) { $0.formUnion(units[$1].role) }
        guard !asks.isDisjoint(with: [.says, .sums]) else { return nil }
        // What somebody says about a document is not what it says.
        guard !(marker..<first).contains(place) || !units[marker].role.isDisjoint(with: .says) else { return nil }
        guard saysOf(place, name), let topic = text(places[first].lowerBound..<places[last].upperBound) else {
            return nil
        }
        return .topic(topic)
    }

    /// The first and the last unit of what is asked about.
    private func topic(behind place: Int) -> (first: Int, last: Int)? {
        // A kind of document may be asked about as well: "what does the lease say about notice periods?"
        func isAskedAbout(_ unit: Int) -> Bool {
            guard unit > place, units.indices.contains(unit), units[unit].role.contains(.text),
                !units[unit].role.contains(.sums)
            else { return false }
            return units[place..<unit].contains { $0.role.contains(.marker) }
                && !asked.words[places[unit]].contains { DocumentFrame.isAnyText($0) && !DocumentFrame.isLibrary($0) }
        }
        guard var first = units.firstIndex(where: \.isOther), var last = units.lastIndex(where: \.isOther) else {
            let kinds = units.indices.filter(isAskedAbout)
            guard let first = kinds.first, let last = kinds.last else { return nil }
            return (first, last)
        }
        while isAskedAbout(first - 1) { first -= 1 }
        while isAskedAbout(last + 1) { last += 1 }
        return (first, last)
    }

    private func whole(_ place: Int, _ name: AskedName) -> DocumentQuestion.Matter? {
        let markers = units.indices.filter { units[$0].role.contains(.marker) }
        // "What is … about", and not "what about …".
        let last = units.index(before: units.endIndex)
        let isLast = last > place && units[last].role.contains(.aboutLast)
        let asksAll = isLast || units.contains { !$0.role.isDisjoint(with: [.about, .sums]) }
        // "What does … say about it?" asks for what was named before.
        guard !markers.contains(where: { $0 > place && !($0 == last && isLast) }) else { return nil }
        if asksAll {
            // "The letter about the lease" is no lease.
            if let marker = markers.first(where: { $0 < place }),
                units[..<marker].contains(where: { $0.role.contains(.text) })
            {
                return nil
            }
            return name.said > 1 || name.isWhole || name.isText || name.isQuoted || isCalled(place) ? .whole : nil
        }
        guard markers.isEmpty, !name.hasMarker, units.contains(where: { $0.role.contains(.says) }), saysOf(place, name)
        else { return nil }
        return .whole
    }

    /// Whether a name can only mean a text: people say something, too, and there is something in a garden.
    private func saysOf(_ place: Int, _ name: AskedName) -> Bool {
        name.isQuoted || name.isText || isCalled(place) || name.isWhole && name.said >= Self.surelyTitle
    }

    /// Words that no name of a person has.
    private static let surelyTitle = 3

    /// Whether a word for a text stands right before the name: "the story The Lamp".
    private func isCalled(_ place: Int) -> Bool {
        var before = place - 1
        while before >= 0, units[before].role == .small { before -= 1 }
        return before >= 0 && units[before].role.contains(.text)
    }

    private func topicBeforeColon(_ place: Int) -> String? {
        guard let colon = asked.text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let end = asked.text.utf8.distance(from: asked.text.utf8.startIndex, to: colon)
        let head = asked.spans.prefix { $0.end <= end }.count
        guard (1...Self.mostBeforeColon).contains(head), places[place].lowerBound >= head else { return nil }
        let rest = units.indices.filter { places[$0].lowerBound >= head }
        let asks = rest.reduce(into: DocumentFrame.Role()) { $0.formUnion(units[$1].role) }
        guard asks.contains(.says), !rest.contains(where: { units[$0].isOther }),
            units.indices.contains(where: { places[$0].lowerBound < head && units[$0].isOther })
        else { return nil }
        return text(0..<head)
    }

    private func text(_ words: Range<Int>) -> String? {
        guard let first = words.first, let last = words.last else { return nil }
        return asked.text.text(in: TextSpan(start: asked.spans[first].start, end: asked.spans[last].end))
    }

    /// Of a question that names no document, the words around its topic: "steht" and "zum Thema" of "Was steht zum Thema Heizung?" say
    /// nothing about the heating. Empty where another word stands before what marks the topic.
    ///
    /// - Parameter languages: ISO 639-1, that the question may be in.
    static func words(aroundTopicOf question: String, languages: Set<String>) -> Set<String> {
        let asked = AskedName.Words(question)
        guard asked.count <= mostWords else { return [] }
        var found = DocumentFrame.markers(in: asked.words)
        for frame in DocumentFrame.all where languages.contains(frame.language) {
            let read = FramedQuestion(asked, name: nil, frame)
            guard let first = read.units.firstIndex(where: \.isOther) else { continue }
            let before = read.units[..<first]
            guard before.last.map({ $0.role.contains(.marker) || $0.role == .small }) == true,
                before.contains(where: { $0.role.contains(.marker) && !$0.role.contains(.says) }),
                before.contains(where: { $0.role.contains(.says) })
            else { continue }
            for (unit, place) in zip(before, read.places) where !unit.role.isDisjoint(with: [.says, .marker]) {
                found.formUnion(asked.words[place])
            }
        }
        return found
    }

    private static let mostWords = 60

    /// Whether it asks for the whole of a document that it does not name.
    ///
    /// - Parameter isChosen: Whether it is known which one that is. If not, it may only be called what every document is.
    func asksOfOne(isChosen: Bool) -> Bool {
        guard !units.isEmpty, !units.contains(where: { $0.isOther || $0.isName }) else { return false }
        let isOfAny = zip(units, places).allSatisfy { unit, place in
            !unit.role.contains(.text) || asked.words[place].contains(where: DocumentFrame.isAnyText)
        }
        guard isChosen || isOfAny else { return false }
        let all = units.reduce(into: DocumentFrame.Role()) { $0.formUnion($1.role) }
        let last = units.index(before: units.endIndex)
        let isLast = last > 0 && units[last].role.contains(.aboutLast)
        guard !units.indices.contains(where: { units[$0].role.contains(.marker) && !($0 == last && isLast) }) else {
            return false
        }
        return isLast || !all.isDisjoint(with: [.about, .sums]) || all.isSuperset(of: [.says, .text])
    }
}
