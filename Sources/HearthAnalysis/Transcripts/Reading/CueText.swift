import HearthBasic
import HearthCore

/// All words of a transcript in one line, with the cue that each byte belongs to.
///
/// Quotes are found here and get their times from the cues that hold them, so that a time is never made up.
struct CueText: Sendable {
    let cues: [Cue]
    /// The cues' words, every run of white space made one space, cues parted by one.
    let text: String
    /// Where each cue begins in ``text``; a cue without words begins where the next one does.
    let starts: [Int]
    /// ``text`` in lower case as far as that keeps each character's place.
    let folded: [UInt8]

    init(_ cues: [Cue]) {
        self.cues = cues
        var bytes: [UInt8] = []
        var starts: [Int] = []
        starts.reserveCapacity(cues.count)
        for cue in cues {
            let place = bytes.isEmpty ? 0 : bytes.count + 1
            var isFirst = true
            var pendingSpace = false
            for scalar in cue.text.unicodeScalars {
                if scalar.properties.isWhitespace {
                    pendingSpace = !isFirst
                    continue
                }
                if isFirst, !bytes.isEmpty || pendingSpace { bytes.append(0x20) }
                if !isFirst, pendingSpace { bytes.append(0x20) }
                isFirst = false
                pendingSpace = false
                bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
            starts.append(place)
        }
        self.starts = starts.map { min($0, bytes.count) }
        text = String(decoding: bytes, as: UTF8.self)
        folded = Self.fold(text)
    }

    /// The cues that hold some bytes of ``text``.
    func cues(of range: Range<Int>) -> Range<Int> {
        guard !starts.isEmpty else { return 0..<0 }
        let first = cue(at: range.lowerBound)
        let last = cue(at: max(range.lowerBound, range.upperBound - 1))
        return first..<(last + 1)
    }

    /// The bytes of some cues.
    func range(of cues: Range<Int>) -> Range<Int> {
        guard cues.lowerBound < starts.count else { return text.utf8.count..<text.utf8.count }
        let start = starts[cues.lowerBound]
        guard cues.upperBound < starts.count else { return start..<max(start, text.utf8.count) }
        let end = starts[cues.upperBound]
        // Without the space before the next cue.
        return start..<max(start, end > start && end < text.utf8.count ? end - 1 : end)
    }

    func quote(_ range: Range<Int>) -> TimedQuote? {
        guard let words = text.text(in: TextSpan(range)), !words.isEmpty else { return nil }
        let held = cues(of: range)
        guard let first = held.first, let last = held.last, last < cues.count else { return nil }
        return TimedQuote(
            quote: words, startTime: cues[first].start, endTime: cues[last].end, speaker: cues[first].speaker,
            cues: held)
    }

    /// Finds bytes, from a place on. Knuth, Morris and Pratt's search, so that no repetition makes it slow.
    static func first(_ needle: [UInt8], in hay: [UInt8], within range: Range<Int>) -> Int? {
        guard !needle.isEmpty, needle.count <= range.count, range.upperBound <= hay.count else { return nil }
        var fallback = [0]
        fallback.reserveCapacity(needle.count)
        var matched = 0
        for byte in needle.dropFirst() {
            while matched > 0, needle[matched] != byte { matched = fallback[matched - 1] }
            if needle[matched] == byte { matched += 1 }
            fallback.append(matched)
        }
        matched = 0
        for place in range {
            while matched > 0, needle[matched] != hay[place] { matched = fallback[matched - 1] }
            if needle[matched] == hay[place] { matched += 1 }
            if matched == needle.count { return place - needle.count + 1 }
        }
        return nil
    }

    /// Lower case, where that has as many bytes; so offsets hold in both.
    static func fold(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                folded.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
                continue
            }
            let lower = scalar.properties.lowercaseMapping.unicodeScalars
            let same = lower.count == 1 ? lower.first.flatMap { UTF8.width($0) == UTF8.width(scalar) ? $0 : nil } : nil
            folded.append(contentsOf: UTF8.encode(same ?? scalar) ?? UTF8.encodedReplacementCharacter)
        }
        return folded
    }

    private func cue(at byte: Int) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= byte { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }
}
