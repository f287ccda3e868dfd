import HearthCore
import HearthText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What speaks for a border at each place where there may be one.
struct BoundaryEvidence {
    /// Numbers of the sentences with which a segment may begin, ascending, never 0.
    private(set) var candidates: [Int] = []
    /// For each candidate, its score; mostly between -2 and 5.
    private(set) var scores: [Double] = []
    /// For each candidate, the words before it.
    private(set) var positions: [Int] = []

    private let text: SpokenText
    private let settings: TopicSettings
    /// The first words of each candidate's sentence and of the sentences after it in its turn.
    private var openings: [SpokenWords] = []

    init(
        _ text: SpokenText, terms: SpokenTerms, segments: Int, settings: TopicSettings
    ) {
        self.text = text
        self.settings = settings
        findCandidates()
        guard !candidates.isEmpty else { return }
        let lengths = text.sentences.map(\.words)
        let segment = lengths.reduce(0, +) / max(1, segments)

        scores = [Double](repeating: 0, count: candidates.count)
        let words = Self.items(terms)
        let weights = Self.rarity(terms, lengths)
        let narrow = Int(max(settings.leastNarrow, min(300, settings.narrowShare * Double(segment))))
        let wide = Int(max(settings.leastWide, min(600, settings.wideShare * Double(segment))))
        add(shift(words, lengths, weights, narrow), settings.narrow)
        add(shift(words, lengths, weights, wide), settings.wide)
        if Set(text.turns.map(\.speaker)).count > 1 {
            let (speakers, count) = Self.speakers(text)
            let flat = [Double](repeating: 1, count: count)
            add(shift(speakers, lengths, flat, wide), settings.speakers)
        }
        addPauses()
        addPhrases()
    }

    // MARK: - Places

    private mutating func findCandidates() {
        var before = 0
        var lastCue = -1
        for (index, sentence) in text.sentences.enumerated() {
            let cue = sentence.cues.lowerBound
            // A sentence that begins inside a long cue has no time of its own.
            let isPlace = sentence.opensCue || Self.isShort(text, cue)
            if index > 0, isPlace, cue != lastCue, cue > text.sentences[0].cues.lowerBound {
                candidates.append(index)
                positions.append(before)
                lastCue = cue
            }
            before += sentence.words
        }
    }

    /// Subtitles: what begins in the middle of one begins at its time, for a reader.
    private static func isShort(_ text: SpokenText, _ cue: Int) -> Bool { text.cues[cue].text.utf8.count <= 200 }

    // MARK: - Words and speakers

    private static func items(_ terms: SpokenTerms) -> [[(item: Int, amount: Double)]] {
        terms.sentences.map { $0.map { (Int($0), 1) } }
    }

    /// By term, the square of its rarity over pieces of about 100 words.
    private static func rarity(_ terms: SpokenTerms, _ lengths: [Int]) -> [Double] {
        var counts = [Int](repeating: 0, count: terms.names.count)
        var seen = [Int](repeating: -1, count: terms.names.count)
        var piece = 0
        var length = 0
        for (sentence, words) in zip(terms.sentences, lengths) {
            if length >= 100 {
                piece += 1
                length = 0
            }
            for term in sentence where seen[Int(term)] != piece {
                seen[Int(term)] = piece
                counts[Int(term)] += 1
            }
            length += words
        }
        return counts.map {
            let weight = log(1 + Double(piece + 1) / Double(max(1, $0)))
            return weight * weight
        }
    }

    private static func speakers(_ text: SpokenText) -> ([[(item: Int, amount: Double)]], Int) {
        var numbers: [String: Int] = [:]
        let items = text.sentences.map { sentence -> [(item: Int, amount: Double)] in
            let name = text.turns[sentence.turn].speaker ?? ""
            let number = numbers[name] ?? numbers.count
            numbers[name] = number
            return [(number, Double(sentence.words * sentence.words))]
        }
        return (items, numbers.count)
    }

    private func shift(
        _ items: [[(item: Int, amount: Double)]], _ lengths: [Int], _ weights: [Double], _ width: Int
    ) -> [Double] {
        let values = TopicShift(items: items, lengths: lengths, weights: weights, width: width).values
        return candidates.map { values[$0] }
    }

    private mutating func add(_ values: [Double], _ weight: Double) {
        for (index, value) in Self.standardized(values).enumerated() { scores[index] += weight * value }
    }

