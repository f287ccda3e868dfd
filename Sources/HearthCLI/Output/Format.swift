import Foundation
import HearthCore

/// Numbers as people read them, the same in every locale.
enum Format {
    static func decimal(_ value: Double, places: Int) -> String {
        String(format: "%.\(places)f", value)
    }

    /// "1 chunk", "2 chunks".
    static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

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
        let whole = Int(seconds.rounded(.up))
        if whole < 60 { return "\(whole) s" }
        if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
        return "\(whole / 3600) h \(whole % 3600 / 60) min"
    }

    /// Seconds from the start of a recording as "1:02:03" or "02:03".
    static func time(_ seconds: Double) -> String { ClockText.short(seconds) }
}

extension Format {
    /// `text` on few lines, indented by three and wrapped to `width` columns, with an ellipsis where it was cut.
    static func excerpt(_ text: String, width: Int, lines: Int = 3) -> String {
        let room = max(20, min(width, 100) - 4)
        var shown: [String] = []
        var line = ""
        var columns = 0
        for word in text.split(whereSeparator: \.isWhitespace) {
            let size = word.reduce(0) { $0 + ($1.unicodeScalars.first.map { $0.isWide ? 2 : 1 } ?? 1) }
            if columns + size + 1 > room, !line.isEmpty {
                shown.append(line)
                (line, columns) = ("", 0)
                if shown.count == lines { break }
            }
            line += line.isEmpty ? String(word) : " " + word
            columns += size + 1
        }
        if shown.count == lines {
            shown[lines - 1] += " …"
        } else if !line.isEmpty {
            shown.append(line)
        }
        return shown.map { "   " + $0 }.joined(separator: "\n")
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
