package import HearthCore
import HearthText

/// Finds what sponsors pay for in talk, "Support for the show comes from …, use the code SALT for ten percent off", and where listeners are asked to
/// subscribe. Somebody who asks what an episode was about does not mean it, so it is in no summary, title or list of tasks; search and
/// questions find it as all else.
///
/// A stretch of one speaker counts that has a sign which hardly anybody else gives and another, or three of any, from the first to the last of them. In
/// English; kept by hand, and not taken from any text.
public enum SpokenAdverts {
    /// Sentences between two signs of one stretch, at most.
    private static let farthest = 4
    private static let mostWords = 80

    /// The sentences of such stretches.
    static func sentences(in text: SpokenText) -> Set<Int> {
        guard text.language == "en" else { return [] }
        var found: Set<Int> = []
        for turn in text.turns {
            var run: (first: Int, last: Int, signs: Set<Int>)?
            func close() {
                if let run, isAdvert(run.signs) { found.formUnion(run.first...run.last) }
                run = nil
            }
            for index in turn.sentences {
                let signs = Self.signs(in: text.sentences[index].text)
                guard !signs.isEmpty else { continue }
                if let open = run, index - open.last <= farthest {
                    run = (open.first, index, open.signs.union(signs))
                } else {
                    close()
                    run = (index, index, signs)
                }
            }
            close()
        }
        return found
    }

    /// The cues without such stretches; their number stays, and so do their times.
    ///
    /// - Returns: `nil` where there are none.
    package static func removed(from cues: [Cue], language: String, stops: RestoredStops?) -> [Cue]? {
        guard language == "en" else { return nil }
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
    static func isOne(_ sentence: String) -> Bool { signs(in: sentence).contains { $0 < strong } }

    // MARK: - Signs

    /// Those that are enough with any other; the rest need two more.
    private static let strong = 3

    private static func isAdvert(_ signs: Set<Int>) -> Bool {
        signs.contains(where: { $0 < strong }) ? signs.count >= 2 : signs.count >= 3
    }

    /// Which of the things a sentence says, by the places of their lists.
    private static func signs(in sentence: String) -> Set<Int> {
        let words = SpokenWords(sentence, limit: mostWords, language: "en")
        var found = Set(lists.indices.filter { lists[$0].occurs(in: words) })
        // "Support for the show also comes from …": of software there is support as well.
        if supports.occurs(in: words), sources.occurs(in: words) { found.insert(sponsor) }
        // "Use the code GREEN for twenty percent off": a code that is none of a program's is told in capitals.
        if words.words.contains("code"), sentence.firstMatch(of: named) != nil { found.insert(code) }
        // "ledgerly.io", "brightpan dot com slash salt"; that one goes there is a sign only beside it.
        let hasAddress =
            spokenAddress.occurs(in: words) || sentence.lowercased().split(separator: " ").contains(where: isAddress)
        if hasAddress { found.insert(lists.count) } else { found.remove(calls) }
        return found
    }

    private static func phrases(_ list: [String]) -> PhraseList { PhraseList(["en": list], language: "en") }

    private static let supports = phrases(["support for"])
    private static let sources = phrases(["comes from"])
    private static let spokenAddress = phrases(["dot com", "dot io", "dot co", "dot org", "dot net"])

    /// Places of lists.
    private static let (sponsor, code, calls) = (0, 1, 6)
    private static var named: Regex<Substring> { /\bcode [A-Z][A-Z0-9]{2,}\b/ }

    private static func isAddress(_ word: Substring) -> Bool {
        let host = word.drop { !$0.isLetter && !$0.isNumber }.prefix { $0 != "/" }
        return [".com", ".io", ".co", ".net", ".shop", ".co.uk"].contains {
            host.hasSuffix($0) || host.hasSuffix($0 + ".") || host.hasSuffix($0 + ",")
        }
    }

    private static let lists: [PhraseList] = [
        [
            "sponsored by", "brought to you by", "our sponsor", "our sponsors", "today's sponsor",
            "this message comes from",
            "this episode's sponsor",
        ],
        ["use code", "use my code", "promo code", "discount code", "offer code", "coupon code"],
        [
            "leave us a review", "leave a review", "leave us a rating", "leave a rating", "rate and review",
            "five star review",
            "hit the like button", "smash that like", "give us a thumbs up",
        ],
        ["percent off", "off your first", "half price", "save up to", "dollars off", "pounds off"],
        [
            "free trial", "try it free", "try for free", "free for thirty", "free for the first", "free delivery",
            "free shipping",
            "money-back guarantee", "money back guarantee", "no obligation", "cancel anytime", "cancel any time",
            "year warranty",
        ],
        [
            "link in the description", "link in the show notes", "links in the description", "link below",
            "link is in the description",
            "in the description below",
        ],
        [
            "sign up at", "head to", "head over to", "go to", "visit", "check out", "check them out",
            "find out more at", "learn more at",
        ],
        [
            "subscribe", "hit that bell", "hit the bell", "wherever you get your podcasts", "tell a friend",
            "tell your friends",
            "join our patreon", "on patreon",
        ],
        ["support the show", "support this show", "support this podcast", "support the channel"],
    ].map(phrases)
}
