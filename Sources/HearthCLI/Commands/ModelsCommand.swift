import ArgumentParser
import Foundation
import Hearth
import HearthServer

/// `hearth models`: what there is, what fits, and bringing files here.
struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Find, add, fetch, check and choose local models.",
        discussion: """
            Nothing is fetched unless you ask for it here. A model is looked at before it is fetched; what cannot run on this \
            machine is refused with the reason. A download that broke off goes on where it stopped when it is asked for again.

            EXAMPLES
              hearth models recommend
              hearth models pull llama-3.2-1b-instruct
              hearth models search qwen3
              hearth models search --files OWNER/NAME-GGUF
              hearth models use llama-3.2-1b-instruct
              hearth models add https://huggingface.co/OWNER/NAME-GGUF/resolve/main/FILE.gguf --no-download
              hearth models add ~/Downloads/model.gguf --name mine
              hearth models verify mine
              hearth models settings mine temperature 0.7
              hearth models loaded
              hearth models alias gpt-4o auto
            """,
        subcommands: [
            List.self, Info.self, Recommend.self, Search.self, Add.self, Pull.self, Use.self, Remove.self, Verify.self,
            Gc.self,
            Settings.self, Loaded.self, Unload.self, Alias.self,
        ], defaultSubcommand: List.self)

    /// The last line of a download.
    struct Done: Encodable {
        let event = "done"
        var id: String
        var path: String
        var sha256: String
        var bytes: Int
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "All models, and whether they fit this machine.")
        @Flag(help: "Only those that are installed.") var installed = false
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            let machine = hearth.models.machine
            let (registry, inUse) = (hearth.models.registry, hearth.models.inUse)
            let rows = try registry.entries().filter { !installed || $0.isInstalled }
                .map { ModelRow($0, registry, machine: machine, inUse: inUse) }
            let width = rows.map(\.model.id.count).max() ?? 0
            for row in rows {
                if json { try JSONLines().write(row) } else { row.writeLine(width: width) }
            }
            if rows.isEmpty, !json { Terminal.output.write("no models; `hearth models recommend` names some\n") }
            // On standard error: what a script reads is the list.
            for file in try hearth.models.unlistedFiles() {
                let way = file.canBeAdded ? " `hearth models add \(Format.shellWord(file.path))` adds it." : ""
                Terminal.note("\(Terminal.line(file.path)) is not used: \(file.reason)\(way)")
            }
        }
    }

    struct Info: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "info", abstract: "Everything that is known of a model.")
        @Argument(help: "The id of a model.") var id: String
        @Option(parsing: .unconditional, help: "Tokens of the window for which memory is computed.") var context: Int?
        @Flag(help: "Print JSON Lines.") var json = false

        func validate() throws {
            if let context, !(1...1 << 24).contains(context) {
                throw ValidationError("A window has between 1 and 16777216 tokens.")
            }
        }

        func run() async throws {
            let hearth = try Hearth()
            let details = try hearth.models.details(id, context: context)
            var row = ModelRow(details, hearth.models.registry, inUse: hearth.models.inUse)
            // Only chat models have any.
            row.here.settings =
                details.manifest.modality == .textGeneration ? try ModelSettingRow.all(of: id, hearth) : nil
            if json { try JSONLines().write(row) } else { ModelDetailsView(details, row).write() }
        }
    }

    struct Recommend: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "recommend", abstract: "One model for each kind of work on this machine.")
        @Flag(help: "Choose as for a small device.") var lite = false
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Row: Encodable {
            var modality: String
            /// What it is good for.
            var use: String
            var id: String
            var reason: String
            var installed: Bool
        }

        func run() async throws {
            let hearth = try Hearth()
            for choice in try hearth.models.registry.recommendations(for: hearth.models.machine, isSmallDevice: lite) {
                let model = choice.entry.manifest
                if json {
                    try JSONLines().write(
                        Row(
                            modality: model.modality.rawValue, use: model.modality.use, id: model.id,
                            reason: choice.reason, installed: choice.entry.isInstalled))
                } else {
                    let mark = choice.entry.isInstalled ? Terminal.output.green(" ✓") : ""
                    Terminal.output.write("\(model.modality.title): \(Terminal.output.bold(model.id))\(mark)\n")
                    let about = "\(model.modality.use); \(Terminal.safe(choice.reason))"
                    Terminal.output.write("    " + Terminal.output.dim(about) + "\n")
                }
            }
        }
    }

    struct Pull: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pull",
            abstract: "Fetch a model of the list, or go on fetching it.",
            discussion: "Ctrl-C keeps what was fetched; `hearth models remove ID` throws it away.")
        @Argument(help: "The id of a model.") var id: String
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            let entry = try hearth.models.registry.entry(id)
            let view = DownloadView(json: json)
            defer { view.clear() }
            let file = try await hearth.models.pull(id) { view.show($0) }
            view.clear()
            try ModelsCommand.report(entry.manifest.id, file, json: json)
        }
    }

    struct Use: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "use", abstract: "Use a model from now on for what it is made for.")
        @Argument(help: "The id of an installed model.") var id: String
        @Option(
            name: .customLong("for"),
            help: "The work (chat, embed or rerank), to make sure; the model itself tells it otherwise.")
        var purpose: String?

        func run() async throws {
            let wanted = try purpose.map { purpose -> ModelPurpose in
                guard let wanted = ModelPurpose(rawValue: purpose) else {
                    throw ValidationError(
                        "“\(purpose)” is no work that a local model is chosen for here; it is chat, embed or rerank.")
                }
                return wanted
            }
            let entry = try await Hearth().models.use(id, for: wanted)
            // What is used is used for what it is made for, so this is what it was taken for.
            if let purpose = ModelPurpose(entry.manifest.modality) {
                ModelsCommand.reportUse(entry.manifest.id, purpose)
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a model's file, what was fetched of it, and your entry.",
            discussion: """
                A model that is in use stays: one that a setting names, the embedding model that is found without one, and the \
                former embedding model for as long as search uses its vectors.
                """)
        @Argument(help: "The id of a model.") var id: String
        @Flag(help: "Also where it is in use; a setting that names it is taken out.") var force = false
        @Flag(help: "Print JSON Lines.") var json = false

        private struct Row: Encodable {
            var id: String
            let removed = true
            var freedBytes: Int
        }

        func run() async throws {
            let hearth = try Hearth()
            let freed: Int
            do {
                freed = try await hearth.models.remove(id, isForced: force)
            } catch let error as RegistryError where error.reason == .inUse {
                throw RegistryError(error.reason, error.message, help: error.help + [.give(option: "force")])
            }
            if json {
                try JSONLines().write(Row(id: id, freedBytes: freed))
            } else {
                Terminal.output.write("removed; \(Format.bytes(freed)) are free\n")
            }
        }
    }

    struct Verify: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Read a model's file whole and check it.")
        @Argument(help: "Ids of models; all that are installed when none is given.") var ids: [String] = []
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let hearth = try Hearth()
            let all =
                try ids.isEmpty
                ? hearth.models.registry.entries().filter(\.isInstalled).map(\.manifest.id) : ids
            var isGood = true
            for id in all {
                let found = try await hearth.models.localLibrary.verify(id)
                isGood = isGood && found.isGood
                if json {
                    try JSONLines().write(found)
                } else if let problem = found.problem {
                    Terminal.output.write("\(Terminal.output.red("✗")) \(found.id): \(Terminal.safe(problem))\n")
                } else {
                    let how =
                        found.wasCompared ? "its SHA-256 is the known one" : "its content is whole; no SHA-256 is known"
                    Terminal.output.write("\(Terminal.output.green("✓")) \(found.id): \(how)\n")
                }
            }
            guard isGood else { throw CommandFailure(ExitStatus.failed) }
        }
    }

    struct Gc: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "gc", abstract: "Remove what broken downloads left behind.")
        @Flag(help: "Only say what would be removed.") var dryRun = false
        @Flag(help: "Print JSON Lines.") var json = false

        func run() async throws {
            let found = try await Hearth().models.localLibrary
                .collectGarbage(isDryRun: dryRun)
            if json { return try JSONLines().write(found) }
            let verb = dryRun ? "would remove" : "removed"
            for path in found.removed { Terminal.output.write("\(verb) \(Terminal.line(path))\n") }
            for path in found.busy { Terminal.output.write("being fetched: \(Terminal.line(path))\n") }
            for path in found.strangers { Terminal.output.write("no model names \(Terminal.line(path))\n") }
            Terminal.output.write("\(verb) \(Format.bytes(found.bytes))\n")
        }
    }

    static func reportUse(_ id: String, _ purpose: ModelPurpose) {
        Terminal.error.write("\(id) is used for \(purpose.rawValue) from now on\n")
        if purpose == .embed {
            Terminal.error.write(
                "the next `hearth ingest` gives it to what is stored, and so does a running server; until all have their new vectors, "
                    + "search uses the old ones\n")
        }
    }

    static func report(_ id: String, _ file: DownloadedFile, json: Bool) throws {
        if json {
            try JSONLines().write(Done(id: id, path: file.path, sha256: file.sha256, bytes: file.bytes))
        } else {
            Terminal.output.write("\(Terminal.output.green("✓")) \(id): \(Terminal.safe(file.path))\n")
            Terminal.output.write("    SHA-256 \(file.sha256)\n")
        }
    }
}

