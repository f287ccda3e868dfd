public import HearthCore
import HearthText

/// Where sentences end in a transcript that has hardly any marks, as automatic captions have none.
///
/// The transcript stays as it is: these are places in it, at which what reads sentences parts them. So quotes and times are those of the
/// untouched text. Time grows in proportion to it.
public struct RestoredStops: Hashable, Sendable {
    /// Where sentences begin that no mark before them shows: bytes of what is said in one line, ascending. The line is the words of all cues,
    /// every run of white space one space, and one between cues; a space stands before each of these places.
    public let starts: [Int]

    package init(starts: [Int]) { self.starts = starts }

    /// Finds them with a model, and by pauses.
    ///
    /// - Parameters:
    ///   - language: ISO 639-1 of what is said; `nil` finds it out.
    /// - Returns: `nil` where nothing is to be restored: the transcript has marks, is too short to tell, there is no model, or none for the
    ///   language, or it cannot be used, of which the doctor tells.
    /// - Throws: `CancellationError`.
    public init?(_ cues: [Cue], language: String?, model: (any SentenceEndModel)?) async throws {
        guard let model else { return nil }
        let talk = UnmarkedTalk(cues)
        guard talk.hasHardlyAnyMarks else { return nil }
        let language = language ?? LanguageIdentifier().identify(String(talk.line.prefixOfBytes(20_000))).language
        guard model.languages.contains(language) else { return nil }
        do {
            let ends = try await model.sentenceEnds(in: talk.words.map { talk.text(of: $0) })
            guard ends.count == talk.words.count - 1, ends.allSatisfy(\.isFinite) else { return nil }
            starts = talk.sentenceStarts(ends)
        } catch is any ReadableError {
            return nil
        }
    }

    /// Whether they are places in this line. What is read scalar by scalar has marks that combine with a space, and so is another line than what
    /// is read character by character: only hostile texts have them.
    package func fit(_ line: String) -> Bool {
        line.withBytes { bytes in
            starts.allSatisfy { $0 > 0 && $0 < bytes.count && bytes[$0 - 1] == 0x20 && bytes[$0] != 0x20 }
        }
    }

