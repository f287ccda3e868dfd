import HearthCore

/// Reads an archive (ZIP) of files: the export of a program that it is, or each file that a reader knows, a page with its name as heading.
///
/// Names never reach the file system. An archive in the archive is read, and one in that is not.
struct ArchiveReader {
    static let mostEntries = 200_000
    /// Files that are read.
    private static let mostFiles = 10_000
    /// Archives in each other.
    private static let deepest = 2
    /// Files that are named among those left out.
    private static let named = 5

    private var archive: ZipArchive
    private let reader: DocumentReader
    private let names: [String]
    /// Names that are shown, without the folder that all are in.
    private let shown: [String: String]
    private var media = 0
    private var hidden = 0
    private var beyond = 0
    private var unread: [String] = []
    private var helpers = 0
    private var firstError: DocumentError?

    /// - Parameter name: The archive's own.
    static func read(_ bytes: [UInt8], name: String, by reader: DocumentReader) async throws -> ExtractedDocument {
        guard reader.archives < deepest else {
            throw DocumentError(
                .unsupportedFormat, "An archive in an archive in an archive is not read. Unpack the outer ones first.")
        }
        var archive = try ArchiveReader(bytes, reader)
        return try await archive.read()
    }

    private init(_ bytes: [UInt8], _ reader: DocumentReader) throws {
        self.reader = reader
        archive = try ZipArchive(
            bytes, entrySize: reader.configuration.maximumBytes, maximumEntries: Self.mostEntries)
        let files = archive.entries.keys.filter { !$0.hasSuffix("/") && !$0.hasSuffix("\\") }
        names = files.filter { !ArchiveName.isHidden($0) }.sorted()
        hidden = files.count - names.count
        shown = ArchiveName.shown(names)
    }

    private mutating func read() async throws -> ExtractedDocument {
        if let export = try readExport() { return export }
        var found: [(name: String, document: ExtractedDocument)] = []
        var room = reader.configuration.maximumTextBytes
        var count = 0
        for name in names {
            try Task.checkCancellation()
            guard !ArchiveName.isMedia(name) else {
                media += 1
                continue
            }
            guard count < Self.mostFiles, room > 0 else {
                beyond += 1
                continue
            }
            count += 1
            if let document = try await readFile(name, room: room) {
                room -= document.text.utf8.count
                found.append((name, document))
            }
        }
        let kept = withoutHelpers(found)
        guard let first = kept.first else { throw nothing() }
        if kept.count == 1 {
            // What is alone in an archive is what was exported.
            var document = first.document
            document.warnings += notes()
            return document
        }
        return joined(kept)
    }

    private mutating func readFile(_ name: String, room: Int) async throws -> ExtractedDocument? {
        do {
            guard let contents = try archive.contents(of: name) else { return nil }
            var inner = reader
            inner.isAttachment = true
            inner.archives += 1
            inner.configuration.readsTurns = false
            inner.configuration.readsMail = false
            inner.configuration.maximumTextBytes = room
            var document = try await inner.read(contents.bytes, name: name)
            if contents.isDamaged {
                document.warnings.insert(
                    ExtractionWarning(.damaged, "It is damaged in the archive; what could be unpacked was read."), at: 0
                )
            }
            guard !document.blocks.isEmpty else {
                unread.append(name)
                return nil
            }
            return document
        } catch let error as CancellationError {
            throw error
        } catch {
            // Empty files have nothing that could be missed.
            let told = error as? DocumentError
            if told?.reason != .empty { unread.append(name) }
            if firstError == nil { firstError = told }
            return nil
        }
    }

    /// Beside conversations and notes lie the program's own lists and pages that show the same once more.
    private mutating func withoutHelpers(
        _ found: [(name: String, document: ExtractedDocument)]
    ) -> [(name: String, document: ExtractedDocument)] {
        let tables = Set(found.map { ArchiveName.withoutIDs($0.name) })
        let hasExport = found.contains { $0.document.format == .chat || $0.document.format == .notes }
        let kept = found.filter { name, document in
            let ending = FormatDetector.fileExtension(name)
            if hasExport, [.text, .html].contains(document.format) {
                return !["json", "html", "htm", "js", "css"].contains(ending)
            }
            // Notion writes a table twice, as it is shown and whole.
            guard ending == "csv", !name.hasSuffix("_all.csv") else { return true }
            return !tables.contains(ArchiveName.withoutIDs(name).dropLast(4) + "_all.csv")
        }
        helpers += found.count - kept.count
        return kept
    }

    private func joined(_ files: [(name: String, document: ExtractedDocument)]) -> ExtractedDocument {
        var builder = DocumentBuilder()
        for (name, document) in files {
            let heading = shown[name] ?? name
            if Self.pagesOfTheirOwn.contains(document.format) {
                EmbeddedDocument.appendPages(of: document, name: heading, to: &builder)
            } else {
                builder.beginPage()
                EmbeddedDocument.append(document, heading: heading, name: heading, to: &builder)
            }
        }
        builder.warnings += notes()
        let formats = Set(files.map(\.document.format))
        let format = formats.first ?? .zip
        return builder.finish(format: formats.count == 1 && [.chat, .notes].contains(format) ? format : .zip)
    }

