import Foundation
import HearthCore
import Synchronization

/// What labels texts have to have, told from what was done to their sources and from nothing that Hearth computes.
///
/// Every text holds a word that stands nowhere else. The oracle knows for each where it stands, or stood; what a word may be
/// called at least is a lower bound, so what it finds is a fault.
struct LabelOracle {
    private struct Word {
        /// The text in which it stands, or stood; `nil` for a person's own words.
        var content: String?
        /// Where it stands, or stood until another version took its place.
        var places: Set<String> = []
        /// What it is called whatever its places are: a person's own words, or a text that is gone.
        var fixed = SensitivityLabel.public
    }

    private var words: [String: Word] = [:]
    /// Owner's words for places, and for folders (whose names end with a slash).
    private var own: [String: SensitivityLabel] = [:]
    private var folders: [String: SensitivityLabel] = [:]
    /// The content of each place.
    private(set) var contents: [String: String] = [:]
    private var count = 0

    mutating func newWord() -> String {
        count += 1
        let word = "canary\(count)x"
        words[word] = Word()
        return word
    }

    mutating func say(_ word: String, _ label: SensitivityLabel) { words[word]?.fixed = label }

    // MARK: - What is done

    mutating func write(_ content: String, at place: String, word: String, label: SensitivityLabel?) {
        let before = contents[place].map(labelOfContent)
        // The label that comes with it is not that of what stood there.
        leave(place)
        if let label { own[place] = max(label, known(place) ?? label) }
        hold(place, before)
        contents[place] = content
        words[word]?.places.insert(place)
        words[word]?.content = content
    }

    mutating func copy(_ place: String, to other: String) {
        guard let content = contents[place] else { return }
        let label = labelOfContent(content)
        let before = contents[other].map(labelOfContent)
        leave(other)
        // As private as what it was copied from, and as where it was copied to.
        own[other] = max(label, known(other) ?? label)
        hold(other, before)
        contents[other] = content
        for (word, entry) in words where entry.content == content { words[word]?.places.insert(other) }
    }

    mutating func remove(_ place: String) {
        guard let content = contents[place] else { return }
        let rest = contents.filter { $0.value == content && $0.key != place }.keys
        let last = label(place)
        for (word, entry) in words where entry.places.contains(place) {
            var places = entry.places.subtracting([place])
            if entry.content == content { places.formUnion(rest) }
            words[word]?.places = places
            if places.isEmpty { words[word]?.fixed = max(entry.fixed, last) }
        }
        leave(place)
        contents[place] = nil
        own[place] = nil
    }

    mutating func call(_ place: String, _ label: SensitivityLabel) {
        guard let content = contents[place] else { return }
        for (other, held) in contents where held == content { own[other] = label }
    }

    mutating func callFolder(_ folder: String, _ label: SensitivityLabel, lowers: Bool) {
        let new = lowers ? label : max(label, folderLabel(folder) ?? .public)
        folders = folders.filter { $0.key == folder || !$0.key.hasPrefix(folder) || !lowers && $0.value >= new }
        folders[folder] = new
        for (place, label) in own where place.hasPrefix(folder) { own[place] = lowers ? nil : max(label, new) }
    }

    /// What is known of a word, for whoever looks for a fault.
    func description(of word: String) -> String {
        guard let entry = words[word] else { return "\(word) is not there" }
        let places = entry.places.sorted().map { "\($0) \(label($0).rawValue)" }
        return "\(word) is \(label(of: word).rawValue): own words \(entry.fixed.rawValue); \(places)"
    }

    // MARK: - What is to be

    func label(of word: String) -> SensitivityLabel {
        guard let entry = words[word] else { return .public }
        // Where it stands, it may be seen as what it is called there, whatever became of places where it stood.
        if let content = entry.content, contents.values.contains(content) {
            return max(entry.fixed, labelOfContent(content))
        }
        return entry.places.reduce(entry.fixed) { max($0, label($1)) }
    }

    /// The words in a text that are above a ceiling.
    func leaks(in text: String, above ceiling: SensitivityLabel) -> [String] {
        Self.words(in: text).filter { label(of: $0) > ceiling }
    }

