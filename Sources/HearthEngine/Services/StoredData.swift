public import Foundation
public import HearthCore
import HearthKnowledge
import HearthPostgres
import HearthStore
import HearthSystem

extension Hearth {
    /// The library as a whole: its size, backups, exports and deletion.
    public struct StoredData: Sendable {
        let hearth: Hearth
    }
}

extension Hearth.StoredData {
    /// The size of the library.
    public struct Extent: Hashable, Sendable {
        public var counts: StoreCounts
        public var conversations: Int
        public var journalEntries: Int
        public var ledgerRecords: Int
        /// Of the database with what belongs to it; 0 for one that is no file.
        public var databaseBytes: Int
    }

    /// How much is kept. What a program may not read is not counted for it.
    public func extent() async throws -> Extent {
        let (library, files) = (try await hearth.library(), StoreFiles(folder: hearth.folder))
        return Extent(
            counts: try await library.counts(), conversations: try await library.conversations(limit: .max).count,
            journalEntries: try await library.journalHeads(from: nil, to: nil).count,
            ledgerRecords: try await library.ledger(LedgerFilter(limit: 1)).last?.number ?? 0,
            // A file that is left there is not the library any more.
            databaseBytes: address != nil
                ? 0 : [files.database, files.writeAheadLog, files.sharedMemory].reduce(0) { $0 + Self.size($1) })
    }

    /// What is found of a library in PostgreSQL, looked at anew; `nil` where the library is a file. It makes one connection.
    ///
    /// - Throws: `StoreError`; ``EngineError`` with the code `owner-only` for a member and for programs.
    public func condition() async throws -> LibraryCondition? {
        try Reader.requireOwner(for: "Examining the database", of: .server)
        let snapshot = hearth.environments.current
        guard let address = snapshot.settings.library else { return nil }
        return try await OpenStore.condition(address, in: snapshot)
    }

    /// The PostgreSQL address of the library; `nil` for a library in a file.
    public var address: String? { hearth.environments.current.settings.library?.description }

