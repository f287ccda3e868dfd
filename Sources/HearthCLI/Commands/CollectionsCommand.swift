import ArgumentParser
import Foundation
import Hearth

/// `hearth collections`: named sets of documents, and with whom they are shared.
struct CollectionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collections",
        abstract: "Name sets of documents, and share them with people of your server.",
        discussion: """
            A collection names documents and folders of which something was read. A document that is edited stays in it, and what comes \
            into a folder of it is in it. `--in collection:NAME` limits a question or a search to it.

            Where people have accounts on `hearth serve`, you share a collection with some of them or with everyone: they search, ask \
            and read what is in it, and nothing else of yours. What is labelled private is shared with nobody. What they were given is in \
            your ledger. It is taken back at once; what they wrote down of it meanwhile stays theirs.

            With `--write` they add documents, too. What they add is yours, in your library and your part of the disk, with who added it; \
            they rename, label and remove what they added themselves, and you everything. Each time it is in your ledger.

            EXAMPLES
              hearth collections make Lease
              hearth collections add Lease contracts/lease.pdf ~/house/
              hearth collections share Lease --with Mira
              hearth collections share Lease --with Noah --write
              hearth collections share Lease --everyone
              hearth collections
              hearth collections unshare Lease
            """,
        subcommands: [
            List.self, Make.self, Add.self, Take.self, Rename.self, Remove.self, Share.self, Unshare.self,
        ], defaultSubcommand: List.self)

    struct Row: Encodable {
        var id: String
        var name: String
        var documents: Int
        var places: [String]
        var people: [String]
        var everyone: Bool
        var mayAdd: [String]
        var everyoneMayAdd: Bool

        init(_ collection: DocumentCollection, _ hearth: Hearth) async throws {
            (id, name, places) = (collection.id, collection.name, collection.places)
            documents = try await hearth.collections.count(collection)
            let audience = try await hearth.collections.audiences()[collection.id] ?? CollectionSharing()
            (people, everyone) = (audience.people.keys.sorted(), audience.everyone != nil)
            mayAdd = audience.people.filter { $0.value == .write }.keys.sorted()
            everyoneMayAdd = audience.everyone == .write
        }

        func show(json: Bool) throws {
            if json { return try JSONLines().write(self) }
            var line = "\(Terminal.output.bold(Terminal.line(name)))  \(Format.count(documents, "document"))"
            let readers =
                (everyone ? [everyoneMayAdd ? "everyone (may add)" : "everyone"] : [])
                + people.map { Terminal.line($0) + (mayAdd.contains($0) ? " (may add)" : "") }
            if !readers.isEmpty { line += ", shared with " + readers.joined(separator: ", ") }
            Terminal.output.write(line + "  " + Terminal.output.dim(id) + "\n")
            for place in places { Terminal.output.write("  \(Terminal.line(place))\n") }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Your collections, what is in them, and with whom they are shared.")
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            let all = try await hearth.collections.list()
            for collection in all { try await Row(collection, hearth).show(json: options.json) }
            if all.isEmpty, !options.json {
                Terminal.output.write("No collections yet. `hearth collections make NAME` makes one.\n")
            }
        }
    }

    struct Make: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "make", abstract: "Make a collection.")
        @Argument(help: "What it is called.") var name: String
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            try await Row(try await hearth.collections.make(name), hearth).show(json: options.json)
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Put documents and folders into a collection.",
            discussion: "Whoever reads the collection reads them at once.")
        @Argument(help: "A collection's name or id.") var collection: String
        @Argument(help: "Documents by id, path or title, and folders of which something was read.", completion: .file())
        var documents: [String]
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            let changed = try await hearth.collections.add(documents, to: collection)
            try await Row(changed, hearth).show(json: options.json)
        }
    }

    struct Take: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "take", abstract: "Take documents and folders out of a collection; they stay in the library.")
        @Argument(help: "A collection's name or id.") var collection: String
        @Argument(help: "Documents, and places as the list shows them.") var documents: [String]
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            let changed = try await hearth.collections.take(documents, from: collection)
            try await Row(changed, hearth).show(json: options.json)
        }
    }

    struct Rename: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rename", abstract: "Give a collection another name; who reads it goes on to.")
        @Argument(help: "A collection's name or id.") var collection: String
        @Argument(help: "Its new name.") var name: String
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            try await Row(try await hearth.collections.rename(collection, to: name), hearth).show(json: options.json)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove a collection. Its documents stay; nobody reads it any more.")
        @Argument(help: "A collection's name or id.") var collection: String

        func run() async throws {
            let gone = try await Hearth().collections.remove(collection)
            Terminal.output.write("The collection \(Terminal.line(gone.name)) is gone. Its documents stay.\n")
        }
    }

    struct Share: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "share", abstract: "Let others of your server read a collection, or add to it.",
            discussion: "Shared again with the same person, what is said last holds.")
        @Argument(help: "A collection's name or id.") var collection: String
        @OptionGroup var audience: AudienceOptions
        @Flag(help: "They also add documents, and change and remove those they added.") var write = false
        @OptionGroup var options: StoreOptions

        func validate() throws {
            guard audience.everyone || !audience.with.isEmpty else {
                throw ValidationError("Say with whom: --with NAME or --everyone.")
            }
        }

        func run() async throws {
            let hearth = try Hearth()
            for one in audience.all {
                try await hearth.collections.share(collection, with: one, right: write ? .write : .read)
            }
            try await Row(try await hearth.collections.find(collection), hearth).show(json: options.json)
        }
    }

    struct Unshare: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unshare", abstract: "Take back what was shared; without --with and --everyone, from all.")
        @Argument(help: "A collection's name or id.") var collection: String
        @OptionGroup var audience: AudienceOptions
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            let all = audience.all
            if all.isEmpty { try await hearth.collections.unshare(collection) }
            for one in all { try await hearth.collections.unshare(collection, with: one) }
            try await Row(try await hearth.collections.find(collection), hearth).show(json: options.json)
        }
    }
}

/// With whom a collection is shared.
struct AudienceOptions: ParsableArguments {
    @Option(help: "Somebody with an account, by name; may be given several times.") var with: [String] = []
    @Flag(help: "Everybody with an account.") var everyone = false

    var all: [CollectionAudience] { (everyone ? [.everyone] : []) + with.map { .person($0) } }
}
