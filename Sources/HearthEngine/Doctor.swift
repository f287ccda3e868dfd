public import Foundation
import HearthBasic
import HearthCore
import HearthLlama
import HearthStore
import HearthSystem

/// Looks at every part and says what works, what is missing and what would mend it. Changes nothing.
public enum Doctor {
    public struct Finding: Codable, Hashable, Sendable {
        public enum State: String, Codable, Sendable {
            case good
            /// Not there; Hearth works without it, less well.
            case missing
            case bad
        }

        public var name: String
        public var state: State
        public var detail: String
        /// The command or step that mends it.
        public var remedy: String?
    }

    /// - Parameter base: The base data folder; the current environment's own one is examined where it has one.
    public static func examine(folder base: URL) async -> [Finding] {
        let snapshot: EnvironmentSnapshot
        do {
            snapshot = try SettingsLoader(folder: base).load()
        } catch {
            let message = (error as? any ReadableError)?.message ?? String(describing: error)
            return [
                program(), home(base), Finding(name: "settings", state: .bad, detail: message), pdf(), walls(),
                offline(),
            ]
        }
        let (folder, settings) = (snapshot.dataFolder, snapshot.settings)
        let isThere = StoreFiles(folder: folder).databaseExists
        return [
            program(), home(folder), isThere ? await store(base, folder) : noStore,
            isThere ? await ledger(base) : noLedger,
            await embedding(folder, settings), await reranking(settings, folder), await localModel(snapshot), pdf(),
            walls(),
        ].compactMap { $0 } + stemmers() + voice(base, folder) + [offline()]
    }

    private static let noStore = Finding(
        name: "store", state: .good, detail: "none yet; `hearth ingest PATH` makes an encrypted one")
    private static let noLedger = Finding(name: "ledger", state: .good, detail: "none yet")

    private static func program() -> Finding {
        Finding(name: "hearth", state: .good, detail: Version.current)
    }

    /// Nothing where all is well: they are part of the program.
    private static func stemmers() -> [Finding] {
        guard Stemmer.languages.isEmpty else { return [] }
        return [
            Finding(
                name: "word forms", state: .missing,
                detail: "this build has no stemmers; a search finds words only as they are written",
                remedy: "run scripts/setup, then build again")
        ]
    }

    private static func home(_ folder: URL) -> Finding {
        let manager = FileManager.default
        guard manager.fileExists(atPath: folder.path) else {
            return Finding(name: "data folder", state: .good, detail: "\(folder.path) (made when it is first needed)")
        }
        guard manager.isWritableFile(atPath: folder.path) else {
            return Finding(
                name: "data folder", state: .bad, detail: "\(folder.path) cannot be written",
                remedy: "check its permissions, or name another one by HEARTH_HOME")
        }
        let attributes = try? manager.attributesOfItem(atPath: folder.path)
        if let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 != 0 {
            return Finding(
                name: "data folder", state: .bad,
                detail: "\(folder.path) is open to other users of this machine (\(String(mode & 0o777, radix: 8)))",
                remedy: "chmod 700 '\(folder.path)'")
        }
        let open = openFiles(folder)
        if !open.isEmpty {
            return Finding(
                name: "data folder", state: .bad,
                detail: "\(folder.path) holds what other users may read or change: "
                    + open.prefix(3).joined(separator: ", "),
                remedy: "chmod -R go-rwx '\(folder.path)'")
        }
        return Finding(name: "data folder", state: .good, detail: folder.path)
    }

    /// What in the folder itself others may read or change; models are published anyway.
    private static func openFiles(_ folder: URL) -> [String] {
        let manager = FileManager.default
        return ((try? manager.contentsOfDirectory(atPath: folder.path)) ?? []).sorted().filter { name in
            let attributes = try? manager.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
            guard name != "models", attributes?[.type] as? FileAttributeType != .typeSymbolicLink else { return false }
            return (attributes?[.posixPermissions] as? Int).map { $0 & 0o077 != 0 } ?? false
        }
    }