    private static func size(_ url: URL) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: url.path))?[.size] as? Int) ?? 0
    }

    /// Refuses a place for what a person wants written that lies in a data folder of Hearth, by whatever links it is named.
    /// What writes to a place of a person's choice asks this first; a program chooses none.
    ///
    /// - Throws: ``EngineError`` with the code `usage`, or `owner-only`.
    public func requireOutside(_ place: URL) throws {
        try Reader.requireOwner(for: "Writing to a place of this machine")
        guard OwnFolders(hearth.environments.current).hold(place.path) else { return }
        throw EngineError(
            .usage,
            "\(place.path) is in a data folder of Hearth, whose files are its own; name another place. Nothing was "
                + "written.")
    }

    // MARK: Backups

    /// Writes an encrypted copy of everything to a file, which replaces one that is there. The key is not in it.
    ///
    /// - Throws: `StoreError`; ``EngineError`` with the code `usage` for a place in a data folder of Hearth.
    public func backUp(to file: URL) async throws {
        try requireOutside(file)
        Leftovers.sweepBackups(in: file.deletingLastPathComponent())
        try await hearth.database().backup(to: file)
    }

    /// Where a copy of the key can be taken from: the key file, or a description of the place that has it.
    public var keyPlace: String {
        let folder = hearth.folder
        let file = DatabaseKey.file(in: folder)
        return FileManager.default.fileExists(atPath: file.path)
            ? file.path : SecretStores.preferred(folder: folder).placeDescription
    }

    /// Writes the key of the database to a file that only its owner may read, in the form that ``restore(from:)`` takes on
    /// another machine. Whoever has it and a backup can read everything.
    ///
    /// - Throws: `StoreError` `missing-key`, `store-io` when the file is there already; ``EngineError`` with the code `usage` for
    ///   a place in a data folder of Hearth.
    public func writeKey(to file: URL) async throws {
        try requireOutside(file)
        let folder = hearth.folder
        // A Keychain may ask its owner first.
        try await BlockingWork.run {
            guard !FileManager.default.fileExists(atPath: file.path) else {
                throw StoreError(.io, "\(file.path) is there already; name a new file for the key.")
            }
            let key = try DatabaseKey.loadForRestoring(
                in: SecretStores.preferred(folder: folder), for: StoreFiles(folder: folder))
            try PrivateFile(file).write(key.exposedBytes())
        }
    }

    /// Replaces everything by a backup, which is verified first.
    ///
    /// - Throws: `StoreError` `missing-key` where the key that opens the backup is not there, `invalid-backup`, `busy`.
    public func restore(from backup: URL) async throws {
        try Reader.requireOwner(for: "Restoring a backup")
        await hearth.shutdown()
        let folder = hearth.folder
        let key = try await BlockingWork.run {
            guard FileManager.default.fileExists(atPath: backup.path) else {
                throw StoreError(.invalidBackup, "There is no backup at \(backup.path).")
            }
            return try DatabaseKey.loadForRestoring(
                in: SecretStores.preferred(folder: folder), for: StoreFiles(folder: folder))
        }
        do {
            defer { hearth.folderTurns.resume() }
            try await hearth.close()
            try await HearthDatabase.restore(from: backup, into: .init(folder: folder, key: key))
        } catch {
            await hearth.work.serveAgain()
            throw error
        }
        // What waited in the backup.
        await hearth.work.serveAgain()
    }

    /// Deletes the database, its key, the keys of services, the environments, the settings and what servers left; of a library in PostgreSQL all
    /// rows. Where these cannot be removed, nothing is. Returns the names of what was deleted.
    ///
    /// - Parameter withPeople: Whether the accounts and the libraries of others go, too.
    /// - Throws: ``EngineError`` `people-are-here` where there are any and nobody said so, and the errors of what is removed.
    @discardableResult
    public func deleteEverything(withPeople: Bool = false) async throws -> [String] {
        // Also of one that may read all of it: what is above a ceiling goes too, and so does the ceiling.
        try Reader.requireOwner(for: "Deleting everything")
        if !withPeople { try await requireAlone() }
        await hearth.shutdown()
        let removed: [String]
        do {
            removed = try await removeRows()
            try await hearth.close()
        } catch {
            await hearth.work.serveAgain()
            throw error
        }
        let base = hearth.environments.current.baseFolder
        // Files, locks that others may hold for a moment, and a secret service that may ask its owner first. In a task of its
        // own: once begun it is done to its end, also where its caller waits no longer.
        return try await Task { try await BlockingWork.run { try Self.deleteEverything(in: base) } }.value + removed
    }

    /// What others keep here is not deleted by a word that may be meant for one's own.
    private func requireAlone() async throws {
        let people = hearth.people
        let count = try await BlockingWork.run { try max(people.list().count, people.libraryCount) }
        guard count > 0 else { return }
        throw EngineError(
            .peopleAreHere,
            "Others have accounts or libraries here (\(count)), which would be deleted with everything. Nothing was deleted. Remove these people with their libraries first."
        )
    }

    /// Removes the rows of libraries in PostgreSQL, the owner's last: where one of them fails, it is still known where they are.
    private func removeRows() async throws -> [String] {
        guard hearth.settings.library != nil else { return [] }
        let people = hearth.people
        var names: [String] = []
        for id in try await BlockingWork.run({ try people.list().map(\.id) }) {
            try await hearth.library(of: id, among: people).removeRows().map { names.append($0) }
        }
        try await hearth.removeRows().map { names.append($0) }
        return names
    }

    private static func deleteEverything(in base: URL) throws -> [String] {
        let registry = EnvironmentRegistry(folder: base)
        // Environments may keep their documents in folders of their own; what is everything includes them.
        let own = try registry.load().environments.compactMap(\.dataFolder)
        let folders = [base] + Set(own).sorted().map { URL(fileURLWithPath: $0, isDirectory: true) }
        let before = folders.map(Self.names)
        for folder in folders {
            try People.removeEverything(in: folder)
            try HearthDatabase.deleteEverything(in: folder, removingKeyFrom: SecretStores.preferred(folder: folder))
        }
        try SettingsFile(folder: base).remove()
        try ToolServersFile(folder: base).remove()
        for folder in folders {
            try ModelSettingsFile(folder: folder).remove()
            try LibraryConsents(folder: folder).remove()
            try WaitingConnections(folder: folder, library: "").removeFile()
            try RunningServer.removeTraces(in: folder)
            // Recordings that are being fetched.
            try? FileManager.default.removeItem(at: EpisodeFolder.url(in: folder))
        }
        try registry.removeAll()
        // Last, because a secret service that does not answer must not keep anything else from being deleted.
        try KeyVault.removeEverything(folder: base)
        for folder in folders { try? FileManager.default.removeItem(at: PrivateFile.lockFile(in: folder)) }
        return zip(folders, before).flatMap { folder, before in
            let left = Set(Self.names(in: folder))
            let gone = before.filter { !left.contains($0) }.sorted()
            return folder == base ? gone : gone.map { folder.appendingPathComponent($0).path }
        }
    }

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    // MARK: Exports

    /// The number of items that an export wrote.
    public struct ExportSummary: Hashable, Sendable {
        public var documents: Int
        /// Entries of the journal, which lie among the documents.
        public var entries: Int
        public var conversations: Int
    }

    /// Writes every document and every entry of the journal as Markdown (its text under a small header) and everything about it as `documents.json`,
    /// conversations as Markdown and `conversations.json`, what was said of names in the journal as `people.json`, feeds as `feeds.opml`. Not
    /// encrypted, so the files are for their owner alone. A mark keeps them from
    /// being read in again with the folder in which they lie.
    ///
    /// - Throws: ``EngineError`` with the code `not-empty` when the folder holds anything, `usage` when it lies in a data folder
    ///   of Hearth.
    public func export(to target: URL) async throws -> ExportSummary {
        try requireOutside(target)
        let files = FileManager.default
        if let present = try? files.contentsOfDirectory(atPath: target.path), !present.isEmpty {
            throw EngineError(.notEmpty, "\(target.path) is not empty; name an empty or new folder.")
        }
        let library = try await hearth.library()
        let writer = try ExportWriter(folder: target)
        let documents = try await library.documents(matching: .everything, limit: .max, offset: 0)
        for document in documents {
            try Task.checkCancellation()
            try writer.write(document, text: try await library.text(ofDocument: document.id) ?? "")
        }
        let conversations = try await library.conversations(limit: .max)
        for conversation in conversations {
            try Task.checkCancellation()
            try await writer.write(conversation, of: library)
        }
        try writer.write(try await library.peopleRegister())
        // What is subscribed to, in the form that other programs read.
        let feeds = try await hearth.feeds.list()
        if !feeds.isEmpty { try writer.write(feeds: try await hearth.feeds.exportedList()) }
        try writer.finish()
        let entries = documents.count { document in
            !document.paths.isEmpty && document.paths.allSatisfy { $0.hasPrefix(JournalSession.pathPrefix) }
        }
        return ExportSummary(
            documents: documents.count - entries, entries: entries, conversations: conversations.count)
    }
}