    /// Conversations, notes and files say by their headings what they are, wherever they come from: an export may be cut into several files.
    private static let pagesOfTheirOwn: Set<DocumentFormat> = [.chat, .notes, .zip]

    // MARK: - Exports of many files

    private mutating func readExport() throws -> ExtractedDocument? {
        let isSlack = SlackReader.isExport(names)
        let channels = names.filter(DiscordPackage.isChannel)
        guard isSlack || !channels.isEmpty else { return nil }
        var writer = ConversationWriter(maximumTextBytes: reader.configuration.maximumTextBytes)
        var read: Set<String> = []
        var failed: [String] = []
        func contents(_ name: String) throws -> [UInt8]? {
            do {
                guard let contents = try archive.contents(of: name) else { return nil }
                read.insert(name)
                return Array(TextDecoder.decode(contents.bytes).text.utf8)
            } catch let error as DocumentError {
                failed.append(name)
                if firstError == nil { firstError = error }
                return nil
            }
        }
        if isSlack {
            try SlackReader.read(names, into: &writer, contents: contents)
        } else {
            try DiscordPackage.read(names, channels, into: &writer, contents: contents)
        }
        unread = failed
        guard !writer.isEmpty else { throw nothing() }
        media = names.count { ArchiveName.isMedia($0) }
        helpers = names.count - read.count - failed.count - media
        var document = writer.finish()
        document.warnings += notes()
        return document
    }

    // MARK: - What was left out

    private func nothing() -> DocumentError {
        if let firstError, [.encryptedDocument, .tooLarge].contains(firstError.reason) { return firstError }
        return DocumentError(
            .unsupportedFormat,
            "The archive has no file in it that Hearth reads. It has \(names.count) \(names.count == 1 ? "file" : "files")."
        )
    }

    private func notes() -> [ExtractionWarning] {
        var builder = DocumentBuilder()
        let some = unread.prefix(Self.named).map { shown[$0] ?? $0 }.joined(separator: ", ")
        builder.warn(
            unread.count, .skipped, "1 file of the archive was not read: \(some).",
            "files of the archive were not read: \(some)\(unread.count > Self.named ? ", …" : ".")")
        builder.warn(
            beyond, .truncated, "1 file of the archive was not read, beyond what is kept.",
            "files of the archive were not read, beyond what is kept.")
        builder.warn(
            media, .skipped, "1 picture, recording or program in the archive was left out.",
            "pictures, recordings and programs in the archive were left out.")
        builder.warn(
            helpers, .skipped, "1 file beside what was exported was left out.",
            "files beside what was exported were left out.")
        builder.warn(
            hidden, .skipped, "1 hidden file in the archive was left out.",
            "hidden files in the archive were left out.")
        return builder.warnings
    }
}

/// What the names in an archive say.
enum ArchiveName {
    /// Files that programs keep for themselves.
    static func isHidden(_ name: String) -> Bool {
        let parts = name.split { $0 == "/" || $0 == "\\" }
        return parts.first == "__MACOSX" || parts.contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." }
            || ["Thumbs.db", "desktop.ini"].contains(parts.last)
    }

    /// Whether it ends like a picture, a recording, a font or a program, which nothing is to be read in.
    static func isMedia(_ name: String) -> Bool { endings.contains(FormatDetector.fileExtension(name)) }

    private static let endings: Set<String> = [
        "jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "avif", "bmp", "tif", "tiff", "ico", "psd", "raw", "dng",
        "mp3",
        "m4a", "aac", "ogg", "oga", "opus", "flac", "wav", "amr", "mp4", "m4v", "mov", "mkv", "webm", "avi", "3gp",
        "mpg",
        "mpeg", "tgs", "webmanifest", "woff", "woff2", "ttf", "otf", "exe", "dll", "so", "dylib", "class", "pyc", "o",
        "a",
        "sqlite", "db",
    ]

    /// The names as they are shown: without the folder that all are in, without what would lead out of it, and without Notion's ids.
    static func shown(_ names: [String]) -> [String: String] {
        let parts = names.map { name in
            name.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." && $0 != ".." }.map(String.init)
        }
        let folder = parts.first?.first
        let hasFolder = names.count > 1 && parts.allSatisfy { $0.count > 1 && $0.first == folder }
        var shown: [String: String] = [:]
        for (name, parts) in zip(names, parts) {
            let path = parts.dropFirst(hasFolder ? 1 : 0).map { withoutIDs($0) }.joined(separator: " / ")
            shown[name] = onOneLine(String(path.prefix(300)))
        }
        return shown
    }

    /// Drops the ids of 32 hexadecimal digits that Notion puts behind each name.
    static func withoutIDs(_ name: String) -> String {
        var output: [UInt8] = []
        let bytes = Array(name.utf8)
        var index = 0
        while index < bytes.count {
            if bytes[index] == space, index + 33 <= bytes.count,
                bytes[(index + 1)..<(index + 33)].allSatisfy({ hexDigit($0) != nil }),
                index + 33 == bytes.count
                    || [UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "/")].contains(bytes[index + 33])
            {
                index += 33
            } else {
                output.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
