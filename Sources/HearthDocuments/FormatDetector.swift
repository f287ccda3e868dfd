import HearthCore

/// Tells a file's format: by its first bytes where they speak, and by its name where they do not.
enum FormatDetector {
    enum Finding: Equatable {
        case format(DocumentFormat)
        /// A ZIP archive; which document it holds, if any, only its directory can tell.
        case zip
        /// A format that is known and not read, by its name for people.
        case unsupported(String)
        /// Of other files, and not unpacked here; which kind.
        case packed(String)
        /// Sound, or video with sound, which is no document and can be transcribed; by its name for people.
        case recording(String)
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
        let isMarked = head.starts(with: [0xEF, 0xBB, 0xBF])
        // Pictures may lie in it as bytes that are no text.
        if head.dropFirst(isMarked ? 3 : 0).trimmed().starts(with: "{\\rtf") { return .format(.rtf) }
        if PictureHeader.kind(of: head) != nil { return .format(.image) }
        if let known = recording(head) { return .recording(known) }
        if TarArchive.begins(head) || GzipFile.holdsTar(head) { return .format(.zip) }
        if let packed = packedFiles(head) { return .packed(packed) }
        if let known = knownBinary(head) { return .unsupported(known) }
        guard isText(head) else { return .binary }
        if MailboxReader.begins(head) { return .format(.mbox) }
        let text = Array(TextDecoder.decode(Array(head.prefix(4_096))).text.utf8)
        let start = text.firstIndex { !isSpace($0) } ?? 0
        if WebVTTParser.hasSignature(text) { return .format(.vtt) }
        if CalendarReader.begins(text[start...]) { return .format(.ics) }
        if ContactReader.begins(text[start...]) { return .format(.vcf) }
        if BookmarksReader.begins(text[start...]) || HistoryReader.begins(head) { return .format(.bookmarks) }
        if ChatReader.export(head) != nil { return .format(.chat) }
        if looksLikeHTML(text[start...]) { return .format(.html) }
        if NotesReader.export(head) != nil { return .format(.notes) }
        if NotebookReader.begins(head) { return .format(.ipynb) }
        switch fileExtension(name) {
        case "ipynb": return .format(text[start...].first == UInt8(ascii: "{") ? .ipynb : textOrSubRip(text))
        case "html", "htm", "xhtml", "xht", "shtml": return .format(.html)
        case "md", "markdown", "mdown", "mkd", "mkdn", "mdx", "rmd", "qmd": return .format(.markdown)
        case "srt", "sbv": return .format(.srt)
        case "vtt": return .format(.vtt)
        case "csv", "tsv", "tab", "psv": return .format(holdsValues(head, isNamed: true) ? .csv : .text)
        // What programs export under a name that says nothing, or says Excel. A text stays what it is, in which a table may stand.
        case "", "dat", "data", "xls": return .format(holdsValues(head, isNamed: false) ? .csv : textOrSubRip(text))
        default: return .format(textOrSubRip(text))
        }
    }

    private static func textOrSubRip(_ text: [UInt8]) -> DocumentFormat { looksLikeSubRip(text) ? .srt : .text }

