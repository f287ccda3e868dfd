import HearthCore

/// Reads an archive (ZIP, tar) of files: the exports of programs that are in it, and each other file that a reader knows, a page with its name as heading.
///
/// Names never reach the file system. An archive in the archive is read, and one in that is not.
struct ArchiveReader {
    static let mostEntries = 200_000
    /// Archives in each other.
    private static let deepest = 2
    /// Files that are named among those left out.
    private static let named = 5

    private static let endings = [".zip", ".tar.gz", ".tgz", ".tar", ".jex", ".kmz"]

    private typealias Found = (name: String, document: ExtractedDocument)

    private var archive: FileArchive
    private let reader: DocumentReader
    /// The archive's own name, without its ending, which a chat in it may be called by.
    private let title: String
    private let names: [String]
    /// Names that are shown, without the folder that all are in.
    private var shown: [String: String]
    private var media = 0
    private var pictures = EmbeddedPictures()
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
        return try await ArchiveBudget.within {
            var archive = try ArchiveReader(bytes, name, reader)
            return try await archive.read()
        }
    }

    private init(_ bytes: [UInt8], _ name: String, _ reader: DocumentReader) throws {
        self.reader = reader
        let file = ArchiveName.lastPart(name)
        let ending = Self.endings.first { file.lowercased().hasSuffix($0) } ?? ""
        title = String(file.dropLast(ending.count))
        archive = try FileArchive(
            bytes, entrySize: reader.configuration.maximumBytes, maximumEntries: Self.mostEntries)
        let files = archive.names.filter { !$0.hasSuffix("/") && !$0.hasSuffix("\\") }
        let shownFiles = files.filter { !ArchiveName.isHidden($0) }
        hidden = files.count - shownFiles.count
        // What lies beside a database is read with it, or says nothing by itself.
        let beside = Set(
            shownFiles.filter(ArchiveName.isDatabase).flatMap { [$0 + DocumentReader.logEnding, $0 + "-shm"] })
        names = shownFiles.filter { !beside.contains($0) }.sorted(by: ArchiveName.precedes)
        shown = ArchiveName.shown(names)
    }

    private mutating func read() async throws -> ExtractedDocument {
        var found: [Found] = []
        var room = reader.configuration.maximumTextBytes
        var own: Set<String> = []
        for export in ArchiveExport.all(in: names) where room > 0 {
            guard let document = try read(export, room) else { continue }
            own.formUnion(export.names)
            room -= document.text.utf8.count
            found.append(("\(export.program.rawValue)'s export", document))
        }
        var read: [String: ExtractedDocument] = [:]
        let others = names.filter { !own.contains($0) }
        let readsPictures = reader.configuration.recognition != .never
        // Databases and pictures come last: an album fills what may be unpacked, and must not keep a letter from being read.
        let large = others.filter(ArchiveName.isDatabase) + others.filter(ArchiveName.isPicture)
        for name in others.filter({ !ArchiveName.isDatabase($0) && !ArchiveName.isPicture($0) }) + large {
            try Task.checkCancellation()
            guard !ArchiveName.isMedia(name), readsPictures || !ArchiveName.isPicture(name) else {
                media += 1
                continue
            }
            guard !HealthReader.isBeside(name) else {
                helpers += 1
                continue
            }
            guard room > 0, ArchiveBudget.current?.takeFile() ?? true else {
                beyond += 1
                continue
            }
            if let document = try await readFile(name, room: room) {
                room -= document.text.utf8.count
                read[name] = document
            }
        }
        found += others.compactMap { name in read[name].map { (name, $0) } }
        let kept = withoutHelpers(found)
        guard let first = kept.first else {
            guard pictures.isAny else { throw nothing() }
            // An album without a word is a document without text, as a picture is.
            return joined([])
        }
        if kept.count == 1, first.document.format != .image {
            // What is alone in an archive is what was exported.
            var document = first.document
            document.warnings += notes() + pictures.warnings
            return document
        }
        return joined(kept)
    }

    private mutating func readFile(_ name: String, room: Int) async throws -> ExtractedDocument? {
        do {
            let most = HealthReader.isExport(name) ? reader.configuration.maximumDatabaseBytes : nil
            guard var contents = try archive.contents(of: name, limit: most) else { return nil }
            if ArchiveName.isDatabase(name) {
                guard try MessagesReader.isOne(contents.bytes) else {
                    media += 1
                    return nil
                }
                try addLog(of: name, to: &contents)
            }
            if ArchiveName.isPicture(name),
                PictureHeader.kind(of: Array(contents.bytes.prefix(PictureHeader.headSize))) == nil
            {
                media += 1
                return nil
            }
            guard pictures.allows(contents.bytes) else { return nil }
            // Below the archive's own name, as it would lie if it were unpacked.
            var document = try await inner(room).read(contents.bytes, name: "\(title)/\(name)")
            if contents.isDamaged {
                document.warnings.insert(
                    ExtractionWarning(.damaged, "It is damaged in the archive; what could be unpacked was read."), at: 0
                )
            }
            guard !document.blocks.isEmpty else {
                if !pictures.note(document) { unread.append(name) }
                return nil
            }
            return document
        } catch let error as CancellationError {
            throw error
        } catch {
            let told = error as? DocumentError
            if ArchiveName.isPicture(name), told?.reason == .tooLarge {
                pictures.leaveOut()
                return nil
            }
            // Empty files have nothing that could be missed.
            if told?.reason != .empty { unread.append(name) }
            if firstError == nil { firstError = told }
            return nil
        }
    }

    /// A database is as new as its log, which lies beside it and is read with it; where that cannot be unpacked or does not fit, the reader
    /// says that it is missing.
    private mutating func addLog(of name: String, to contents: inout ZipArchive.Contents) throws {
        guard SQLiteFile.hasLog(contents.bytes) else { return }
        do {
            guard let log = try archive.contents(of: name + DocumentReader.logEnding) else { return }
            if let whole = try SQLiteLog.applied(log.bytes, to: contents.bytes) { contents.bytes = whole }
        } catch is DocumentError {
            return
        }
    }

    private func inner(_ room: Int) -> DocumentReader {
        var inner = reader
        inner.archives += 1
        inner.configuration.readsTurns = false
        inner.configuration.readsMail = false
        inner.configuration.maximumTextBytes = room
        // What is read of a part of it is not the document.
        inner.configuration.recognized = nil
        return inner
    }

    /// Beside conversations lie the program's own lists and pages that show the same once more.
    private mutating func withoutHelpers(_ found: [Found]) -> [Found] {
        let tables = Set(found.map { ArchiveName.withoutIDs($0.name) })
        let own = ArchiveHelpers(beside: found.filter { [.chat, .notes].contains($0.document.format) }.map(\.name))
        let kept = found.filter { name, document in
            if [.text, .html, .markdown].contains(document.format), own.contain(name) { return false }
            // Notion writes a table twice, as it is shown and whole.
            guard FormatDetector.fileExtension(name) == "csv", !name.hasSuffix("_all.csv") else { return true }
            return !tables.contains(ArchiveName.withoutIDs(name).dropLast(4) + "_all.csv")
        }
        helpers += found.count - kept.count
        return kept
    }

    private func joined(_ files: [Found]) -> ExtractedDocument {
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
        if files.isEmpty { builder.beginPage() }
        builder.warnings += notes() + pictures.warnings
        // The pictures of a conversation belong to it; what stands on one beside an address book is no contact.
        var formats = Set(files.map(\.document.format))
        if formats != [.image, .vcf] { formats.remove(.image) }
        let format = formats.first ?? .zip
        return builder.finish(format: formats.count == 1 && [.chat, .notes, .vcf].contains(format) ? format : .zip)
    }

    /// Conversations, notes, contacts and files say by their headings what they are, wherever they come from: an export may be cut into several files.
    private static let pagesOfTheirOwn: Set<DocumentFormat> = [.chat, .notes, .vcf, .zip]

    // MARK: - Exports of many files

    /// - Returns: `nil` where nothing of the program's is in it: then its files are none of an export's, or cannot be read.
    private mutating func read(_ export: ArchiveExport, _ room: Int) throws -> ExtractedDocument? {
        var unpacked = archive
        var read = 0
        var damaged = 0
        var failed: [String] = []
        func contents(_ name: String) throws -> [UInt8]? {
            do {
                guard let contents = try unpacked.contents(of: name) else { return nil }
                read += 1
                if contents.isDamaged { damaged += 1 }
                return Array(TextDecoder.decode(contents.bytes).text.utf8)
            } catch is DocumentError {
                failed.append(name)
                return nil
            }
        }
        var titles: [String: String] = [:]
        var document: ExtractedDocument?
        if export.program == .joplin {
            var notes = NotesWriter(maximumTextBytes: room)
            titles = try JoplinReader.read(export.names, into: &notes, contents: contents)
            document = notes.isEmpty ? nil : notes.finish(warnings: [])
        } else {
            var chats = ConversationWriter(maximumTextBytes: room)
            switch export.program {
            case .slack: try SlackReader.read(export.names, into: &chats, contents: contents)
            case .discord: try DiscordPackage.read(export.names, into: &chats, contents: contents)
            case .x: try XReader.read(export.names, into: &chats, contents: contents)
            case .googleChat: try GoogleChatReader.read(export.names, into: &chats, contents: contents)
            case .joplin: break
            }
            document = chats.isEmpty ? nil : chats.finish()
        }
        guard var document else { return nil }
        archive = unpacked
        unread += failed
        helpers += export.names.count - read - failed.count
        // Files are called by their ids there, and by their names where they are shown.
        for name in titles.isEmpty ? [] : names {
            let stem = ArchiveName.lastPart(name).prefix(32)
            if let title = titles[String(stem)] { shown[name] = onOneLine(String(title.prefix(300))) }
        }
        var builder = DocumentBuilder()
        builder.warn(
            damaged, .damaged, "1 file is damaged in the archive; what could be unpacked was read.",
            "files are damaged in the archive; what could be unpacked was read.")
        document.warnings = builder.warnings + document.warnings
        return document
    }

    // MARK: - What was left out

    private func nothing() -> DocumentError {
        if let firstError, [.encryptedDocument, .tooLarge].contains(firstError.reason) { return firstError }
        guard beyond == 0 else { return ZipArchive.tooMuch }
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
        builder.warnings += archive.notes
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
