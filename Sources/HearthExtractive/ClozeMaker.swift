public import HearthCore
import HearthText

/// Makes study questions without a model: key sentences of a text, each with one telling phrase left out.
///
/// Sentences are taken from the text's extractive summary, so that they are about what the text is about; the phrase left
/// out is a name, a number or a key phrase that is a noun phrase, in this order of preference, because what can be asked for should have
/// one right answer. The same text gives the same questions.
public struct ClozeMaker: Sendable {
    /// A sentence of fewer words gives too little to go by, one of more is tiring.
    static let words = 6...45
    /// Words that a summary gets for each question that is wanted. Not every sentence has a phrase worth asking for.
    static let summaryWordsPerQuestion = 80
    /// Bytes from which on a text comes back to what it is about: some 400 words.
    static let longText = 2_500
    /// Key phrases that are considered.
    static let keyphraseLimit = 40

    public init() {}

    /// Up to `limit` questions, in the order of the text.
    public func questions(in text: String, limit: Int, language: String? = nil) -> [ClozeQuestion] {
        guard limit > 0 else { return [] }
        let budget = min(limit, 1_000) * Self.summaryWordsPerQuestion
        let summary = ExtractiveSummarizer().summarize(text, words: budget)
        let phrases = KeyphraseExtractor().keyphrases(in: text, limit: Self.keyphraseLimit, language: language)
        let entities = EntityRecognizer().entities(in: text, language: language)
        let spoken = language ?? LanguageIdentifier().identify(text).language
        let gaps = ClozeGaps(text: text, language: spoken)
        let adverts = Self.adverts(in: text, language: spoken)
        let candidates = Candidates(text: text, entities: entities, phrases: phrases.map(\.text), gaps: gaps)
        let marks = LineMarks(text)
        var asked: Set<String> = []
        var questions: [ClozeQuestion] = []
        // The summary's sentences come best first; a later one may not ask for the same again.
        for sentence in summary.sentences {
            guard questions.count < limit else { break }
            // The mark of a list before it is no part of what is asked.
            guard !marks.isHeading(sentence.span), let span = marks.words(of: sentence.span),
                let whole = text.text(in: span), isAskable(whole, spoken),
                !adverts.contains(where: { $0.overlaps(sentence.span) }), gaps.isWhole(span),
                !leans(whole, sentence)
            else { continue }
            guard let blank = candidates.best(in: span, avoiding: asked), let answer = text.text(in: blank) else {
                continue
            }
            asked.insert(answer.lowercased())
            questions.append(
                ClozeQuestion(
                    question: Self.line(text, TextSpan(start: span.start, end: blank.start)) + ClozeQuestion.gap
                        + Self.line(text, TextSpan(start: blank.end, end: span.end)),
                    answer: answer, sentence: span, blank: blank))
        }
        return questions.sorted { $0.sentence.start < $1.sentence.start }
    }

    /// What sponsors pay for, a sentence at a time: what they sell is nothing to study.
    private static func adverts(in text: String, language: String) -> [TextSpan] {
        let spans = SentenceSplitter().sentences(in: text, language: language).prefix(mostSentences)
        let sentences = spans.map { text.text(in: $0) ?? "" }
        return SpokenAdverts.sentences(among: sentences, language: language).map { spans[$0] }
    }

    /// Sentences that are looked at for adverts: some five hours of talk.
    private static let mostSentences = 5_000

    private func isAskable(_ sentence: String, _ language: String) -> Bool {
        !SentenceEnd.asks(sentence) && !SpokenAdverts.isOne(sentence, language: language)
            && Self.words.contains(WordSplitter().words(in: sentence).count)
    }

    /// Whether nobody can tell what a sentence is about who has nothing but it: "It's the _____ at the station now."
    private func leans(_ words: String, _ sentence: ExtractiveSummary.Sentence) -> Bool {
        guard !sentence.standsAlone else { return false }
        let said = words.lowercased().drop { !$0.isLetter }
        return Self.pointing.contains { said.hasPrefix($0) }
    }

    private static let pointing = [
        "it ", "it's ", "it’s ", "that ", "that's ", "that’s ", "they ", "they'd ", "they’d ", "they'll ", "he ",
        "he's ", "she ", "she's ", "this is ",
        "i'll ", "i’ll ", "we'll ", "we’ll ", "if i ",
    ]

    /// A part of the text on one line, with the space at its ends kept.
    private static func line(_ text: String, _ span: TextSpan) -> String {
        guard let part = text.text(in: span), !part.isEmpty else { return "" }
        let words = part.singleSpaced
        let leading = part.first?.isWhitespace == true && span.start > 0 ? " " : ""
        let trailing = part.last?.isWhitespace == true && !words.isEmpty ? " " : ""
        return leading + words + trailing
    }