/// Writes the files of an export.
private final class ExportWriter {
    private struct DocumentFacts: Encodable {
        var id: String
        var title: String?
        var paths: [String]
        var format: String
        var language: String?
        var label: String
        var ingestedAt: Date
        var contentSHA256: String
        var file: String
    }

    private let folder: URL
    private var documents: [DocumentFacts] = []
    /// `conversations.json`, a list that grows by a conversation at a time.
    private let conversations: NewFile.Writer
    private var conversationCount = 0
    private var strictest = SensitivityLabel.public

    init(folder: URL) throws {
        self.folder = folder
        for name in ["documents", "conversations"] {
            try NewFile.makeFolder(folder.appendingPathComponent(name).path)
        }
        conversations = try NewFile.Writer(folder.appendingPathComponent("conversations.json").path)
        // Until the end nobody knows how private it is.
        try mark(.private)
    }

    private func mark(_ label: SensitivityLabel) throws {
        try NewFile.replace(
            folder.appendingPathComponent(FileFinder.exportMark).path,
            with: Data(ExportMark.text(strictest: label).utf8))
    }

    func write(_ document: StoredDocument, text: String) throws {
        let name = "documents/\(Self.slug(document.title ?? "untitled"))-\(document.id.prefix(8)).md"
        let header = """
            ---
            title: \(Self.quoted(document.title ?? ""))
            source: \(Self.quoted(document.presentPath ?? ""))
            format: \(document.format.rawValue)
            label: \(document.label.rawValue)
            ---


            """
        try NewFile.replace(folder.appendingPathComponent(name).path, with: Data((header + text).utf8))
        strictest = max(strictest, document.label)
        documents.append(
            DocumentFacts(
                id: document.id, title: document.title, paths: document.paths, format: document.format.rawValue,
                language: document.language, label: document.label.rawValue, ingestedAt: document.ingestedAt,
                contentSHA256: document.contentHash.hex, file: name))
    }