    /// A stretch of the line, parted where sentences begin within it; without the spaces between the parts.
    package func parts(of range: Range<Int>) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        var index = firstIndex(after: start)
        while index < starts.count, starts[index] < range.upperBound {
            // The space before it belongs to none.
            if starts[index] - 1 > start { parts.append(start..<(starts[index] - 1)) }
            start = starts[index]
            index += 1
        }
        if start < range.upperBound { parts.append(start..<range.upperBound) }
        return parts
    }

    /// Those behind the beginning of a stretch of the line, as places in the stretch.
    package func within(_ range: Range<Int>) -> RestoredStops {
        RestoredStops(
            starts: starts[firstIndex(after: range.lowerBound)...].prefix { $0 < range.upperBound }.map {
                $0 - range.lowerBound
            })
    }

    /// How many there are behind one place and up to another.
    package func count(after place: Int, upTo end: Int) -> Int {
        max(0, firstIndex(after: end) - firstIndex(after: place))
    }

    /// A stretch of the line as it is read: with a full stop where each restored sentence ends, or a question mark where it asks by the order
    /// of its words.
    ///
    /// - Parameters:
    ///   - words: What stands there.
    ///   - start: Its first byte in the line.
    ///   - endsSentence: Whether one ends with the stretch.
    package func marked(_ words: String, startingAt start: Int, endsSentence: Bool) -> String {
        let bytes = Array(words.utf8)
        var marked: [UInt8] = []
        marked.reserveCapacity(bytes.count + 64)
        var sentence = 0
        func close() {
            guard let last = marked.last, last >= 0x80 || UnmarkedTalk.isLetter(last) else { return }
            let asks = InvertedQuestion.asks(String(decoding: marked[sentence...], as: UTF8.self))
            marked.append(asks ? UInt8(ascii: "?") : UInt8(ascii: "."))
        }
        for part in parts(of: start..<(start + bytes.count)) {
            if !marked.isEmpty {
                close()
                marked.append(0x20)
            }
            sentence = marked.count
            marked += bytes[(part.lowerBound - start)..<(part.upperBound - start)]
        }
        if endsSentence { close() }
        return String(decoding: marked, as: UTF8.self)
    }

    /// Whether one begins there.
    package func isStart(_ place: Int) -> Bool {
        let index = firstIndex(after: place - 1)
        return index < starts.count && starts[index] == place
    }

    private func firstIndex(after place: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// What is said in one line, with its words and the silence before them.
struct UnmarkedTalk {
    struct Word {
        /// Its bytes in the line.
        var place: Range<Int>
        /// Where a sentence begins that begins with it: marks may stand before it.
        var start: Int
        /// What speaks for the end of a sentence before it, beside the words.
        var evidence: Double
    }

    private(set) var line = ""
    private(set) var words: [Word] = []
    private(set) var marks = 0
    private var bytes: [UInt8] = []

    /// Of fewer words nobody can tell whether marks are missing.
    static let fewestWords = 12
    /// Talk has a mark at the end of every 11 to 20 words. From one for every hundred on, somebody has set them.
    private static let wordsAMark = 100
    /// A sentence that would be longer is parted where it is likeliest.
    private static let longest = 60
    /// Marks that captions set where another speaks: a certain border.
    private static let certain = 1_000.0

    init(_ cues: [Cue]) {
        var bytes: [UInt8] = []
        var before: Cue?
        // What was silent, or said that another speaks, before a cue without words is so before the words that come next.
        var carried: (evidence: Double, pending: Int?) = (0, nil)
        for cue in cues {
            let said = cue.text.singleSpaced
            guard !said.isEmpty else { continue }
            if !bytes.isEmpty { bytes.append(0x20) }
            let start = bytes.count
            bytes += Array(said.utf8)
            carried.evidence = max(carried.evidence, before.map { Self.evidence(between: $0, cue) } ?? 0)
            before = cue
            read(bytes, start, &carried)
        }
        self.bytes = bytes
        line = String(decoding: bytes, as: UTF8.self)
    }

    var hasHardlyAnyMarks: Bool { words.count >= Self.fewestWords && marks * Self.wordsAMark < words.count }

    func text(of word: Word) -> String { String(decoding: bytes[word.place], as: UTF8.self) }

    /// The words of a cue.
    ///
    /// - Parameter carried: What speaks for an end before the next word, and where marks begin that stand before it and are no words
    ///   themselves: ">>", "-", "♪".
    private mutating func read(_ bytes: [UInt8], _ start: Int, _ carried: inout (evidence: Double, pending: Int?)) {
        var at = start
        while at < bytes.count {
            if let end = Self.endOfNote(bytes, at) {
                at = end + 1
                continue
            }
            var end = at
            while end < bytes.count, bytes[end] != 0x20 { end += 1 }
            let token = at..<end
            at = end + 1
            guard bytes[token].contains(where: { $0 >= 0x80 || Self.isLetter($0) }) else {
                // What captions set before the words of another.
                if bytes[token].starts(with: [0x3E, 0x3E]) {
                    carried = (Self.certain, token.lowerBound)
                } else if Self.isMark(bytes[token]) {
                    marks += 1
                }
                continue
            }
            if bytes[token].starts(with: [0x3E, 0x3E]) { carried.evidence = Self.certain }
            words.append(
                Word(place: token, start: carried.pending ?? token.lowerBound, evidence: carried.evidence))
            if Self.isMark(bytes[token]) { marks += 1 }
            carried = (0, nil)
        }
    }

    /// What silence and another speaker say, as logarithms of odds. By judgement: a gap of 0.6 s doubles the odds, one of a second and a half
    /// makes them twelve times as high; captions that follow each other at once say nothing.
    private static func evidence(between first: Cue, _ second: Cue) -> Double {
        if first.speaker != second.speaker { return certain }
        guard let end = first.end, let start = second.start else { return 0 }
        let pause = start - end
        guard pause.isFinite, pause > 0.2 else { return 0 }
        return pause >= 5 ? certain : min(2.5, 2 * (pause - 0.2))
    }

    /// - Parameter ends: For each word but the last, the logarithm of the odds that a sentence ends behind it.
    /// - Returns: Where sentences begin, without the first.
    func sentenceStarts(_ ends: [Double]) -> [Int] {
        var starts: [Int] = []
        var first = 0
        let held = SpokenBonds.strengths(between: words.map(text))
        while first < words.count {
            let limit = min(words.count, first + Self.longest)
            func odds(_ word: Int) -> Double { ends[word - 1] + words[word].evidence - held[word] }
            var next = (first + 1..<max(limit, first + 1)).first { odds($0) >= 0 }
            if next == nil, limit < words.count {
                // Not in the first quarter, so that the rest gets shorter by as much.
                next = (first + Self.longest / 4..<limit).max { odds($0) < odds($1) }
            }
            guard let next else { break }
            starts.append(words[next].start)
            first = next
        }
        return starts
    }

    // MARK: - Marks

    static func isLetter(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Bytes of a note. What is longer is something that was said, in brackets.
    private static let longestNote = 60

    /// Where a note of the transcriber ends that begins at a place, "[Music]", "[upbeat music]", "(laughs)": what was heard, and no words.
    private static func endOfNote(_ bytes: [UInt8], _ start: Int) -> Int? {
        let close: UInt8
        switch bytes[start] {
        case UInt8(ascii: "["): close = UInt8(ascii: "]")
        case UInt8(ascii: "("): close = UInt8(ascii: ")")
        default: return nil
        }
        guard let last = bytes[start...].prefix(longestNote).firstIndex(of: close),
            last + 1 == bytes.count || bytes[last + 1] == 0x20
        else { return nil }
        return last + 1
    }

    /// Whether it ends as a sentence does, quotation marks and brackets aside.
    private static func isMark(_ token: ArraySlice<UInt8>) -> Bool {
        var rest = token
        while let last = rest.last, [0x22, 0x27, 0x29, 0x5D].contains(last) { rest.removeLast() }
        // “He left.” ends in E2 80 9D.
        while rest.count > 3, rest.suffix(3).elementsEqual([0xE2, 0x80, 0x9D]) { rest.removeLast(3) }
        guard let last = rest.last else { return false }
        return [0x2E, 0x21, 0x3F].contains(last) || rest.suffix(3).elementsEqual([0xE2, 0x80, 0xA6])
    }
}
