import HearthCore

/// Tells a file's format: by its first bytes where they speak, and by its name where they do not.
enum FormatDetector {
    enum Finding: Equatable {
        case format(DocumentFormat)
        /// A ZIP archive; which document it holds, if any, only its directory can tell.
        case zip
        /// A format that is known and not read, by its name for people.
        case unsupported(String)
        /// Neither text nor anything known.
        case binary
        case empty
    }

    /// Bytes that are enough to decide.
    static let headSize = 65_536

    static func detect(name: String, head: [UInt8]) -> Finding {
        guard head.contains(where: { $0 != 0 }) else { return .empty }
        if head.firstIndex(of: "%PDF-", in: 0..<min(head.count, 1_024)) != nil { return .format(.pdf) }
        if head.starts(with: "PK\u{3}\u{4}") || head.starts(with: "PK\u{5}\u{6}") { return .zip }
        if let known = knownBinary(head) { return .unsupported(known) }
        guard isText(head) else { return .binary }
        let text = Array(TextDecoder.decode(Array(head.prefix(4_096))).text.utf8)
        let start = text.firstIndex { !isSpace($0) } ?? 0
        if text[start...].starts(with: "{\\rtf") { return .unsupported("Rich Text (RTF)") }
        if WebVTTParser.hasSignature(text) { return .format(.vtt) }
        if looksLikeHTML(text[start...]) { return .format(.html) }
        switch fileExtension(name) {
        case "html", "htm", "xhtml", "xht", "shtml": return .format(.html)
        case "md", "markdown", "mdown", "mkd", "mkdn", "mdx", "rmd", "qmd": return .format(.markdown)
        case "srt", "sbv": return .format(.srt)
        case "vtt": return .format(.vtt)
        default: return .format(looksLikeSubRip(text) ? .srt : .text)
        }
    }

    /// The extension in lower case, without the dot; empty when there is none.
    static func fileExtension(_ name: String) -> String {
        let file = name.split(separator: "/").last ?? ""
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return "" }
        return file[file.index(after: dot)...].lowercased()
    }

    /// Whether bytes are text in some encoding: almost no controls, unless they are UTF-16 or UTF-32.
    static func isText(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(headSize)
        let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]]
        if marks.contains(where: { head.starts(with: $0) }) { return true }
        var controls = 0
        for byte in head where byte < 0x20 && !isSpace(byte) && byte != 0x1B && byte != 0x08 { controls += 1 }
        if controls * 100 <= head.count { return true }
        return UTF16Text.order(of: Array(head)) != nil
    }

    /// A document type, or one of the elements that only whole pages begin with, perhaps behind comments.
    private static func looksLikeHTML(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        for _ in 0..<20 {
            guard rest.first == UInt8(ascii: "<") else { return false }
            if rest.starts(with: "<!--") || rest.starts(with: "<?") {
                let close: StaticString = rest.starts(with: "<!--") ? "-->" : ">"
                guard let end = rest.firstIndex(of: close, in: rest.indices) else { return false }
                rest = rest[(end + close.utf8CodeUnitCount)...]
                rest = rest.drop(while: isSpace)
                continue
            }
            return rest.startsLowercased(with: "<!doctype html") || rest.startsLowercased(with: "<html")
                || rest.startsLowercased(with: "<head>") || rest.startsLowercased(with: "<body")
        }
        return false
    }

    /// A timing line among the first lines, below a number.
    static func looksLikeSubRip(_ text: [UInt8]) -> Bool {
        var lines = 0
        for line in Lines(text) {
            let content = text.trimmed(line.range)
            guard !content.isEmpty else { continue }
            if SubRipParser.isTiming(text, content) { return true }
            lines += 1
            guard lines < 2, content.allSatisfy({ isDigit(text[$0]) || text[$0] >= 0x80 }) else { return false }
        }
        return false
    }

    private static func knownBinary(_ head: [UInt8]) -> String? {
        for (signature, name) in signatures where head.starts(with: signature) { return name }
        if head.count >= 12, head[4..<8].elementsEqual("ftyp".utf8) { return "MPEG-4 audio or video" }
        if head.count >= 2, head[0] == 0xFF, head[1] & 0xE6 == 0xE2, !isText(head) { return "MP3 audio" }
        return nil
    }

    private static let signatures: [([UInt8], String)] = [
        (
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
            "old Office (.doc, .xls, .ppt) or password-protected Office"
        ),
        ([0x89, 0x50, 0x4E, 0x47], "PNG image"), ([0xFF, 0xD8, 0xFF], "JPEG image"), (Array("GIF8".utf8), "GIF image"),
        (Array("ID3".utf8), "MP3 audio"), (Array("OggS".utf8), "Ogg audio"), (Array("fLaC".utf8), "FLAC audio"),
        (Array("RIFF".utf8), "RIFF audio, video or image"), ([0x1A, 0x45, 0xDF, 0xA3], "Matroska or WebM video"),
        ([0x1F, 0x8B], "gzip archive"), (Array("BZh".utf8), "bzip2 archive"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz archive"),
        ([0x37, 0x7A, 0xBC, 0xAF], "7-Zip archive"), (Array("Rar!".utf8), "RAR archive"),
        ([0x7F, 0x45, 0x4C, 0x46], "program"),
        (Array("SQLite format 3".utf8), "SQLite database"), (Array("GGUF".utf8), "GGUF model"),
        ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard archive"), (Array("II*\u{0}".utf8), "TIFF image"),
        (Array("%!PS".utf8), "PostScript"),
    ]
}