    /// The phrases of a text that may be left out, with what each is worth.
    private struct Candidates {
        private var spans: [(span: TextSpan, worth: Double, text: String)] = []
        private let bytes: [UInt8]

        /// Whether it is half of what is said in one: "148 over 92", or one of two words that the text joins again and again, "Salt and Smoke".
        private func isHalf(_ span: TextSpan) -> Bool {
            let behind = bytes[span.end...].prefix(40)
            let before = bytes[..<span.start].suffix(40)
            let isNumber = bytes[span.start..<span.end].allSatisfy { (0x30...0x39).contains($0) }
            if isNumber {
                return behind.starts(with: " over ".utf8)
                    && behind.dropFirst(6).first.map { (0x30...0x39).contains($0) } == true
                    || before.suffix(6).elementsEqual(" over ".utf8)
            }
            for link in [" and ", " & "] {
                let mark = Array(link.utf8)
                if behind.starts(with: mark) {
                    let second = behind.dropFirst(mark.count).prefix { $0 > 0x40 }
                    if second.first.map({ (0x41...0x5A).contains($0) }) == true,
                        Self.occurrences(of: Array(bytes[span.start..<span.end]) + mark + second, in: bytes).count > 1
                    {
                        return true
                    }
                }
                if before.suffix(mark.count).elementsEqual(mark) {
                    let first = before.dropLast(mark.count).reversed().prefix { $0 > 0x40 }.reversed()
                    if first.first.map({ (0x41...0x5A).contains($0) }) == true,
                        Self.occurrences(of: Array(first) + mark + Array(bytes[span.start..<span.end]), in: bytes).count
                            > 1
                    {
                        return true
                    }
                }
            }
            return false
        }

        /// Whether it is whom somebody speaks to: "Marit, let's talk about the climate."
        private func isCalled(_ span: TextSpan, in sentence: TextSpan) -> Bool {
            guard span.end < bytes.count, bytes[span.end] == UInt8(ascii: ",") else { return false }
            // At the front, or behind the name of who speaks.
            return span.start == sentence.start || span.start >= 2 && bytes[span.start - 2] == UInt8(ascii: ":")
        }

        init(text: String, entities: [Entity], phrases: [String], gaps: ClozeGaps) {
            for entity in entities where gaps.isName(entity) {
                spans.append((entity.span, entity.type == .other ? 0.7 : 1.0, entity.text.lowercased()))
            }
            bytes = Array(text.utf8)
            for number in Self.numbers(in: bytes) {
                guard let number = gaps.measure(number) else { continue }
                spans.append((number, 0.9, String(decoding: bytes[number.start..<number.end], as: UTF8.self)))
            }
            let isLong = bytes.count > ClozeMaker.longText
            for (rank, phrase) in phrases.enumerated() {
                // "At half past nine", "for a pound": a piece of a time or a price is no term.
                if TimePhrases.isOnlyTime(phrase, language: gaps.language) { continue }
                let worth = 0.85 - 0.5 * Double(rank) / Double(max(1, phrases.count))
                let places = Self.occurrences(of: Array(phrase.utf8), in: bytes)
                // What a long text says once in one word is told in passing.
                if isLong, places.count < 2, !phrase.contains(" "), phrase.utf8.first.map({ $0 < 0x80 }) == true {
                    continue
                }
                for place in places {
                    guard let span = gaps.nounPhrase(place, isRepeated: places.count > 1) else { continue }
                    spans.append(
                        (span, worth, String(decoding: bytes[span.start..<span.end], as: UTF8.self).lowercased()))
                }
            }
            spans.sort { $0.span.start < $1.span.start }
        }

        /// The worthiest phrase that stands in the sentence exactly once and is not the sentence's first word alone.
        func best(in sentence: TextSpan, avoiding asked: Set<String>) -> TextSpan? {
            var low = 0
            var high = spans.count
            while low < high {
                let middle = (low + high) / 2
                if spans[middle].span.start < sentence.start { low = middle + 1 } else { high = middle }
            }
            var inside: [(span: TextSpan, worth: Double, text: String)] = []
            for item in spans[low...] {
                guard item.span.start < sentence.end else { break }
                if item.span.end <= sentence.end { inside.append(item) }
            }
            let counts = Dictionary(inside.map { ($0.text, Set([$0.span])) }, uniquingKeysWith: { $0.union($1) })
            let length = sentence.end - sentence.start
            return
                inside
                .filter { !asked.contains($0.text) && counts[$0.text]?.count == 1 }
                // More than half of the sentence left out is no question.
                .filter { ($0.span.end - $0.span.start) * 2 < length }
                .filter { !isHalf($0.span) && !isCalled($0.span, in: sentence) }
                .max { ($0.worth, -$0.span.start) < ($1.worth, -$1.span.start) }?.span
        }