    private static func store(_ base: URL, _ folder: URL) async -> Finding {
        do {
            let hearth = try Hearth(folder: base)
            let database = try await hearth.database()
            let problems = try await database.checkIntegrity().problems
            guard problems.isEmpty else {
                return Finding(
                    name: "store", state: .bad, detail: "damaged: \(problems.prefix(3).joined(separator: "; "))",
                    remedy: "hearth restore BACKUP")
            }
            let counts = try await database.counts()
            let rest = counts.withoutText == 0 ? "" : " (\(counts.withoutText) without text)"
            return Finding(
                name: "store", state: .good,
                detail: counted(counts.documents, "document") + rest + ", " + counted(counts.chunks, "chunk")
                    + ", encrypted, whole; key in the "
                    + SecretStores.preferred(folder: folder).placeDescription)
        } catch {
            let message = (error as? any ReadableError)?.message ?? String(describing: error)
            return Finding(name: "store", state: .bad, detail: message, remedy: remedy(error, folder))
        }
    }

    private static func ledger(_ base: URL) async -> Finding {
        do {
            let result = try await Hearth(folder: base).database().verifyLedger()
            guard result.valid else {
                return Finding(
                    name: "ledger", state: .bad, detail: result.message ?? "does not verify",
                    remedy: "hearth ledger verify; hearth restore BACKUP")
            }
            return Finding(
                name: "ledger", state: .good,
                detail: counted(result.records, "record") + ", all as they were written")
        } catch {
            let message = (error as? any ReadableError)?.message ?? String(describing: error)
            return Finding(name: "ledger", state: .bad, detail: message, remedy: remedy(error, base))
        }
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A backup mends what is damaged; where the place is the fault, it would only be lost time.
    private static func remedy(_ error: any Error, _ folder: URL) -> String {
        switch (error as? StoreError)?.reason {
        case .readOnly: "make \(folder.path) writable, or name another one by HEARTH_HOME"
        case .diskFull: "free some space"
        case .busy: "end what else uses \(folder.path), and try again"
        default: "hearth restore BACKUP"
        }
    }

    private static func offline() -> Finding {
        let name = "offline enforcement"
        switch KernelOffline.status {
        case .enforced:
            let open = KernelOffline.openInternetSockets ?? 0
            let rest = open == 0 ? "" : "; \(open) that were open before stay usable"
            return Finding(
                name: name, state: .good,
                detail: "active: the kernel just denied this process an internet socket\(rest)")
        case .notEnforced where KernelOffline.isRequested():
            return Finding(
                name: name, state: .bad, detail: "asked for, but this process could make an internet socket",
                remedy: "hearth --offline COMMAND")
        case .notEnforced:
            return Finding(
                name: name, state: .missing, detail: "not active: this process could make an internet socket",
                remedy: "hearth --offline COMMAND, where the kernel must deny it")
        case .unsupported(let reason):
            return Finding(name: name, state: .missing, detail: "not possible here: \(reason)")
        }
    }

    private static func embedding(_ folder: URL, _ settings: Settings) async -> Finding {
        guard let path = settings.embeddingModel ?? ModelFiles(dataFolder: folder).embeddingModel() else {
            return Finding(
                name: "embedding model", state: .missing, detail: "not found; search is by words only",
                remedy:
                    "run scripts/setup in the checkout, or copy \(ModelFiles.embeddingFile) to \(folder.path)/models")
        }
        do {
            let encoder = try await LocalEmbedder.open(
                path, threads: 1, host: ModelHosts.host(dataFolder: folder))
            return Finding(
                name: "embedding model", state: .good,
                detail: "\(encoder.id), \(encoder.dimension) dimensions (\(path))")
        } catch {
            let message = (error as? any ReadableError)?.message ?? String(describing: error)
            return Finding(name: "embedding model", state: .bad, detail: message, remedy: "run scripts/setup again")
        }
    }

    /// `nil` where none is set: search does without one.
    private static func reranking(_ settings: Settings, _ folder: URL) async -> Finding? {
        guard let path = settings.rerankingModel else { return nil }
        do {
            let model = LazyReranker(path: path, threads: 1, host: ModelHosts.host(dataFolder: folder))
            _ = try await model.scores(query: "a question", texts: ["an answer"])
            return Finding(name: "reranking model", state: .good, detail: "\(model.id) (\(path))")
        } catch {
            let message = (error as? any ReadableError)?.message ?? String(describing: error)
            return Finding(
                name: "reranking model", state: .bad, detail: message,
                remedy: "hearth settings set reranking-model FILE.gguf")
        }
    }

    private static func localModel(_ snapshot: EnvironmentSnapshot) async -> Finding {
        let files = ModelFiles(dataFolder: snapshot.dataFolder)
        let model = snapshot.settings.localModel.map { LocalChatModel($0, in: files.registry) }
        let path = model?.path
        var configuration: LlamaEngine.Configuration
        do {
            // As it is set for the model: a template that was named for it is what answers are laid out by.
            let own = try model.map { try ModelSettingsFile(folder: snapshot.dataFolder).settings(of: $0.id) }
            configuration = LocalEngine.configuration(own ?? ModelSettings(), snapshot)
        } catch {
            let message = (error as? any ReadableError)?.message ?? String(describing: error)
            return Finding(
                name: "local model", state: .bad, detail: message,
                remedy: model.map { "hearth models settings \($0.id) --reset" })
        }
        // The self-test is quick, but its model must be loaded for it; a short context spares the memory of a long one.
        configuration.contextLength = 512
        let pool = ModelPool(
            configuration: .init(engine: configuration), checks: files.checks,
            host: ModelHosts.host(dataFolder: snapshot.dataFolder))
        let candidate: any LanguageModel = path.map { pool.languageModel($0) } ?? LlamaEngine(path: nil)
        switch await candidate.availability() {
        case .available:
            do {
                let lease = try await pool.lease(path ?? "")
                let engine = lease.engine
                let findings = try await engine.examine()
                guard !findings.isEmpty else {
                    let template = try await engine.chatTemplate()
                    return Finding(
                        name: "local model", state: .good,
                        detail: "\(path ?? engine.modelID), chat template fits (\(template.summary))")
                }
                return Finding(
                    name: "local model", state: .bad, detail: findings.joined(separator: " "),
                    remedy: "hearth settings set local-model FILE.gguf")
            } catch {
                let message = (error as? any ReadableError)?.message ?? String(describing: error)
                return Finding(
                    name: "local model", state: .bad, detail: message,
                    remedy: "hearth settings set local-model FILE.gguf")
            }
        case .unavailable(.notConfigured, _):
            return Finding(
                name: "local model", state: .missing, detail: "none; answers come from the basic engine",
                remedy: "hearth settings set local-model FILE.gguf")
        case .unavailable(_, let message):
            return Finding(
                name: "local model", state: path == nil ? .missing : .bad, detail: message,
                remedy: "hearth settings set local-model FILE.gguf")
        }
    }

    /// What stands around the programs that parse PDFs and recordings.
    private static func walls() -> Finding {
        let name = "walls around parsers"
        let (calls, files) = ProcessWall.aroundChildren
        let limits = "limits on memory and time"
        switch (calls, files) {
        case (true, true):
            return Finding(
                name: name, state: .good, detail: "\(limits), no network, nothing written, no other file of yours")
        case (true, false):
            return Finding(
                name: name, state: .missing,
                detail:
                    "\(limits), no network, nothing written; this kernel has no Landlock, so other files can be read")
        default:
            return Finding(name: name, state: .missing, detail: "\(limits) only; see docs/threats.md")
        }
    }

    private static func pdf() -> Finding {
        #if os(Linux)
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        if let path = folders.map({ "\($0)/pdftotext" }).first(where: FileManager.default.isExecutableFile) {
            return Finding(name: "PDF reader", state: .good, detail: path)
        }
        return Finding(
            name: "PDF reader", state: .missing, detail: "pdftotext is not installed; PDFs cannot be read",
            remedy: "sudo apt-get install poppler-utils")
        #else
        return Finding(name: "PDF reader", state: .good, detail: "PDFKit")
        #endif
    }
}
