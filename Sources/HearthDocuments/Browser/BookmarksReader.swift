import HearthCore

/// Reads the bookmarks that browsers export, in the form that Netscape began: folders as headings, each bookmark with its address and its day.
struct BookmarksReader {
    private static let mostBookmarks = 500_000
    private static let longestAddress = 2_000

    private var builder = DocumentBuilder()
    private var depth = 0
    private var count = 0
    private var leftOut = 0
    private var scripts = 0

    /// Whether a file begins as such an export does.
    static func begins(_ text: some Collection<UInt8>) -> Bool {
        text.drop(while: isSpace).startsLowercased(with: "<!doctype netscape-bookmark-file")
    }

    /// - Parameter bytes: The whole file, in UTF-8.
    static func read(
        _ bytes: [UInt8], warnings: [ExtractionWarning], maximumTextBytes: Int
    ) throws -> ExportReading {
        var reader = BookmarksReader()
        try reader.scan(bytes, maximumTextBytes)
        guard reader.count > 0 else { return .nothing(isDamaged: false) }
        reader.builder.warnings = warnings
        reader.builder.warn(
            reader.leftOut, .truncated, "1 bookmark at the end was not read, beyond what is kept.",
            "bookmarks at the end were not read, beyond what is kept.")
        reader.builder.warn(
            reader.scripts, .skipped, "1 bookmark that is a program was left out.",
            "bookmarks that are programs were left out.")
        return .document(reader.builder.finish(format: .bookmarks))
    }

    private mutating func scan(_ bytes: [UInt8], _ room: Int) throws {
        var index = 0
        var tags = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            tags += 1
            if tags & 0xFFF == 0 { try Task.checkCancellation() }
            guard let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else { break }
            index = close + 1
            let tag = bytes[(open + 1)..<close]
            let isText = bytes[index...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
            if tag.startsLowercased(with: "dl") {
                depth += 1
            } else if tag.startsLowercased(with: "/dl") {
                depth = max(0, depth - 1)
            } else if tag.startsLowercased(with: "h1") {
                if builder.title == nil { builder.title = Self.text(bytes, index..<isText) }
            } else if tag.startsLowercased(with: "h3") {
                builder.append(.heading(level: min(max(depth + 1, 2), 6)), Self.text(bytes, index..<isText))
            } else if tag.startsLowercased(with: "a ") {
                guard count < Self.mostBookmarks, builder.bytes.count < room else {
                    leftOut += 1
                    continue
                }
                append(tag, Self.text(bytes, index..<isText))
            } else if tag.startsLowercased(with: "dd") {
                builder.append(.paragraph, Self.text(bytes, index..<isText))
            }
            index = isText
        }
    }

    private mutating func append(_ tag: ArraySlice<UInt8>, _ title: String) {
        let address = String((Self.attribute("href", tag) ?? "").prefix(Self.longestAddress))
        guard !address.lowercased().hasPrefix("javascript:"), !address.lowercased().hasPrefix("data:") else {
            scripts += 1
            return
        }
        count += 1
        var words = [title, address].filter { !$0.isEmpty }.joined(separator: " – ")
        let day = Self.attribute("add_date", tag).flatMap { Double($0) }.flatMap { Self.day($0) }
        let tags = Self.attribute("tags", tag) ?? ""
        let remarks = [day ?? "", tags.replacing(",", with: ", ")].filter { !$0.isEmpty }
        if !remarks.isEmpty { words += " (\(remarks.joined(separator: "; ")))" }
        builder.append(.listItem, words)
    }

    /// Seconds since 1970; some programs write thousandths or millionths of them.
    private static func day(_ number: Double) -> String? {
        var seconds = number
        // What is still too large then is no time; the largest numbers would never become smaller.
        for _ in 0..<2 where seconds > 1e11 { seconds /= 1_000 }
        return seconds > 0 && seconds <= 1e11 ? ChatMoment(epoch: seconds).map { "\($0.day)" } : nil
    }

    private static func attribute(_ name: StaticString, _ tag: ArraySlice<UInt8>) -> String? {
        var index = tag.startIndex
        let size = name.utf8CodeUnitCount
        while index + size + 1 < tag.endIndex {
            let isBoundary = index > tag.startIndex && isSpace(tag[index - 1])
            if isBoundary, tag[index...].startsLowercased(with: name), tag[index + size] == UInt8(ascii: "=") {
                let quote = tag[index + size + 1]
                guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
                let start = index + size + 2
                guard start <= tag.endIndex else { return nil }
                let end = tag[start...].firstIndex(of: quote) ?? tag.endIndex
                return text(Array(tag), (start - tag.startIndex)..<(end - tag.startIndex))
            }
            index += 1
        }
        return nil
    }

    /// A text on one line, with its character references resolved.
    private static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String {
        var output: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            if bytes[index] == UInt8(ascii: "&"), let found = HTMLEntities.reference(in: bytes, at: index) {
                output.append(contentsOf: found.text.utf8)
                index = found.end
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return onOneLine(String(decoding: output, as: UTF8.self))
    }
}
