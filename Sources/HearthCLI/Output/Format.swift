import Foundation
import Hearth

/// Numbers as people read them, the same in every locale.
enum Format {
    static func decimal(_ value: Double, places: Int) -> String {
        String(format: "%.\(places)f", value)
    }

    /// "1 chunk", "2 chunks". What is counted in a sentence goes through this.
    ///
    /// - Parameter many: Where it is not the noun with an s.
    static func count(_ number: Int, _ noun: String, many: String? = nil) -> String {
        "\(number) \(number == 1 ? noun : many ?? noun + "s")"
    }

    /// An argument as a shell would need it.
    static func shellWord(_ argument: String) -> String {
        let plain = argument.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_=./:,@%+".unicodeScalars.contains($0)
        }
        return plain && !argument.isEmpty ? argument : "'" + argument.replacing("'", with: "'\\''") + "'"
    }

    /// 1,536 → "1.5 kB"; decimal units, as files are shown elsewhere.
    static func bytes(_ count: Int) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var value = Double(count)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return unit == 0 ? "\(count) B" : decimal(value, places: value < 10 ? 1 : 0) + " " + units[unit]
    }

    /// Seconds as "4 s", "3 min 20 s", "1 h 5 min".
    static func duration(_ seconds: Double) -> String {
        // What is no time, or beyond any, comes from files of others.
        let whole = seconds.isFinite ? Int(max(0, min(seconds, 1e12)).rounded(.up)) : 0
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }

    /// Seconds from the start of a recording as "1:02:03" or "02:03".
    static func time(_ seconds: Double) -> String { ClockText.short(seconds) }
}

extension Format {
    /// `text` on few lines, indented by three and wrapped to `width` columns, with an ellipsis where it was cut.
    ///
    /// - Parameters:
    ///   - place: Bytes of the text that are to be among what is shown; `nil` shows its beginning.
    ///   - bold: Sets these off from the rest; `nil` shows them as the rest.
    static func excerpt(
        _ text: String, width: Int, lines: Int = 3, around place: TextSpan? = nil, bold: ((String) -> String)? = nil
    ) -> String {
        let room = max(20, min(width, 100) - 4)
        var text = text
        var marked = place
        var line = ""
        if let place, place.start > 0, place.end <= text.utf8.count {
            let (first, last) = (
                text.utf8.index(text.startIndex, offsetBy: place.start),
                text.utf8.index(text.startIndex, offsetBy: place.end)
            )
            // Where it would not be on the lines from the beginning, half a line stands before it.
            if text[..<last].count > (lines - 1) * room {
                let before = text[..<first].suffix(room / 2).drop { !$0.isWhitespace }
                let dropped = place.start - before.utf8.count
                marked = TextSpan(start: place.start - dropped, end: place.end - dropped)
                text = String(before + text[first...])
                line = "…"
            }
        }
        var shown: [String] = []
        var columns = line.count
        for word in text.split(whereSeparator: \.isWhitespace) {
            let size = word.reduce(0) { $0 + ($1.unicodeScalars.first.map { $0.isWide ? 2 : 1 } ?? 1) }
            if columns + size + 1 > room, !line.isEmpty {
                shown.append(line)
                (line, columns) = ("", 0)
                if shown.count == lines { break }
            }
            let styled = bold.map { Self.styled(word, in: text, marked, $0) } ?? String(word)
            line += line.isEmpty ? styled : " " + styled
            columns += size + 1
        }
        if shown.count == lines {
            shown[lines - 1] += " …"
        } else if !line.isEmpty {
            shown.append(line)
        }
        return shown.map { "   " + $0 }.joined(separator: "\n")
    }

    /// A word of a text, of which some bytes are set off as far as they are in it.
    private static func styled(
        _ word: Substring, in text: String, _ marked: TextSpan?, _ style: (String) -> String
    ) -> String {
        guard let marked else { return String(word) }
        let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
        let bytes = Array(word.utf8)
        let first = min(max(0, marked.start - start), bytes.count)
        let last = min(max(first, marked.end - start), bytes.count)
        guard first < last else { return String(word) }
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        return part(0..<first) + style(part(first..<last)) + part(last..<bytes.count)
    }
}

extension Unicode.Scalar {
    /// Takes two columns of a terminal: CJK and full-width forms.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}

// MARK: - For programs

/// Writes one JSON object a line to standard output.
struct JSONLines {
    private let encoder: JSONEncoder

    init() {
        encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
    }

    func write(_ value: some Encodable) throws {
        let data = try encoder.encode(value)
        Terminal.output.writeContent(String(decoding: data, as: UTF8.self) + "\n")
    }
}

/// What a batch answers for a row that could not be served, and a list of files for a file that could not be read.
struct ErrorBody: Encodable {
    var code: String
    var kind: Failure.Kind
    var message: String
    /// What would help, for programs; `message` says it in words.
    var help: [Failure.Help]?

    init(_ error: any Error) {
        if let error = error.readable {
            code = error.code
            kind = error.kind
            message = HelpText.message(of: error)
            help = error.help.isEmpty ? nil : error.help
        } else {
            code = "failed"
            kind = .internal
            message = String(describing: error)
        }
    }
}