    private static func holdsValues(_ head: [UInt8], isNamed: Bool) -> Bool {
        let text = Array(TextDecoder.decode(head).text.utf8)
        return DelimitedDialect.detect(text, isWhole: head.count < headSize, isNamed: isNamed) != nil
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
        var controls = 0
        for byte in head where byte < 0x20 && !isSpace(byte) && byte != 0x1B && byte != 0x08 { controls += 1 }
        if controls * 100 <= head.count { return true }
        return WideUnicode.isText(Array(head))
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

    private static func packedFiles(_ head: [UInt8]) -> String? {
        for (signature, name) in packedSignatures where head.starts(with: signature) { return name }
        // Behind the name, the owner and the size of the first file (POSIX.1-1988).
        return head.count > 262 && head[257..<262].elementsEqual("ustar".utf8) ? "damaged tar archive" : nil
    }

    private static let packedSignatures: [([UInt8], String)] = [
        ([0x1F, 0x8B], "gzip archive"), (Array("BZh".utf8), "bzip2 archive"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz archive"), ([0x37, 0x7A, 0xBC, 0xAF], "7-Zip archive"),
        (Array("Rar!".utf8), "RAR archive"), ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard archive"),
    ]

    private static func knownBinary(_ head: [UInt8]) -> String? {
        for (signature, name) in signatures where head.starts(with: signature) { return name }
        return head.count >= 12 && head[4..<8].elementsEqual("ftyp".utf8) ? "HEIF or AVIF image" : nil
    }

    private static func recording(_ head: [UInt8]) -> String? {
        for (signature, name) in soundSignatures where head.starts(with: signature) { return name }
        if head.count >= 12 {
            // What these containers hold is told by the word behind their length.
            let brand = String(decoding: head[8..<12], as: UTF8.self)
            if head.starts(with: "RIFF".utf8) { return ["WAVE": "WAV audio", "AVI ": "AVI video"][brand] }
            let isImage = ["heic", "heix", "heim", "heis", "heif", "mif1", "msf1", "avif", "avis"].contains(brand)
            if head[4..<8].elementsEqual("ftyp".utf8), !isImage { return "MPEG-4 audio or video" }
        }
        return head.count >= 2 && head[0] == 0xFF && head[1] & 0xE6 == 0xE2 && !isText(head) ? "MP3 audio" : nil
    }

    private static let soundSignatures: [([UInt8], String)] = [
        (Array("ID3".utf8), "MP3 audio"), (Array("OggS".utf8), "Ogg audio"), (Array("fLaC".utf8), "FLAC audio"),
        ([0x1A, 0x45, 0xDF, 0xA3], "Matroska or WebM video"),
    ]

    /// The beginning of a compound file (MS-CFB), in which old Office, Outlook and others keep their documents.
    private static let compoundFile: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    private static let signatures: [([UInt8], String)] = [
        (
            compoundFile,
            "Outlook message (.msg; save it as .eml), old Office (.doc, .xls, .ppt) or password-protected Office"
        ),
        ([0x89, 0x50, 0x4E, 0x47], "PNG image"), ([0xFF, 0xD8, 0xFF], "JPEG image"), (Array("GIF8".utf8), "GIF image"),
        (Array("RIFF".utf8), "RIFF image or animation"),
        ([0x7F, 0x45, 0x4C, 0x46], "program"),
        (Array("SQLite format 3".utf8), "SQLite database"),
        ([0x37, 0x7F, 0x06, 0x82], "log of an SQLite database"),
        ([0x37, 0x7F, 0x06, 0x83], "log of an SQLite database"),
        ([0x18, 0xE2, 0x2D, 0x00], "index of the log of an SQLite database"),
        (Array("GGUF".utf8), "GGUF model"),
        (Array("II*\u{0}".utf8), "TIFF image"),
        (Array("%!PS".utf8), "PostScript"),
    ]
}

/// Tells which document a ZIP archive holds.
enum ContainerFormat {
    /// By what archives begin with: the `mimetype` entry of EPUB and OpenDocument, which is stored first and uncompressed, or
    /// the names of the first entries. The name of the file decides the rest.
    static func guess(name: String, head: [UInt8]) -> DocumentFormat? {
        let start = Array(head.prefix(256))
        if start.firstIndex(of: "application/epub+zip", in: start.indices) != nil { return .epub }
        if let type = start.firstIndex(of: "application/vnd.oasis.opendocument.", in: start.indices),
            let format = OpenDocumentPackage.format(ofType: String(decoding: start[type...], as: UTF8.self))
        {
            return format
        }
        if head.firstIndex(of: "word/document.xml", in: head.indices) != nil { return .docx }
        if head.firstIndex(of: "xl/workbook.xml", in: head.indices) != nil { return .xlsx }
        if head.firstIndex(of: "ppt/presentation.xml", in: head.indices) != nil { return .pptx }
        switch FormatDetector.fileExtension(name) {
        case "docx", "docm", "dotx", "dotm": return .docx
        case "epub": return .epub
        case "odt", "ott": return .odt
        case "ods", "ots": return .ods
        case "odp", "otp": return .odp
        case "xlsx", "xlsm", "xltx", "xltm": return .xlsx
        case "pptx", "pptm", "potx", "potm", "ppsx", "ppsm": return .pptx
        case "zip", "kmz": return .zip
        default: return nil
        }
    }

    /// By the entries that each format must have.
    static func detect(in bytes: [UInt8], name: String = "") throws -> DocumentFormat {
        // Many programs keep what they write in such archives, under endings of their own.
        let mayBeOfFiles = ["", "zip", "kmz"].contains(FormatDetector.fileExtension(name))
        let archive = try ZipArchive(
            bytes, maximumEntries: mayBeOfFiles ? ArchiveReader.mostEntries : ZipArchive.maximumEntries)
        if archive.contains("META-INF/container.xml") { return .epub }
        if archive.contains("content.xml") { return try OpenDocumentPackage.format(of: archive) }
        let names = Set(archive.entries.keys.map { PartPath.folded($0) })
        if names.contains("[content_types].xml") || names.contains("word/document.xml") {
            // Some programs number the part that a package is about: "xl/workbook2.xml".
            func holds(_ stem: String) -> Bool { names.contains { $0.hasPrefix(stem) && $0.hasSuffix(".xml") } }
            if holds("xl/workbook") { return .xlsx }
            if names.contains("xl/workbook.bin") { throw unsupported("a binary Excel workbook (.xlsb)") }
            if holds("ppt/presentation") { return .pptx }
            return .docx
        }
        guard mayBeOfFiles else { throw unsupported("a ZIP archive without a document that Hearth knows") }
        return .zip
    }

    private static func unsupported(_ what: String) -> DocumentError {
        DocumentError(.unsupportedFormat, "The file is \(what), which Hearth does not read. Save it as PDF or text.")
    }
}

/// What the ending of a file's name promises, so that nobody takes it for kept where the contents are something else.
struct NamedFormat {
    /// As in "Its name says …".
    let title: String
    /// The formats that keep the promise; none for a kind that is not read.
    let formats: Set<DocumentFormat>
    /// Whether it promises something else than text.
    let isBinary: Bool

    /// `nil` for endings that promise nothing in particular.
    init?(ofFile name: String) {
        let texts: Set<DocumentFormat> = [
            .text, .markdown, .html, .srt, .vtt, .csv, .mbox, .ics, .vcf, .ipynb, .chat, .notes, .bookmarks,
        ]
        switch FormatDetector.fileExtension(name) {
        case "pdf": self.init("PDF", [.pdf])
        case "docx", "docm", "dotx", "dotm": self.init("Word", [.docx])
        case "odt", "ott": self.init("OpenDocument", [.odt])
        case "epub": self.init("EPUB", [.epub])
        case "doc": self.init("Word", [])
        case "rtf": self.init("Rich Text", [.rtf])
        case "xls", "xlsx", "xlsm", "xltx", "xltm": self.init("spreadsheet", [.xlsx])
        case "ods", "ots": self.init("spreadsheet", [.ods])
        case "ppt", "pptx", "pptm", "potx", "potm", "ppsx", "ppsm": self.init("presentation", [.pptx])
        case "odp", "otp": self.init("presentation", [.odp])
        case "png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "heic", "heif", "avif":
            self.init("image", [.image])
        case "mp3", "wav", "m4a", "ogg", "flac", "opus", "aac", "aiff": self.init("recording", [])
        case "mp4", "m4v", "mov", "mkv", "webm", "avi": self.init("video", [])
        case "zip", "tar", "gz", "tgz", "jex", "kmz": self.init("archive", [.zip])
        case "7z", "rar", "bz2", "xz", "zst": self.init("archive", [])
        case "exe", "dll", "so", "dylib": self.init("program", [])
        case "txt", "text", "md", "markdown": self.init("text", texts, isBinary: false)
        case "html", "htm", "xhtml": self.init("web page", [.html, .bookmarks, .chat], isBinary: false)
        case "csv", "tsv": self.init("table of values", [.csv, .text], isBinary: false)
        case "ics", "ical", "ifb": self.init("calendar", [.ics], isBinary: false)
        case "vcf", "vcard": self.init("address book", [.vcf], isBinary: false)
        case "ipynb": self.init("notebook", [.ipynb], isBinary: false)
        case "srt", "vtt", "sbv": self.init("subtitles", [.srt, .vtt], isBinary: false)
        default: return nil
        }
    }

    private init(_ title: String, _ formats: Set<DocumentFormat>, isBinary: Bool = true) {
        (self.title, self.formats, self.isBinary) = (title, formats, isBinary)
    }

    /// What is to be said of contents in another format; `nil` where the name is right.
    ///
    /// - Throws: ``DocumentError`` `not-text` for what has the name of something else than text, and of text only the looks.
    func warning(of bytes: [UInt8], _ found: DocumentFormat) throws -> ExtractionWarning? {
        guard !formats.contains(found) else { return nil }
        // The encodings that no text shows by itself take any bytes for letters.
        guard !isBinary || found != .text || Self.isCertainlyText(bytes) else {
            throw DocumentError(.notText, "The file's name says \(title), but it is none, nor is it text.")
        }
        return ExtractionWarning(
            .otherFormat, "Its name says \(title), but it is \(Self.words(found)) and was read as that.")
    }

    private static func isCertainlyText(_ bytes: [UInt8]) -> Bool {
        WideUnicode.isText(bytes) || String(validating: bytes, as: UTF8.self) != nil
    }

    private static func words(_ format: DocumentFormat) -> String {
        switch format {
        case .text: "plain text"
        case .markdown: "Markdown"
        case .html: "a web page"
        case .pdf: "a PDF"
        case .docx: "a Word document"
        case .epub: "an EPUB book"
        case .odt: "an OpenDocument text"
        case .srt, .vtt: "subtitles"
        case .csv: "a table of values"
        case .xlsx: "an Excel workbook"
        case .pptx: "a PowerPoint presentation"
        case .rtf: "Rich Text"
        case .mbox: "a mailbox"
        case .ods: "an OpenDocument spreadsheet"
        case .odp: "an OpenDocument presentation"
        case .ics: "a calendar"
        case .vcf: "an address book"
        case .ipynb: "a notebook"
        case .chat: "an export of conversations"
        case .notes: "an export of notes"
        case .bookmarks: "an export of a browser"
        case .zip: "an archive"
        case .image: "a picture"
        }
    }
}
