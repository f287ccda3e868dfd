import HearthCore

/// Reads SubRip (`.srt`), and SubViewer (`.sbv`), which differs only in its timing line.
///
/// There is no specification. Everything between two timing lines belongs to the first, empty lines included, as in ffmpeg;
/// the number that stands above a timing line does not. A timing line that cannot be read keeps its text as a cue without
/// times.
struct SubRipParser {
    private let bytes: [UInt8]
    private var cues: [Cue] = []
    private var warnings: [ExtractionWarning] = []

    static func parse(_ text: String) -> Transcript {
        var parser = SubRipParser(bytes: Array(text.utf8))
        parser.parse()
        return Transcript(format: .srt, cues: parser.cues, warnings: parser.warnings)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func parse() {
        var open: Timing?
        var body = 0..<0
        /// Where the body ends if the last line turns out to be the number of the next cue.
        var endBeforeNumber: Int?
        var broken = 0
        for line in Lines(bytes) {
            let content = bytes.trimmed(line.range)
            if let timing = Timing(bytes, content) {
                if let open { close(open, body.lowerBound..<(endBeforeNumber ?? body.upperBound)) }
                if timing.start == nil { broken += 1 }
                open = timing
                body = line.next..<line.next
                endBeforeNumber = nil
            } else if !content.isEmpty {
                // A line of digits right before the next timing line is its number, not text.
                let isNumber = content.allSatisfy { isDigit(bytes[$0]) }
                endBeforeNumber = isNumber ? body.upperBound : nil
                body = body.lowerBound..<max(content.upperBound, body.lowerBound)
            }
        }
        if let open { close(open, body) }
        if broken > 0 {
            warnings.append(
                ExtractionWarning(
                    .damaged,
                    "\(broken) timing \(broken == 1 ? "line" : "lines") could not be read; the text there is kept."))
        }
    }

    private mutating func close(_ timing: Timing, _ body: Range<Int>) {
        let content = CueText(subRip: bytes[body])
        cues.append(Cue(start: timing.start, end: timing.end, speaker: content.speaker, text: content.text))
    }

    /// Whether a line is a timing line, if perhaps a broken one.
    static func isTiming(_ bytes: [UInt8], _ line: Range<Int>) -> Bool { Timing(bytes, line)?.start != nil }

    private struct Timing {
        var start: Double?
        var end: Double?

        init?(_ bytes: [UInt8], _ line: Range<Int>) {
            guard let first = bytes[line].first, isDigit(first) || first == UInt8(ascii: "-") else { return nil }
            if let arrow = Self.arrow(bytes, line) {
                start = Self.time(bytes, line.lowerBound..<arrow.lowerBound)
                end = Self.time(bytes, arrow.upperBound..<line.upperBound)
            } else if let from = Timestamp.lenient(bytes, at: line.lowerBound, limit: line.upperBound),
                from.end < line.upperBound, bytes[from.end] == UInt8(ascii: ","),
                let to = Timestamp.lenient(bytes, at: from.end + 1, limit: line.upperBound), to.end == line.upperBound
            {
                start = from.seconds
                end = to.seconds
            } else if !Self.looksLikeSubViewer(bytes[line]) {
                return nil
            }
            if start == nil || end == nil { (start, end) = (nil, nil) }
        }

        private static func time(_ bytes: [UInt8], _ part: Range<Int>) -> Double? {
            let part = bytes.trimmed(part)
            // Positions may follow the second time: "X1:040 X2:600".
            guard let time = Timestamp.subRip(bytes, at: part.lowerBound, limit: part.upperBound),
                time.end == part.upperBound || isSpace(bytes[time.end])
            else { return nil }
            return time.seconds
        }

        /// `-->`, or what becomes of it in other programs between two times: `->`, `- ->`, `–>`.
        private static func arrow(_ bytes: [UInt8], _ line: Range<Int>) -> Range<Int>? {
            if let arrow = bytes.firstIndex(of: "-->", in: line) { return arrow..<(arrow + 3) }
            guard line.count <= 80, let head = bytes[line].firstIndex(of: UInt8(ascii: ">")),
                head + 1 < line.upperBound
            else { return nil }
            let before = String(decoding: bytes[line.lowerBound..<head], as: UTF8.self)
            let shaft = before.reversed().prefix { $0 == "-" || $0 == "–" || $0 == "—" || $0 == " " }
                .reduce(0) { $0 + $1.utf8.count }
            let times = [line.lowerBound..<(head - shaft), (head + 1)..<line.upperBound]
            guard before.contains(where: { $0 == "-" || $0 == "–" || $0 == "—" }),
                times.allSatisfy({ isFullTime(bytes, bytes.trimmed($0)) })
            else { return nil }
            return (head - shaft)..<(head + 1)
        }

        /// A time with its seconds and nothing behind it: "9:30 -> 10:15" is a line of a timetable.
        private static func isFullTime(_ bytes: [UInt8], _ part: Range<Int>) -> Bool {
            guard let time = Timestamp.subRip(bytes, at: part.lowerBound, limit: part.upperBound) else { return false }
            return time.end == part.upperBound && part.count >= 7
        }

        /// Two times with a comma between, one of them damaged: digits, colons and at most a few other characters.
        private static func looksLikeSubViewer(_ line: ArraySlice<UInt8>) -> Bool {
            guard line.count <= 40, line.contains(UInt8(ascii: ",")) else { return false }
            let colons = line.count { $0 == UInt8(ascii: ":") }
            let digits = line.count { isDigit($0) }
            return colons >= 3 && digits * 2 > line.count && !line.contains(space)
        }
    }
}