    /// In standard deviations from the mean.
    static func standardized(_ values: [Double]) -> [Double] {
        let count = Double(max(1, values.count))
        let mean = values.reduce(0, +) / count
        let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count).squareRoot()
        return values.map { deviation > 1e-9 ? ($0 - mean) / deviation : 0 }
    }

    // MARK: - Pauses and phrases

    /// Silence counts where it is longer than is usual between sentences of this transcript.
    private mutating func addPauses() {
        let pauses = candidates.map { log(1 + min(60, text.pause(before: text.sentences[$0].cues.lowerBound))) }
        for (index, value) in Self.standardized(pauses).enumerated() {
            scores[index] += settings.pause * max(0, min(3, value))
        }
    }

    private mutating func addPhrases() {
        let openers = PhraseList(BoundaryPhrases.openers, language: text.language)
        let steps = PhraseList(BoundaryPhrases.steps, language: text.language)
        let closers = PhraseList(BoundaryPhrases.closers, language: text.language)
        let ties = SpokenLanguage.openers[text.language] ?? []
        var opens: [Bool] = []
        var hasStep: [Bool] = []
        var closed: [Bool] = []
        var weights: [Double] = []
        for place in candidates {
            let start = SpokenWords(opening(place), limit: 25, language: text.language)
            opens.append(openers.opens(start, after: ties))
            hasStep.append(steps.occurs(in: start))
            let before = text.sentences[place - 1]
            closed.append(
                before.words <= 12
                    && closers.occurs(in: SpokenWords(before.text, limit: 12, language: text.language)))
            // Of the turn; "okay" alone opens nothing.
            weights.append(min(1, log(1 + Double(wordsAhead(place))) / 3))
        }
        let chair = chair(opens, hasStep)
        let openWeight = Self.telling(opens)
        let stepWeight = Self.telling(hasStep)
        for index in candidates.indices {
            var value = (opens[index] ? openWeight : 0) + (hasStep[index] ? stepWeight : 0)
            value *= weights[index]
            scores[index] += settings.phrases * value
            if closed[index] { scores[index] += settings.closing }
            let turn = text.sentences[candidates[index]].turn
            if let chair, text.turns[turn].speaker == chair { scores[index] += settings.chair }
        }
    }

    /// What most sentences have says little about one: 1 for what at most one in twenty has, less for more.
    private static func telling(_ marks: [Bool]) -> Double {
        let share = Double(marks.count { $0 } + 1) / Double(marks.count + 1)
        return max(0, min(1, -log(share) / 3))
    }

    /// The beginning of what is said from a place on, up to the end of the turn.
    private func opening(_ place: Int) -> String {
        let turn = text.turns[text.sentences[place].turn]
        var found = ""
        var words = 0
        for index in place..<turn.sentences.upperBound where words < 25 {
            found += (found.isEmpty ? "" : " ") + text.sentences[index].text.prefixOfBytes(1000)
            words += text.sentences[index].words
        }
        return found
    }

    /// Words from a place to the end of its turn, up to 40.
    private func wordsAhead(_ place: Int) -> Int {
        let turn = text.turns[text.sentences[place].turn]
        var words = 0
        for index in place..<turn.sentences.upperBound where words < 40 { words += text.sentences[index].words }
        return words
    }

    /// Who most often opens topics, where several people speak.
    private func chair(_ opens: [Bool], _ hasStep: [Bool]) -> String? {
        var counts: [String: Int] = [:]
        for (index, place) in candidates.enumerated() where opens[index] && hasStep[index] {
            if let name = text.turns[text.sentences[place].turn].speaker { counts[name, default: 0] += 1 }
        }
        guard Set(text.turns.map(\.speaker)).count > 1 else { return nil }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
}

/// How different what is said after a place is from what was said before it: 1 minus the cosine of two windows, as in
/// TextTiling (Hearst 1997), with the square roots of counts weighted by rarity.
///
/// Both windows slide over the whole text; a step costs as much as the items that enter or leave, so that all places
/// together take time in proportion to the text whatever the width of the windows is.
struct TopicShift {
    /// For each sentence, the difference at its start, from 0 to 1.
    private(set) var values: [Double] = []

    /// - Parameters:
    ///   - items: For each sentence the numbers of what counts in it, and how much each counts.
    ///   - lengths: Words of each sentence, by which the width of a window is measured.
    ///   - weights: By number of the item.
    ///   - width: Words of each of the two windows.
    init(items: [[(item: Int, amount: Double)]], lengths: [Int], weights: [Double], width: Int) {
        var left = Window(weights.count)
        var right = Window(weights.count)
        var dot = 0.0
        var leftLength = 0
        var rightLength = 0
        var leftStart = 0
        var rightEnd = 0
        values = [Double](repeating: 0, count: items.count)

        func change(_ window: inout Window, _ other: Window, _ sentence: Int, _ sign: Double) {
            for (item, amount) in items[sentence] {
                let before = window.root(item)
                window.add(item, sign * amount, weights[item])
                dot += (window.root(item) - before) * other.root(item) * weights[item]
            }
        }
        for place in items.indices {
            if place > 0 {
                if rightEnd >= place {
                    change(&right, left, place - 1, -1)
                    rightLength -= lengths[place - 1]
                }
                change(&left, right, place - 1, 1)
                leftLength += lengths[place - 1]
            }
            rightEnd = max(rightEnd, place)
            while rightEnd < items.count, rightEnd == place || rightLength + lengths[rightEnd] <= width {
                change(&right, left, rightEnd, 1)
                rightLength += lengths[rightEnd]
                rightEnd += 1
            }
            while leftStart + 1 < place, leftLength > width {
                change(&left, right, leftStart, -1)
                leftLength -= lengths[leftStart]
                leftStart += 1
            }
            // A window without an item, but for the remainder of rounding, differs from nothing.
            guard left.norm > 1e-6, right.norm > 1e-6 else { continue }
            values[place] = max(0, min(1, 1 - dot / (left.norm * right.norm).squareRoot()))
        }
    }

    private struct Window {
        private var amounts: [Double]
        private var roots: [Double]
        /// The sum of squares of the weighted roots.
        var norm = 0.0

        init(_ count: Int) {
            amounts = [Double](repeating: 0, count: count)
            roots = amounts
        }

        func root(_ item: Int) -> Double { roots[item] }

        mutating func add(_ item: Int, _ amount: Double, _ weight: Double) {
            // What was added is taken away again in other steps; the remainder of rounding must not go below nothing.
            let now = max(0, amounts[item] + amount)
            norm += (now - amounts[item]) * weight
            amounts[item] = now
            roots[item] = now.squareRoot()
        }
    }
}
