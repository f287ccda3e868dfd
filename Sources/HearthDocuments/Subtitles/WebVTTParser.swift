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
            warnings.append(ExtractionWarning(.damaged, "\(broken) cues with a broken timing line left out."))
        }
        return Transcript(format: .vtt, cues: cues, warnings: warnings)
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