extension ModelsCommand {
    struct Loaded: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "loaded",
            abstract: "What the running server has loaded.",
            discussion: """
                Models stay loaded in `hearth serve`; every other command loads what it needs and ends. They are unloaded when \
                another one needs the room, the one used least recently first: see the setting model-memory.
                """)
        @Flag(help: "Print one JSON object.") var json = false

        /// What is printed as JSON.
        private struct Report: Encodable {
            var running: Bool
            var models: [LoadedModels.Model]
            var usedBytes: Int
            var budgetBytes: Int
        }

        func run() async throws {
            let hearth = try Hearth()
            let found = try await ModelsCommand.askingServer(of: hearth) {
                try await hearth.models.loadedInServer(token: $0)
            }
            if json {
                return try JSONLines().write(
                    Report(
                        running: found != nil, models: found?.models ?? [], usedBytes: found?.usedBytes ?? 0,
                        budgetBytes: found?.budgetBytes ?? 0))
            }
            guard let found else { return ModelsCommand.sayThatNoneRuns() }
            for model in found.models {
                let use =
                    model.state == "loading"
                    ? "loading, \(Int(model.progress * 100)) %"
                    : model.isKept == true
                        ? "kept by Hearth" : model.users == 0 ? "not in use" : "\(model.users) in use"
                let window = model.contextLength > 0 ? ", \(model.contextLength) tokens" : ""
                Terminal.output.write(
                    "\(Terminal.output.bold(Terminal.line(model.id))): \(Format.bytes(model.bytes))\(window), \(use)\n")
            }
            let state = found.models.isEmpty ? "nothing is loaded" : "\(Format.bytes(found.usedBytes)) in all"
            Terminal.output.write("\(state), of \(Format.bytes(found.budgetBytes)) for models\n")
        }
    }

    struct Unload: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "unload", abstract: "Have the running server unload a model.")
        @Argument(help: "The id of a model that is loaded.") var id: String

        func run() async throws {
            let hearth = try Hearth()
            let unloaded = try await ModelsCommand.askingServer(of: hearth) {
                try await hearth.models.unloadInServer(id, token: $0)
            }
            guard let unloaded else { return ModelsCommand.sayThatNoneRuns() }
            Terminal.output.write(unloaded ? "\(id) is unloaded\n" : "\(id) was not loaded\n")
        }
    }

    /// Asks the server with its token; the store and the connection are closed afterwards.
    static func askingServer<Answer: Sendable>(
        of hearth: Hearth, _ ask: (Secret) async throws -> Answer?
    ) async throws -> Answer? {
        guard try RunningServer.find(in: hearth.folder) != nil else { return nil }
        let token = try TokenFile(folder: hearth.folder)
            .token(override: ProcessInfo.processInfo.environment["HEARTH_TOKEN"])
        let answer: Answer?
        do {
            answer = try await ask(token)
        } catch {
            await hearth.shutdown()
            throw error
        }
        await hearth.shutdown()
        return answer
    }

    private static func sayThatNoneRuns() {
        Terminal.output.write("no server runs here, so nothing stays loaded; `hearth serve` starts one\n")
    }
}
