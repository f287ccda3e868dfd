public import Foundation
import HearthCore
import HearthLlama
import HearthRegistry
import HearthStore
import HearthSystem
import HearthText
import HearthVoice

/// Looks at every part and says what works, what is missing and what would mend it. Changes nothing.
public enum Doctor {
    public struct Finding: Hashable, Sendable {
        public enum State: String, Codable, Sendable {
            case good
            /// An optional part is not installed; Hearth works without it, with less.
            case missing
            case bad
        }

        public var name: String
        public var state: State
        public var detail: String
        /// Remedies for the finding, the best first.
        public var remedies: [Remedy] = []
    }

    /// - Parameter base: The base data folder; the current environment's own one is examined where it has one.
    public static func examine(folder base: URL) async -> [Finding] {
        let snapshot: EnvironmentSnapshot
        do {
            snapshot = try SettingsLoader(folder: base).load()
        } catch {
            let message = error.readableMessage
            return [
                program(), home(base), Finding(name: "settings", state: .bad, detail: message), pdf(), pictures(),
                walls(),
                offline(),
            ]
        }
        let (folder, settings) = (snapshot.dataFolder, snapshot.settings)
        let kept = await kept(base, snapshot)
        let parsers = [pdf(), pictures(), walls()]
        // The detector's weights are read whole, and checked. Nothing is said of it to whoever waits no longer.
        let recordings = (try? await BlockingWork.run { voice(base, folder) }) ?? []
        let embedding = await embedding(snapshot)
        var meaning: Finding?
        if kept.isUsable, let model = embedding.model { meaning = await languages(base, model: model) }
        let change = kept.isUsable ? await vectorChange(base) : nil
        let models: [Finding?] = [
            embedding.finding, change, meaning, await builtIn(BuiltInReader.self, snapshot),
            await builtIn(BuiltInTagger.self, snapshot), await builtIn(BuiltInStops.self, snapshot),
            await reranking(settings, folder), await localModel(snapshot),
            await unlistedFiles(base),
        ]
        let accounts = [people(base)].compactMap { $0 }
        return [program(), home(folder)] + accounts + kept.findings + models.compactMap { $0 } + parsers + stemmers()
            + recordings
            + [offline()]
    }

    /// What is said of the library, and whether what is in it can be looked at.
    private static func kept(_ base: URL, _ snapshot: EnvironmentSnapshot) async -> (
        findings: [Finding], isUsable: Bool
    ) {
        let folder = snapshot.dataFolder
        if let address = snapshot.settings.library {
            var (findings, isUsable) = await library(address, snapshot)
            if isUsable { findings.append(await ledger(base)) }
            return (findings, isUsable)
        }
        guard StoreFiles(folder: folder).databaseExists else { return ([noStore(folder), noLedger], false) }
        return ([await store(base, folder), await ledger(base)], true)
    }