    /// Writes a conversation message by message, as Markdown and as a value of `conversations.json`.
    func write(_ conversation: Conversation, of library: any Library) async throws {
        let markdown = ConversationExport.Writer(conversation, .markdown)
        let json = ConversationExport.Writer(conversation, .json)
        let file = try NewFile.Writer(folder.appendingPathComponent("conversations/\(conversation.id).md").path)
        try file.append(Data(try markdown.beginning().utf8))
        try add(json.beginning(), after: conversationCount == 0 ? "[\n  " : ",\n  ")
        var isFirst = true
        var label = conversation.promptLabel
        try await library.forEachMessage(ofConversation: conversation.id) { message in
            try file.append(Data(try markdown.message(message, isFirst: isFirst).utf8))
            try add(json.message(message, isFirst: isFirst))
            isFirst = false
            label = max(label, message.label)
        }
        try file.append(Data(try markdown.end(isEmpty: isFirst).utf8))
        try file.close()
        // Without the end of its last line: the list goes on.
        try add(String(json.end(isEmpty: isFirst).dropLast()))
        conversationCount += 1
        strictest = max(strictest, label)
    }

    private struct NameFacts: Encodable {
        var name: String
        /// The person whose name it is, and how that one is called; left out where it is no person's.
        var person: String?
        var shown: String?
        /// What it is instead.
        var kind: String?
    }

    /// Writes what was said of names in the journal; nothing where nothing was said.
    func write(_ register: PeopleRegister) throws {
        guard !register.isEmpty else { return }
        let shown = Dictionary(register.persons.map { ($0.id, $0.name) }) { first, _ in first }
        let names = register.names.map { name in
            NameFacts(
                name: name.name, person: name.personID, shown: name.personID.flatMap { shown[$0] },
                kind: name.notPerson?.rawValue)
        }
        strictest = .private
        try NewFile.replace(folder.appendingPathComponent("people.json").path, with: try Self.encoder.encode(names))
    }

    /// Adds a piece of a value to the list, in which it stands one level deeper than by itself.
    private func add(_ text: String, after separator: String = "") throws {
        try conversations.append(Data((separator + text.replacing("\n", with: "\n  ")).utf8))
    }

    func write(feeds list: String) throws {
        try NewFile.replace(folder.appendingPathComponent("feeds.opml").path, with: Data(list.utf8))
        // What somebody follows is as private as anything.
        strictest = .private
    }

    func finish() throws {
        try NewFile.replace(
            folder.appendingPathComponent("documents.json").path, with: try Self.encoder.encode(documents))
        try conversations.append(Data((conversationCount == 0 ? "[]\n" : "\n]\n").utf8))
        try conversations.close()
        try mark(strictest)
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    /// A title as a file name: letters and digits of any script, the rest as dashes, at most 40 characters.
    private static func slug(_ title: String) -> String {
        let dashed = String(title.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" })
        let words = dashed.split(separator: "-").joined(separator: "-").prefix(40)
        return words.isEmpty ? "untitled" : String(words)
    }

    /// A YAML double-quoted scalar.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case let control where control.value < 0x20: "\\x" + String(format: "%02X", control.value)
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
