package import HearthCore
import HearthText

/// Finds what sponsors pay for in talk, "Support for the show comes from …, use the code SALT for ten percent off", and where listeners are asked to
/// subscribe. Somebody who asks what an episode was about does not mean it, so it is in no summary, title or list of tasks; search and
/// questions find it as all else.
///
/// A stretch of one speaker counts that has a sign which hardly anybody else gives and another, or three of any, from the first to the last of them. The
/// phrases of each language are in ``AdvertWording``; in others nothing is one.
public enum SpokenAdverts {
    /// Sentences between two signs of one stretch, at most.
    private static let farthest = 4
    private static let mostWords = 80

    /// The sentences of such stretches.
    static func sentences(in text: SpokenText) -> Set<Int> {
        guard let wording = AdvertWording.of(text.language) else { return [] }
        var found: Set<Int> = []
        for turn in text.turns {
            found.formUnion(stretches(of: turn.sentences, wording) { text.sentences[$0].text })
        }
        return found
    }

    /// The numbers of the sentences in such stretches, among sentences that one speaks or writes.
    ///
    /// - Parameter language: ISO 639-1; in one without phrases there are none.
    static func sentences(among sentences: [String], language: String) -> Set<Int> {
        guard let wording = AdvertWording.of(language) else { return [] }
        return stretches(of: sentences.indices, wording) { sentences[$0] }
    }

    private static func stretches(
        of range: Range<Int>, _ wording: AdvertWording, text: (Int) -> String
    ) -> Set<Int> {
        var found: Set<Int> = []
        var run: (first: Int, last: Int, signs: Set<Int>)?
        func close() {
            if let run, isAdvert(run.signs) { found.formUnion(run.first...run.last) }
            run = nil
        }
        for index in range {
            let signs = Self.signs(in: text(index), wording)
            guard !signs.isEmpty else { continue }
            if let open = run, index - open.last <= farthest {
                run = (open.first, index, open.signs.union(signs))
            } else {
                close()
                run = (index, index, signs)
            }
        }
        close()
        return found
    }

    /// The cues without such stretches; their number stays, and so do their times.
    ///
    /// - Returns: `nil` where there are none.
    package static func removed(from cues: [Cue], language: String, stops: RestoredStops?) -> [Cue]? {
        guard AdvertWording.of(language) != nil else { return nil }
        let spoken = SpokenText(cues, language: language, stops: stops)
        let adverts = sentences(in: spoken)
        guard !adverts.isEmpty else { return nil }
        let places = adverts.sorted().map { spoken.sentences[$0].place }
        var result = cues
        var start = 0
        var next = places.startIndex
        for index in cues.indices {
            let words = cues[index].text.singleSpaced
            guard !words.isEmpty else { continue }
            let range = start..<(start + words.utf8.count)
            start = range.upperBound + 1
            while next < places.endIndex, places[next].upperBound <= range.lowerBound { next += 1 }
            var kept: [String] = []
            var from = range.lowerBound
            var at = next
            let bytes = Array(words.utf8)
            func text(_ start: Int, _ end: Int) -> String {
                String(decoding: bytes[(start - range.lowerBound)..<(end - range.lowerBound)], as: UTF8.self)
            }
            while at < places.endIndex, places[at].lowerBound < range.upperBound {
                let cut = places[at].clamped(to: range)
                if from < cut.lowerBound { kept.append(text(from, cut.lowerBound)) }
                from = max(from, cut.upperBound)
                at += 1
            }
            guard from > range.lowerBound || at > next else { continue }
            if from < range.upperBound { kept.append(text(from, range.upperBound)) }
            result[index].text = kept.joined(separator: " ").singleSpaced
        }
        return result
    }

    /// Whether a sentence is of a sponsor by itself.
    ///
    /// - Parameter language: ISO 639-1.
    static func isOne(_ sentence: String, language: String) -> Bool {
        guard let wording = AdvertWording.of(language) else { return false }
        return signs(in: sentence, wording).contains { $0 < strong }
    }

    // MARK: - Signs

    /// Those that are enough with any other; the rest need two more.
    private static let strong = 3

    private static func isAdvert(_ signs: Set<Int>) -> Bool {
        signs.contains(where: { $0 < strong }) ? signs.count >= 2 : signs.count >= 3
    }

    /// Which of the things a sentence says, by the places of their lists.
    private static func signs(in sentence: String, _ wording: AdvertWording) -> Set<Int> {
        let words = SpokenWords(sentence, limit: mostWords, language: wording.language)
        var found = Set(wording.lists.indices.filter { wording.lists[$0].occurs(in: words) })
        // "Support for the show also comes from …": of software there is support as well.
        if wording.supports.occurs(in: words), wording.sources.occurs(in: words) { found.insert(sponsor) }
        if wording.codes.occurs(in: words), found.contains(cheaper) { found.insert(code) }
        if words.words.count <= 2, let first = words.words.first, wording.alone.contains(first) {
            found.insert(sponsor)
        }
        // "Use the code GREEN for twenty percent off": a code that is none of a program's is told in capitals.
        if words.words.contains(where: codeWords.contains), sentence.firstMatch(of: named) != nil { found.insert(code) }
        // "ledgerly.io", "brightpan dot com slash salt"; that one goes there is a sign only beside it.
        let hasAddress =
            wording.spokenAddress.occurs(in: words)
            || sentence.lowercased().split(separator: " ").contains(where: isAddress)
        if hasAddress { found.insert(wording.lists.count) } else { found.remove(calls) }
        return found
    }

    /// Places of lists.
    private static let (sponsor, code, cheaper, calls) = (0, 1, 3, 6)
    private static let codeWords: Set<String> = ["code", "código", "codice"]
    private static var named: Regex<Substring> { /\b(?:[Cc]ode|[Cc]ódigo|[Cc]odice) [A-Z][A-Z0-9]{2,}\b/ }

    private static func isAddress(_ word: Substring) -> Bool {
        let host = word.drop { !$0.isLetter && !$0.isNumber }.prefix { $0 != "/" }
        return [
            ".com", ".io", ".co", ".net", ".shop", ".co.uk", ".de", ".at", ".ch", ".fr", ".es", ".it", ".pt", ".com.br",
            ".nl", ".be",
        ]
        .contains { host.hasSuffix($0) || host.hasSuffix($0 + ".") || host.hasSuffix($0 + ",") }
    }
}
