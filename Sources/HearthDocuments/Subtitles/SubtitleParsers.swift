import HearthCore

/// The parser of the WebVTT specification (https://www.w3.org/TR/webvtt1/#file-parsing): blocks, of which those with a timing
/// line are cues; notes, style sheets and regions are passed over, and so is a cue whose timing line is broken.
///
/// Unlike the specification, it reads a file that lacks the `WEBVTT` line and begins with its first cue, with a warning: such
/// files are common. One that begins otherwise is something else, and has no cues.
struct WebVTTParser {
    private let bytes: [UInt8]
    private var position = 0
    private var cues: [Cue] = []
    private var broken = 0

    /// - Parameter text: The decoded file.
    static func parse(_ text: String) -> Transcript {
        var parser = WebVTTParser(text)
        return parser.parse()
    }

    private init(_ text: String) {
        // The specification replaces zero bytes, so that no parser behind this one stops at them.
        bytes =
            text.utf8.contains(0)
            ? text.utf8.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] } : Array(text.utf8)
    }

    static func hasSignature(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.starts(with: "WEBVTT") else { return false }
        guard let next = bytes.dropFirst(6).first else { return true }
        return next == space || next == tab || next == newline || next == carriageReturn
    }

    private mutating func parse() -> Transcript {
        var warnings: [ExtractionWarning] = []
        if Self.hasSignature(bytes) {
            position = bytes.line(from: 0).next
            // What follows the signature up to the first empty line is the header.
            if position < bytes.count, !bytes.line(from: position).range.isEmpty { readBlock(inHeader: true) }
        } else if !startsWithCue {
            warnings.append(
                ExtractionWarning(
                    .damaged,
                    "The file begins with neither WEBVTT nor a cue, so it is not read. Correct its first line."))
            return Transcript(format: .vtt, cues: [], warnings: warnings)
        } else {
            warnings.append(ExtractionWarning(.damaged, "The file does not begin with WEBVTT; read as if it did."))
        }
        while position < bytes.count {
            if bytes[position] == newline || bytes[position] == carriageReturn {
                position += 1
            } else {
                readBlock(inHeader: false)
            }
        }
        if broken > 0 {
            warnings.append(ExtractionWarning(.damaged, brokenCues))
        }
        return Transcript(format: .vtt, cues: SpeakerChanges.named(RollingCaptions.unrolled(cues)), warnings: warnings)
    }

    /// What is said of cues whose timing lines cannot be read.
    private var brokenCues: String {
        if cues.isEmpty {
            return "No cue has times that can be read, such as 00:01.000 --> 00:04.000. Correct the lines with -->, or "
                + "get the file again."
        }
        return broken == 1
            ? "1 cue with a broken timing line was left out." : "\(broken) cues with broken timing lines were left out."
    }

    /// Whether the first block is a cue: a timing line, with at most one line before it. Marks of the encoding and the
    /// `WEBVTT` line behind empty ones are looked past.
    private var startsWithCue: Bool {
        var lines = 0
        for line in Lines(bytes) {
            if bytes.firstIndex(of: "-->", in: line.range) != nil { return true }
            let content = bytes.trimmed(line.range)
            if bytes[content].elementsEqual("WEBVTT".utf8) || content.isEmpty && lines == 0 { continue }
            lines += 1
            if lines > 1 || content.isEmpty { return false }
        }
        return false
    }

    /// "Collect a WebVTT block".
    private mutating func readBlock(inHeader: Bool) {
        var lineCount = 0
        var previous = position
        var body = position..<position
        var timing: (start: Double, end: Double)?
        var seenArrow = false
        while position < bytes.count {
            let line = bytes.line(from: position)
            lineCount += 1
            position = line.next
            if bytes.firstIndex(of: "-->", in: line.range) != nil {
                guard !inHeader, lineCount == 1 || (lineCount == 2 && !seenArrow) else {
                    // A timing line inside a cue begins the next one.
                    position = previous
                    break
                }
                seenArrow = true
                previous = position
                timing = Self.timing(bytes, line.range)
                if timing == nil { broken += 1 }
                body = position..<position
            } else if line.range.isEmpty {
                break
            } else {
                body = body.lowerBound..<line.range.upperBound
                previous = position
            }
        }
        if let timing {
            let content = CueText(webVTT: bytes[body])
            cues.append(Cue(start: timing.start, end: timing.end, speaker: content.speaker, text: content.text))
        }
    }

    /// "Collect WebVTT cue timings and settings", without the settings, which only say where a cue is shown.
    private static func timing(_ bytes: [UInt8], _ line: Range<Int>) -> (start: Double, end: Double)? {
        var index = skipSpace(bytes, line.lowerBound, line.upperBound)
        guard let start = Timestamp.webVTT(bytes, at: index, limit: line.upperBound) else { return nil }
        index = skipSpace(bytes, start.end, line.upperBound)
        guard bytes[index..<line.upperBound].starts(with: "-->") else { return nil }
        index = skipSpace(bytes, index + 3, line.upperBound)
        return Timestamp.webVTT(bytes, at: index, limit: line.upperBound).map { (start.seconds, $0.seconds) }
    }

    private static func skipSpace(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int {
        var index = start
        while index < limit, isSpace(bytes[index]) { index += 1 }
        return index
    }
}

// MARK: - SubRip

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
        let cues = SpeakerChanges.named(RollingCaptions.unrolled(parser.cues))
        return Transcript(format: .srt, cues: cues, warnings: parser.warnings)
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