        /// Bytes of a space that parts thousands, "14 500" in most languages (SI brochure, 5.4.4: also a narrow one that does not break); 0 where it
        /// parts two numbers.
        private static func grouping(_ bytes: [UInt8], at place: Int, from start: Int) -> Int {
            let rest = bytes[place...]
            let width =
                rest.starts(with: [0x20])
                ? 1 : rest.starts(with: [0xC2, 0xA0]) ? 2 : rest.starts(with: [0xE2, 0x80, 0xAF]) ? 3 : 0
            guard width > 0 else { return 0 }
            func digits(_ range: Range<Int>) -> Bool {
                range.upperBound <= bytes.count && bytes[range].allSatisfy { (0x30...0x39).contains($0) }
            }
            let next = place + width
            guard digits(next..<(next + 3)), !digits((next + 3)..<(next + 4)) else { return 0 }
            // One to three digits stand before it, behind nothing or another such space.
            var first = place
            while first > start, (0x30...0x39).contains(bytes[first - 1]) { first -= 1 }
            return (1...3).contains(place - first) ? width : 0
        }

        /// Runs of at least two digits, with the marks inside a number, a date or a range of numbers: half of one asks for nothing.
        private static func numbers(in bytes: [UInt8]) -> [TextSpan] {
            func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
            // Letters that belong to a number's word: ASCII and the alphabets of two bytes. Chinese and Japanese, which
            // have three, write their counters right behind a number.
            func isLetter(at index: Int) -> Bool {
                guard bytes.indices.contains(index) else { return false }
                var lead = index
                while lead > 0, bytes[lead] & 0xC0 == 0x80 { lead -= 1 }
                return (0xC3...0xDF).contains(bytes[lead])
                    || (bytes[lead] | 0x20) >= 0x61 && (bytes[lead] | 0x20) <= 0x7A
            }
            var found: [TextSpan] = []
            var at = 0
            while at < bytes.count {
                guard isDigit(bytes[at]) else {
                    at += 1
                    continue
                }
                var end = at + 1
                while end < bytes.count {
                    // "10–12" has a dash of three bytes.
                    let isDash = end + 2 < bytes.count && bytes[end..<(end + 3)].elementsEqual([0xE2, 0x80, 0x93])
                    let mark =
                        isDash
                        ? 3
                        : [0x2C, 0x2D, 0x2E, 0x2F, 0x3A].contains(bytes[end]) ? 1 : grouping(bytes, at: end, from: at)
                    guard isDigit(bytes[end]) || mark > 0 && end + mark < bytes.count && isDigit(bytes[end + mark])
                    else { break }
                    end += max(1, mark)
                }
                let standsAlone = !isLetter(at: at - 1) && !isLetter(at: end)
                if end - at >= 2, standsAlone { found.append(TextSpan(start: at, end: end)) }
                at = end
            }
            return found
        }

        /// Where a phrase stands as whole words. At most 200 places: a phrase that is everywhere asks for nothing.
        private static func occurrences(of phrase: [UInt8], in bytes: [UInt8]) -> [TextSpan] {
            guard let first = phrase.first, phrase.count >= 3, phrase.count <= bytes.count else { return [] }
            func isWordByte(_ byte: UInt8) -> Bool {
                (0x30...0x39).contains(byte) || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
            }
            let endsInWord = phrase.last.map(isWordByte) ?? false
            var found: [TextSpan] = []
            var at = 0
            while at + phrase.count <= bytes.count, found.count < 200 {
                guard let next = bytes[at...].firstIndex(of: first), next + phrase.count <= bytes.count else { break }
                let end = next + phrase.count
                let opens = next == 0 || !isWordByte(first) || !isWordByte(bytes[next - 1])
                let closes = end == bytes.count || !endsInWord || !isWordByte(bytes[end])
                if opens, closes, bytes[next..<end].elementsEqual(phrase) {
                    found.append(TextSpan(start: next, end: end))
                    at = end
                } else {
                    at = next + 1
                }
            }
            return found
        }
    }
}

/// A sentence of a text with one phrase left out, which is the answer.
public struct ClozeQuestion: Hashable, Sendable {
    /// The sentence with the phrase replaced by ``gap``.
    public var question: String
    public var answer: String
    /// Where the whole sentence stands in the text, without the mark of a list before it.
    public var sentence: TextSpan
    /// Where the phrase stands in the text.
    public var blank: TextSpan

    public static let gap = "_____"

    public init(question: String, answer: String, sentence: TextSpan, blank: TextSpan) {
        self.question = question
        self.answer = answer
        self.sentence = sentence
        self.blank = blank
    }
}
