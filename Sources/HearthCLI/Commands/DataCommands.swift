import ArgumentParser
import Foundation
import Hearth

/// What a backup holds, and what it does not. Settings, environments and models belong to a machine: paths, addresses, and what
/// may leave it. Put over those of another one, they would loosen what was decided there.
private enum BackupContents {
    static let note = """
        note: a backup holds the documents, conversations, journal and ledger. Not in it are the settings (settings.json, \
        environments.json, model-settings.json in the data folder), the keys of services and the models

        """
}

/// `hearth backup FILE`: an encrypted copy of the store.
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Write an encrypted copy of all documents, conversations and the journal to a file.",
        discussion: """
            The ledger, consents and labels are in it too. The settings, the keys of services and the models are not: they \
            belong to the machine, not to the papers. Another environment with a data folder of its own has a backup of its \
            own.

            The copy is encrypted with the same key. The key itself is not in it, and without it no machine can read the \
            copy: keep a copy of the key too, apart from this one.

            EXAMPLES
              hearth backup /media/stick/hearth.backup
              hearth backup /media/stick/hearth.backup --key-to /media/other/database-key.key
            """)
    @Argument(help: "The file to write.", completion: .file()) var file: String
    @Option(
        help: "Also write the key to this new file; whoever has both files can read everything.", completion: .file())
    var keyTo: String?
    @Flag(help: "Replace a file that is there.") var force = false

    func run() async throws {
        // A file of that name is not what is meant by it elsewhere.
        guard !file.isEmpty, file != "-" else {
            throw CommandFailure(ExitStatus.usage, "A backup is written to a file; name one. Nothing was written.")
        }
        let url = URL(fileURLWithPath: file)
        // A slip of the hand must not cost the only other copy, or somebody's letter.
        guard force || !FileManager.default.fileExists(atPath: url.path) else {
            throw CommandFailure(
                ExitStatus.failed,
                "\(Terminal.line(file)) is there already; name a new file, or add --force. Nothing was written.")
        }
        let folder = url.deletingLastPathComponent().path
        guard FileManager.default.fileExists(atPath: folder) else {
            throw CommandFailure(ExitStatus.failed, "There is no folder \(Terminal.line(folder)). Make it first.")
        }
        if let keyTo, Self.isSame(file, keyTo) {
            throw CommandFailure(
                ExitStatus.usage, "The key needs a file of its own, apart from the backup. Nothing was written.")
        }
        // Before the copy is written: without the key that was asked for it is half of what was wanted.
        if let keyTo, FileManager.default.fileExists(atPath: keyTo) {
            throw CommandFailure(
                ExitStatus.failed, "\(keyTo) is there already; name a new file for the key. Nothing was written.")
        }
        let hearth = try Hearth()
        if let keyTo { try hearth.data.requireOutside(URL(fileURLWithPath: keyTo)) }
        try await hearth.data.backUp(to: url)
        let size = (try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int) ?? nil
        Terminal.output.write("Wrote \(Terminal.line(file)) (\(Format.bytes(size ?? 0)), encrypted).\n")
        Terminal.error.write(BackupContents.note)
        let others = try hearth.people.list().count
        if others > 0 {
            Terminal.note(
                "\(Format.count(others, "other person has", many: "other people have")) an account here. Not in it are their accounts "
                    + "(people.json) and their libraries, each of which has a backup of its own: HEARTH_HOME=…/people/ID hearth backup FILE"
            )
        }
        guard let keyTo else {
            let place = Terminal.safe(hearth.data.keyPlace)
            return Terminal.note(
                "it opens only with the key in \(place); keep a copy of that elsewhere too")
        }
        try await hearth.data.writeKey(to: URL(fileURLWithPath: keyTo))
        Terminal.output.write("Wrote its key to \(Terminal.line(keyTo)). Keep the two apart.\n")
    }

    /// Whether two names are of one file, which need not be there yet. Names that differ in case alone count as one: on many
    /// disks they are.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        func place(_ path: String) -> String {
            let url = URL(fileURLWithPath: path)
            let folder = url.deletingLastPathComponent().resolvingSymlinksInPath()
            return folder.appendingPathComponent(url.lastPathComponent).path.lowercased()
        }
        return place(one) == place(other)
    }
}