    static func words(in text: String) -> [String] {
        var found: [String] = []
        for part in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) where part.hasSuffix("x") {
            // In JSON the end of a line before a word is a letter before it.
            guard let start = part.firstRange(of: "canary")?.lowerBound else { continue }
            let word = String(part[start...])
            if !found.contains(word) { found.append(word) }
        }
        return found
    }

    func label(_ place: String) -> SensitivityLabel { known(place) ?? .personal }

    private func known(_ place: String) -> SensitivityLabel? { own[place] ?? folderLabel(place) }

    private func folderLabel(_ place: String) -> SensitivityLabel? {
        folders.filter { place.hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value
    }

    private func labelOfContent(_ content: String) -> SensitivityLabel {
        contents.filter { $0.value == content }.keys.map { label($0) }.max() ?? .public
    }

    /// What takes the place of a text is no milder than that was.
    private mutating func hold(_ place: String, _ before: SensitivityLabel?) {
        if let before, before > label(place) { own[place] = before }
    }

    /// A content that leaves a place is as private in its other places as it was. What that place is called later, with another
    /// content, says nothing of it, while it stands elsewhere; where it stood nowhere else, it is an older version of what is there.
    private mutating func leave(_ place: String) {
        guard let content = contents[place] else { return }
        let before = labelOfContent(content)
        let rest = contents.filter { $0.value == content && $0.key != place }.keys
        for other in rest { own[other] = before }
        guard !rest.isEmpty else { return }
        for (word, entry) in words where entry.content == content {
            words[word]?.places = entry.places.subtracting([place]).union(rest)
        }
    }
}

/// The oracle, shared with those who watch.
final class Watch: Sendable {
    struct Sighting: Sendable, CustomStringConvertible {
        var place: String
        var words: [String]
        var description: String { "\(place) saw \(words.joined(separator: ", "))" }
    }

    let oracle = Mutex(LabelOracle())
    /// What will hold as soon as something has been done that is under way.
    private let meanwhile = Mutex<LabelOracle?>(nil)
    private let sightings = Mutex<[Sighting]>([])
    private let seen = Mutex<[String: Int]>([:])
    /// A word whose way is printed, and what was last known of it.
    private let traced = ProcessInfo.processInfo.environment["HEARTH_LABEL_TRACE"]
    private let last = Mutex("")

    /// Says what became of the traced word in a step.
    func trace(_ step: String) {
        guard let traced else { return }
        let now = oracle.withLock { $0.description(of: traced) }
        let isNew = last.withLock { last in
            defer { last = now }
            return last != now
        }
        guard isNew else { return }
        print("\(step): \(now)")
    }

    /// The owner begins to say something. Until it has been done, what is seen may be as before or as after it.
    func begin(_ change: @Sendable (inout LabelOracle) -> Void) {
        var after = oracle.withLock { $0 }
        change(&after)
        meanwhile.withLock { [after] in $0 = after }
    }

    /// It has been done, or refused; from now on that holds.
    func end(_ wasDone: Bool) {
        let after = meanwhile.withLock { meanwhile in
            defer { meanwhile = nil }
            return meanwhile
        }
        if wasDone, let after { oracle.withLock { $0 = after } }
    }

    /// What somebody outside got to see.
    func look(_ place: String, _ text: String, ceiling: SensitivityLabel) {
        let words = LabelOracle.words(in: text)
        if let traced, words.contains(traced) { print("\(place) (\(ceiling.rawValue)) saw \(traced): \(text)") }
        seen.withLock { $0[place, default: 0] += words.count }
        var leaks = oracle.withLock { $0.leaks(in: text, above: ceiling) }
        if let after = meanwhile.withLock({ $0 }) {
            let others = after.leaks(in: text, above: ceiling)
            leaks = leaks.filter { others.contains($0) }
        }
        if !leaks.isEmpty { sightings.withLock { $0.append(Sighting(place: place, words: leaks)) } }
    }

    /// Something that is wrong otherwise: the owner was refused what is the owner's.
    func blame(_ what: String, _ words: [String] = []) {
        sightings.withLock { $0.append(Sighting(place: what, words: words)) }
    }

    var all: [Sighting] { sightings.withLock { $0 } }
    /// How many words each watcher saw that it was allowed to: a watcher that sees nothing proves nothing.
    var counts: [String: Int] { seen.withLock { $0 } }
}
