import ArgumentParser
import Foundation
import Hearth

/// `hearth documents`: what is in the store.
struct DocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "documents",
        abstract: "List, show, label and remove documents.",
        discussion: """
            EXAMPLES
              hearth documents list
              hearth documents show 3f2a91c07be4d155
              hearth documents label 3f2a91c07be4d155 private
              hearth documents remove contracts/old-lease.pdf
            """,
        subcommands: [List.self, Show.self, Label.self, Remove.self], defaultSubcommand: List.self)

    struct Output: Encodable {
        var documentID: String
        var title: String?
        var path: String?
        var paths: [String]
        var format: String
        var language: String?
        var label: String
        var pages: Int
        var chunks: Int
        var bytes: Int
        var withoutText: Bool
        var ingestedAt: Date
        var warnings: [ExtractionWarning]?
        var text: String?

        init(_ document: StoredDocument, text: String? = nil) {
            documentID = document.id
            title = document.title
            path = document.presentPath
            paths = document.paths
            format = document.format.rawValue
            language = document.language
            label = document.label.rawValue
            pages = document.pageCount
            chunks = document.chunkCount
            bytes = document.byteCount
            withoutText = document.chunkCount == 0
            ingestedAt = document.ingestedAt
            warnings = document.warnings.isEmpty ? nil : document.warnings
            self.text = text
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "All documents.")
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            let documents = try await hearth.documents.list()
            let lines = JSONLines()
            for document in documents {
                if options.json {
                    try lines.write(Output(document))
                } else {
                    let title = Terminal.line(document.title ?? "untitled")
                    let path = Terminal.line(document.presentPath ?? "")
                    var content =
                        document.chunkCount == 0 ? "no text" : Format.count(document.chunkCount, "chunk")
                    if document.awaitsPictures { content += ", pages still to be read from their pictures" }
                    Terminal.output.write(
                        "\(document.id)  \(Terminal.output.bold(title))  \(document.format.rawValue), "
                            + "\(content), \(document.label.rawValue)  \(Terminal.output.dim(path))\n"
                    )
                }
            }
            if documents.isEmpty, !options.json {
                Terminal.output.write("No documents yet. `hearth ingest PATH` reads some.\n")
            }
            // Beside the list, which programs read.
            if !options.json, let change = try await hearth.documents.vectorChange() {
                Terminal.error.write(Terminal.line(change.description) + "\n")
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "One document with its text.")
        @Argument(help: "An id, or a path.") var document: String
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            let found = try await hearth.documents.find(document)
            let text = try await hearth.documents.text(of: found.id)
            if options.json {
                try JSONLines().write(Output(found, text: text))
                return
            }
            let facts = [
                ("id", found.id), ("title", found.title ?? ""), ("path", found.paths.joined(separator: ", ")),
                ("format", found.format.rawValue), ("language", found.language ?? "unknown"),
                ("label", found.label.rawValue), ("pages", "\(found.pageCount)"), ("chunks", "\(found.chunkCount)"),
            ]
            for (name, value) in facts {
                Terminal.output.write("\(Terminal.output.dim(name + ":")) \(Terminal.line(value))\n")
            }
            for warning in found.warnings {
                let help = warning.help.map { " " + HelpText.sentence($0) }.joined()
                Terminal.output.write("note: \(Terminal.safe(warning.message))\(help)\n")
            }
            let contacts = try await hearth.documents.contacts()
            Terminal.output.write("\n" + Terminal.safe(contacts.named(text ?? "").text) + "\n")
        }
    }

    struct Label: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "label",
            abstract: "Show who may see a document, or call it more or less private.",
            discussion: """
                What was made of the document follows at once: answers, conversations, summaries. The change is in the ledger. \
                Without a label, nothing is changed.
                """)
        @Argument(help: "An id, or a path.") var document: String
        @Argument(help: "The label from now on; without one, nothing is changed.") var label: SensitivityLabel?
        @OptionGroup var options: StoreOptions

        struct Audience: Encodable {
            var label: String
            var engines: [String]
            var mcp: Bool
            var api: Bool
        }

        struct Output: Encodable {
            var documentID: String
            var label: String
            var audiences: [Audience]
        }

        func run() async throws {
            let hearth = try Hearth()
            let parts = try await hearth.documents.findParts(document)
            let found = parts[0]
            let audiences = try await hearth.privacy.audiences()
            if let label {
                for part in parts { try await hearth.documents.setLabel(label, of: part.id) }
            }
            if label == .private, let host = hearth.settings.libraryElsewhere {
                Terminal.note(
                    "it is at \(host) already and stays there, kept from engines and programs, until it is removed with "
                        + "`hearth documents remove`")
            }
            let now = try await hearth.documents.find(found.id).label
            if !options.json {
                for audience in audiences {
                    let mark = audience.label == now ? Terminal.output.bold("*") : " "
                    Terminal.output.write("\(mark) \(Terminal.safe(audience.sentence))\n")
                }
            }
            guard options.json else {
                if label != nil {
                    for part in parts {
                        Terminal.output.write("\(part.id) is \(now.rawValue), and was \(part.label.rawValue).\n")
                    }
                }
                return
            }
            try JSONLines().write(
                Output(
                    documentID: found.id, label: now.rawValue,
                    audiences: audiences.map {
                        Audience(
                            label: $0.label.rawValue, engines: $0.engines.map(\.engine.rawValue), mcp: $0.mcp,
                            api: $0.api)
                    }))
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a document, and show what is gone.",
            discussion: """
                The file itself is left alone; only what Hearth keeps of it is removed, its label too. Read again, it has the \
                label of its folder.
                """)
        @Argument(help: "An id, or a path.") var document: String
        @OptionGroup var options: StoreOptions

        func run() async throws {
            let hearth = try Hearth()
            let parts = try await hearth.documents.findParts(document)
            let found = parts[0]
            // By itself it would be gone from search alone.
            if let path = found.presentPath, path.hasPrefix(JournalSession.pathPrefix) {
                throw CommandFailure(
                    ExitStatus.usage,
                    "\(Terminal.line(document)) is an entry of the journal; "
                        + "`hearth journal remove \(path.dropFirst(JournalSession.pathPrefix.count))` removes it.")
            }
            let receipt = try await hearth.documents.remove(parts.map(\.id))
            guard !receipt.documentIDs.isEmpty else { return }
            if options.json {
                try JSONLines().write(ReceiptJSON(receipt))
            } else {
                Terminal.output.write(ReceiptJSON(receipt).text)
            }
            // Of what is removed nothing is kept, not even what it was called.
            let path = found.presentPath
            let next = try await hearth.documents.label(ofContent: found.contentHash, path: path) ?? .personal
            guard next < found.label, let path, FileManager.default.fileExists(atPath: path) else { return }
            Terminal.note(
                "it was \(found.label.rawValue); \(Terminal.line(path)) would be \(next.rawValue) if it were read again. "
                    + "`hearth ingest` with --label \(found.label.rawValue) keeps it so, for a file or its whole folder."
            )
        }
    }
}