    private static func noStore(_ folder: URL) -> Finding {
        if let lost = StoreFiles(folder: folder).lostDatabase() {
            return Finding(name: "store", state: .bad, detail: lost)
        }
        return Finding(
            name: "store", state: .good, detail: "none yet; the first documents make an encrypted one",
            remedies: [.help(.addDocuments)])
    }
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
                remedies: [.help(.rebuild)])
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
                remedies: [.makeWritable(folder: folder.path)])
        }
        let attributes = try? manager.attributesOfItem(atPath: folder.path)
        if let mode = attributes?[.posixPermissions] as? Int, mode & 0o077 != 0 {
            return Finding(
                name: "data folder", state: .bad,
                detail: "\(folder.path) is open to other users of this machine (\(String(mode & 0o777, radix: 8)))",
                remedies: [.keepOthersOut(folder: folder.path, ofEverything: false)])
        }
        let open = openFiles(folder)
        if !open.isEmpty {
            return Finding(
                name: "data folder", state: .bad,
                detail: "\(folder.path) holds what other users may read or change: "
                    + open.prefix(3).joined(separator: ", "),
                remedies: [.keepOthersOut(folder: folder.path, ofEverything: true)])
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
                    remedies: [.restoreBackup])
            }
            let counts = try await database.counts()
            let entries = try await database.journalHeads().count
            // The chunks of the entries are among them.
            let journal = entries == 0 ? "" : ", \(entries) journal \(entries == 1 ? "entry" : "entries")"
            let rest = counts.withoutText == 0 ? "" : " (\(counts.withoutText) without text)"
            // Without a model all of them are; that is said of the model.
            let bare = try await database.activeVectorModel() == nil ? 0 : database.chunksWithoutVectors()
            let vectors = bare == 0 ? "" : " (\(bare) found by words only until the next ingestion)"
            return Finding(
                name: "store", state: .good,
                detail: counted(counts.documents, "document") + rest + journal + ", " + counted(counts.chunks, "chunk")
                    + vectors + ", encrypted, whole; key in the "
                    + SecretStores.preferred(folder: folder).placeDescription)
        } catch {
            let message = error.readableMessage
            return Finding(name: "store", state: .bad, detail: message, remedies: remedies(error, folder))
        }
    }

    private static func ledger(_ base: URL) async -> Finding {
        do {
            let result = try await Hearth(folder: base).library().verifyLedger()
            guard result.valid else {
                return Finding(
                    name: "ledger", state: .bad, detail: result.message ?? "does not verify",
                    remedies: [.help(.verifyLedger), .restoreBackup])
            }
            return Finding(
                name: "ledger", state: .good,
                detail: counted(result.records, "record") + ", all as they were written")
        } catch {
            let message = error.readableMessage
            return Finding(name: "ledger", state: .bad, detail: message, remedies: remedies(error, base))
        }
    }

    private static func counted(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// A backup mends what is damaged; where the place or the key is the fault, it would only be lost time.
    private static func remedies(_ error: any Error, _ folder: URL) -> [Remedy] {
        switch (error as? StoreError)?.reason {
        case .readOnly: return [.makeWritable(folder: folder.path)]
        case .diskFull: return [.freeSpace]
        case .busy: return [.endOthers(folder: folder.path)]
        default:
            let known = error as? any ReadableError
            let help = (known?.help ?? []).map(Remedy.help)
            // No backup opens without its key either; the finding says where that belongs.
            return help.isEmpty && known?.kind != .locked ? [.restoreBackup] : help
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
                remedies: [.denyNetwork])
        case .notEnforced:
            return Finding(
                name: name, state: .missing, detail: "not active: this process could make an internet socket",
                remedies: [.denyNetwork])
        case .unsupported(let reason):
            return Finding(name: name, state: .missing, detail: "not possible here: \(reason)")
        }
    }

    /// - Returns: With the id of the model where it can be used.
    private static func embedding(_ snapshot: EnvironmentSnapshot) async -> (finding: Finding, model: String?) {
        let folder = snapshot.dataFolder
        guard let file = EmbedderFile.chosen(snapshot) else {
            let finding = Finding(
                name: "embedding model", state: .missing, detail: "not found; search is by words only",
                remedies: [.setUp(file: ModelFiles.embeddingFile, folder: folder.path + "/models")])
            return (finding, nil)
        }
        do {
            let encoder = try await LocalEmbedder.open(
                file, threads: 1, host: ModelHosts.host(dataFolder: folder))
            let before = encoder.prefixes.summary.map { ", \($0)" } ?? ""
            let finding = Finding(
                name: "embedding model", state: .good,
                detail: "\(encoder.name), \(encoder.dimension) dimensions\(before) (\(file.path))")
            return (finding, encoder.id)
        } catch {
            let message = error.readableMessage
            let remedy: Remedy =
                snapshot.settings.embeddingModel == nil
                ? .setUp(file: ModelFiles.embeddingFile, folder: folder.path + "/models")
                : .help(.unset(setting: SettingKey.embeddingModel.rawValue))
            let detail = message.contains(file.path) ? message : "\(file.path): \(message)"
            return (Finding(name: "embedding model", state: .bad, detail: detail, remedies: [remedy]), nil)
        }
    }

    /// A model that comes with Hearth.
    private static func builtIn<Model>(_: BuiltIn<Model>.Type, _ snapshot: EnvironmentSnapshot) async -> Finding {
        let name = Model.title
        let folder = snapshot.dataFolder.path + "/models"
        let remedies = [Remedy.copyModel(file: Model.file, folder: folder)]
        var problems: [String] = []
        for path in ModelFiles(dataFolder: snapshot.sharedFolder).shippedModels(Model.file) {
            do {
                let model = try await BuiltIn<Model>.open(path, threads: 1)
                let found = "\(model.id), \(model.languages.sorted().joined(separator: ", ")) (\(path))"
                guard !problems.isEmpty else { return Finding(name: name, state: .good, detail: found) }
                return Finding(
                    name: name, state: .bad,
                    detail: "\(problems.joined(separator: " ")) Used instead is \(found).", remedies: remedies)
            } catch {
                let message = error.readableMessage
                problems.append("\(path): \(message)")
            }
        }
        guard !problems.isEmpty else {
            return Finding(
                name: name, state: .missing, detail: "\(Model.file) is not there; \(Model.without)", remedies: remedies)
        }
        let without = Model.without.prefix(1).uppercased() + Model.without.dropFirst()
        return Finding(
            name: name, state: .bad, detail: "\(problems.joined(separator: " ")) \(without).", remedies: remedies)
    }

    /// `nil` where search uses the vectors of the model that is chosen.
    private static func vectorChange(_ base: URL) async -> Finding? {
        // A store that cannot be opened has its own finding.
        guard let hearth = try? Hearth(folder: base), let change = try? await hearth.documents.vectorChange() else {
            return nil
        }
        return Finding(
            name: "vectors", state: .missing,
            detail: change.description + "; a running server makes the rest, or the next ingestion")
    }

    /// `nil` where none is set: search does without one.
    private static func reranking(_ settings: Settings, _ folder: URL) async -> Finding? {
        guard let path = settings.rerankingModel else { return nil }
        do {
            let model = LazyReranker(path: path, threads: 1, host: ModelHosts.host(dataFolder: folder))
            _ = try await model.scores(query: "a question", texts: ["an answer"])
            return Finding(name: "reranking model", state: .good, detail: "\(model.id) (\(path))")
        } catch {
            let message = error.readableMessage
            return Finding(
                name: "reranking model", state: .bad, detail: message,
                remedies: [.help(.set(setting: "reranking-model"))])
        }
    }

    private static func localModel(_ snapshot: EnvironmentSnapshot) async -> Finding {
        let files = ModelFiles(dataFolder: snapshot.sharedFolder)
        let model = snapshot.settings.localModel.map { LocalChatModel($0, in: files.registry) }
        let path = model?.path
        var configuration: LlamaEngine.Configuration
        do {
            // As it is set for the model: a template that was named for it is what answers are laid out by.
            let own = try model.map { try ModelSettingsFile(folder: snapshot.sharedFolder).settings(of: $0.id) }
            configuration = LocalEngine.configuration(own ?? ModelSettings(), snapshot)
        } catch {
            let message = error.readableMessage
            return Finding(
                name: "local model", state: .bad, detail: message,
                remedies: model.map { [.help(.resetModelSettings(id: $0.id))] } ?? [])
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
                    remedies: [.help(.set(setting: "local-model"))])
            } catch {
                let message = error.readableMessage
                return Finding(
                    name: "local model", state: .bad, detail: message,
                    remedies: [.help(.set(setting: "local-model"))])
            }
        case .unavailable(.notConfigured, _):
            return Finding(
                name: "local model", state: .missing, detail: "none; answers come from the basic engine",
                remedies: [.help(.findModel), .help(.set(setting: "local-model"))])
        case .unavailable(_, let message):
            return Finding(
                name: "local model", state: path == nil ? .missing : .bad, detail: message,
                remedies: [.help(.set(setting: "local-model"))])
        }
    }

    /// `nil` where the folder of models holds nothing but models of the list. A list that cannot be read is told of with what needs it.
    private static func unlistedFiles(_ base: URL) async -> Finding? {
        let found = try? await BlockingWork.run { try Hearth(folder: base).models.unlistedFiles() }
        guard let found, let first = found.first else { return nil }
        let shown = found.prefix(3).map { "\($0.path): \($0.reason)" }.joined(separator: " ")
        let rest = found.count > 3 ? " And \(found.count - 3) more." : ""
        return Finding(
            name: "other files among the models", state: .missing, detail: shown + rest,
            remedies: [.help(first.canBeAdded ? .addModelFile : .see(.models))])
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
            remedies: [.help(.install(package: "poppler-utils"))])
        #else
        return Finding(name: "PDF reader", state: .good, detail: "PDFKit")
        #endif
    }
}