/// `hearth restore FILE`: everything back from a backup.
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace all documents, conversations and the journal by a backup, after checking it.",
        discussion: """
            The settings, the keys of services and the models stay as they are: they are not in a backup.

            The backup is verified first; what was there before is kept until the new one is in place. It opens only with the \
            key of the store that it was made from: on a new machine, put that store's database-key.key into the data folder \
            first.

            EXAMPLES
              hearth restore /media/stick/hearth.backup --yes
            """)
    @Argument(help: "A file that `hearth backup` wrote.", completion: .file()) var file: String
    @Flag(help: "Do it without asking.") var yes = false

    func run() async throws {
        // Before anybody is asked to confirm what cannot be done.
        guard yes || FileManager.default.fileExists(atPath: file) else {
            throw CommandFailure(ExitStatus.failed, "There is no backup at \(Terminal.line(file)). Check the path.")
        }
        try Confirmation.require(
            yes, "This replaces all documents, conversations and the journal by those of the backup.", word: "restore")
        try await Hearth().data.restore(from: URL(fileURLWithPath: file))
        Terminal.output.write("Restored from \(Terminal.line(file)).\n")
        Terminal.error.write(BackupContents.note)
    }
}

/// `hearth export FOLDER`: everything in open formats.
struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write all documents, conversations and the journal as Markdown and JSON. Not encrypted.",
        discussion: """
            What is written is not read in again with a folder that it lies in. Where `hearth ingest` is given the folder itself, \
            the documents come back with their titles and as private as they were; conversations and what documents.json and \
            conversations.json say do not. `hearth backup` writes a copy that is encrypted, and that `hearth restore` brings \
            back whole.

            EXAMPLES
              hearth export ~/hearth-export
            """)
    @Argument(help: "A folder; made if it is not there, must be empty.", completion: .directory) var folder: String

    func run() async throws {
        let summary = try await Hearth().data.export(to: URL(fileURLWithPath: folder, isDirectory: true))
        let entries = Format.count(summary.entries, "entry of the journal", many: "entries of the journal")
        Terminal.output.write(
            "Wrote \(Format.count(summary.documents, "document"))" + (summary.entries == 0 ? "" : ", \(entries)")
                + " and \(Format.count(summary.conversations, "conversation")) to \(Terminal.line(folder)). "
                + "These files are not encrypted.\n")
    }
}

/// `hearth delete-everything`: the data folder as it was before the first run.
struct DeleteEverythingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete-everything",
        abstract: "Delete all data and the key. Cannot be undone.",
        discussion: """
            Removes the database, its key and the settings; of a library in PostgreSQL all rows of its owner. Files that were read stay \
            where they are. Without the key, copies of the database that are left on backups of the disk cannot be read.

            Where others have accounts, nothing is deleted unless --with-people says that their libraries are to go, too.
            """)
    @Flag(help: "Do it without asking.") var yes = false
    @Flag(help: "Delete the accounts and the libraries of everybody, too.") var withPeople = false

    func run() async throws {
        try Confirmation.require(
            yes,
            "This deletes all documents, conversations, the journal, settings and the key"
                + (withPeople ? ", and the accounts and libraries of everybody." : "."), word: "delete")
        let removed: [String]
        do {
            removed = try await Hearth().data.deleteEverything(withPeople: withPeople)
        } catch let error as EngineError where error.reason == .peopleAreHere {
            throw CommandFailure(ExitStatus.failed, "\(error.message) Or add --with-people.")
        }
        for name in removed { Terminal.output.write("deleted \(Terminal.line(name))\n") }
        Terminal.output.write(removed.isEmpty ? "There was nothing to delete.\n" : "Everything is deleted.\n")
    }
}

/// Asks before what cannot be undone.
enum Confirmation {
    static func require(_ given: Bool, _ consequence: String, word: String) throws {
        if given { return }
        guard isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(ExitStatus.usage, "\(consequence) Add --yes to do it.")
        }
        Terminal.output.write("\(consequence) Type \"\(word)\" to go on: ")
        guard readLine() == word else { throw CommandFailure(ExitStatus.failed, "Nothing was changed.") }
    }
}
