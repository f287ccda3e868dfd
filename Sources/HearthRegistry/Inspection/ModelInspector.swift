public import Foundation
import HearthCore
import HearthGGUF

/// Finds out whether a model would run here, before it is fetched.
public struct ModelInspector: Sendable {
    let connection: ModelConnection?
    let machine: MachineFacts
    let supports: @Sendable (_ architecture: String) -> Bool?
    let readTemplate: @Sendable (_ template: String) -> TemplateFacts?

    /// - Parameters:
    ///   - connection: `nil` looks at files of this machine only.
    ///   - readTemplate: What a chat template says; `nil` for one that cannot be read.
    ///   - supports: Whether the llama.cpp that is linked knows an architecture; `nil` when none is linked.
    public init(
        connection: ModelConnection?, machine: MachineFacts,
        readTemplate: @escaping @Sendable (_ template: String) -> TemplateFacts? = { _ in nil },
        supports: @escaping @Sendable (_ architecture: String) -> Bool?
    ) {
        self.connection = connection
        self.machine = machine
        self.readTemplate = readTemplate
        self.supports = supports
    }

    /// Tokens for which memory is computed when nobody says: what a local engine takes by default.
    public static let usualContext = 8192

    /// Looks at a model on a server.
    ///
    /// - Throws: ``RegistryError``, and what the transport throws.
    public func inspect(_ url: URL, wishes: ModelWishes = ModelWishes()) async throws -> ModelInspection {
        guard let connection else {
            throw RegistryError(.badAddress, "Only files of this machine can be looked at here.")
        }
        let url = HuggingFace.fileAddress(url)
        let file = try await RemoteFileReader(connection: connection).read(url)
        var found = Findings(
            url: url, bytes: file.bytes, head: file.head, header: file.header, problem: file.headerProblem)
        found.serverHash = file.sha256
        found.fetchedBytes = file.fetchedBytes
        found.canResume = file.acceptsRanges
        found.isRemote = true
        return try judge(found, wishes)
    }

    /// Looks at a model of the list on the first of its servers that answers, and completes what is known of it.
    ///
    /// - Throws: ``RegistryError``, and what the transport throws.
    public func inspect(_ manifest: ModelManifest, context: Int? = nil) async throws -> ModelInspection {
        let wishes = ModelWishes(
            name: manifest.id, modality: manifest.modality, sha256: manifest.sha256, bytes: manifest.bytes,
            context: context)
        var failure: any Error = RegistryError.unpublished(manifest)
        for url in manifest.urls.compactMap({ URL(string: $0) }) {
            do {
                var found =
                    url.isFileURL
                    ? try await BlockingWork.run { try inspect(file: url.path, wishes: wishes) }
                    : try await inspect(url, wishes: wishes)
                let learned = found.manifest
                found.manifest = manifest
                found.manifest.complete(from: learned)
                return found
            } catch let error as any ReadableError where error.kind != .refusedByPolicy {
                // Another mirror may have it.
                failure = error
            }
        }
        throw failure
    }

    /// Looks at a file of this machine.
    public func inspect(file path: String, wishes: ModelWishes = ModelWishes()) throws -> ModelInspection {
        let url = URL(fileURLWithPath: path)
        // Before it is opened: a named pipe would be waited for until somebody writes to it.
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
        guard let type = attributes?[.type] as? FileAttributeType else {
            throw RegistryError(.notFound, "There is no file \(path). Check the path.")
        }
        if type == .typeDirectory { return try inspect(file: Self.model(inFolder: path), wishes: wishes) }
        guard type == .typeRegular else {
            throw RegistryError(.notFound, "\(path) is not a file. Give the path of a model's file.")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw RegistryError(.notFound, "The file \(path) cannot be read. Check its permissions.")
        }
        defer { try? handle.close() }
        let head = [UInt8]((try? handle.read(upToCount: ModelFormat.detectionBytes)) ?? Data())
        var found = Findings(
            url: url, bytes: (attributes?[.size] as? NSNumber)?.intValue, head: head, header: nil, problem: nil)
        if ModelFormat.detect(head) == .gguf {
            do {
                found.header = ModelHeader(try GGUFFile(mapping: path))
            } catch {
                found.problem = error
            }
        }
        return try judge(found, wishes)
    }

    /// The model of a folder, as publishers give one with its projector.
    ///
    /// - Throws: ``RegistryError`` `model-not-found` where there is none, or more than one.
    private static func model(inFolder path: String) throws -> String {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let models = names.filter { $0.lowercased().hasSuffix(".gguf") && !ProjectorFile.isProjector($0) }
        guard models.count == 1 else {
            throw RegistryError(
                .notFound,
                "The folder \(path) has \(models.isEmpty ? "no GGUF model" : "\(models.count) GGUF models"). Give the path of "
                    + "a model's file.")
        }
        return URL(fileURLWithPath: path).appendingPathComponent(models[0]).path
    }

    /// Everything that was seen, before it is judged.
    private struct Findings {
        var url: URL
        var bytes: Int?
        var head: [UInt8]
        var header: ModelHeader?
        var problem: GGUFError?
        var serverHash: String?
        var fetchedBytes = 0
        var canResume = true
        var isRemote = false
    }

    private func judge(_ found: Findings, _ wishes: ModelWishes) throws -> ModelInspection {
        let format = ModelFormat.detect(found.head)
        let modality = wishes.modality ?? Self.modality(found.url, format, found.header)
        let stem = wishes.name ?? ModelID.stem(of: found.url)
        guard let id = ModelID.make(from: stem) else {
            throw RegistryError(
                .badAddress, "The address names no file, so the model needs a name.", help: [.give(option: "name")])
        }
        var manifest = ModelManifest(id: id, name: wishes.name ?? found.header?.name ?? stem, modality: modality)
        manifest.format = format
        manifest.urls = [found.url.absoluteString]
        // By its id, not by the address: half of all repositories call their file `model.gguf`.
        manifest.file = ModelID.fileName(from: id + Self.ending(format, found.url))
        guard manifest.file != nil else {
            throw RegistryError(
                .badAddress, "The file would be called as one of Hearth's own, so the model needs another name.",
                help: [.give(option: "name")])
        }
        manifest.bytes = found.bytes
        manifest.sha256 = wishes.sha256?.lowercased() ?? found.serverHash
        if found.bytes != nil { manifest.note(.bytes, from: found.isRemote ? .server : .file) }
        if manifest.sha256 != nil { manifest.note(.sha256, from: wishes.sha256 == nil ? .server : .user) }
        manifest.note(.name, from: wishes.name != nil ? .user : found.header?.name != nil ? .header : .computed)
        manifest.note(.modality, from: wishes.modality == nil ? .computed : .user)
        if format != nil { manifest.note(.format, from: .header) }
        if let header = found.header { manifest.learn(from: header) }
        if let template = found.header?.chatTemplate.flatMap(readTemplate) { manifest.learn(from: template) }
        manifest.runtimes =
            format.map { format in modality.runtimes.filter { $0.formats(for: modality).contains(format) } } ?? []
        manifest.note(.runtimes, from: .computed)

        let context = wishes.context ?? min(manifest.contextLength ?? Self.usualContext, Self.usualContext)
        let fit = ModelFit(
            bytes: found.bytes, shape: manifest.shape, context: context, machine: machine,
            isInstalled: !found.isRemote)
        var checks = [formatCheck(format, found), runtimeCheck(manifest, modality)]
        checks += headerChecks(found)
        if let header = found.header { checks.append(modalityCheck(modality, header)) }
        if let wanted = wishes.bytes, let bytes = found.bytes, wanted != bytes {
            checks.append(
                .init(
                    name: "size", state: .failed,
                    reason: "It has \(bytes) bytes and the file that is meant has \(wanted).",
                    remedy: "The file was replaced; add it anew by its address if you trust it."))
        }
        // Of an empty file nothing more can be told.
        if found.bytes != 0 { checks += fitChecks(fit) }
        checks += hashChecks(wishes, found)
        if found.isRemote, !found.canResume {
            checks.append(
                .init(
                    name: "resume", state: .warning,
                    reason: "The server sends no parts of files, so that a broken download begins anew."))
        }
        return ModelInspection(
            manifest: manifest, checks: checks.compactMap { $0 }, header: found.header, fit: fit,
            fetchedBytes: found.fetchedBytes, canResume: found.canResume)
    }

    private func formatCheck(_ format: ModelFormat?, _ found: Findings) -> ModelInspection.Check {
        let guess = ModelFormat.guess(from: found.url)
        guard let format else {
            guard found.bytes != 0 else {
                return .init(name: "format", state: .failed, reason: ModelFileFault.empty.sentence())
            }
            let isPage = found.head.starts(with: Array("<".utf8))
            let what =
                isPage ? "It is a page, not a file." : "Its first bytes are those of no format that is known here."
            return .init(
                name: "format", state: .failed, reason: what,
                remedy: isPage
                    ? "Take the address of the file itself, which a page like this calls download."
                    : "Take a GGUF file for chat and embedding, or ggml-NAME.bin for Whisper.")
        }
        if let guess, guess != format, !(guess == .mlx && format == .safetensors) {
            return .init(
                name: "format", state: .warning,
                reason: "Its name says \(guess.title) and its content \(format.title); the content counts.")
        }
        return .init(name: "format", state: .passed, reason: "It is \(format.title).")
    }

    private func runtimeCheck(_ manifest: ModelManifest, _ modality: Modality) -> ModelInspection.Check? {
        guard let format = manifest.format else { return nil }
        guard !manifest.runtimes.isEmpty else {
            let readers = modality.runtimes.flatMap { $0.formats(for: modality) }.map(\.title)
            return .init(
                name: "runtime", state: .failed,
                reason: readers.isEmpty
                    ? "Nothing here runs models for \(modality.title)."
                    : "Nothing here runs \(format.title) for \(modality.title).",
                remedy: readers.isEmpty
                    ? nil : format.alternative.isEmpty ? "It takes \(readers[0])." : format.alternative)
        }
        guard format == .gguf else {
            return .init(
                name: "runtime", state: .unknown,
                reason: "It is for \(manifest.runtimes.map(\.rawValue).joined(separator: ", ")).")
        }
        guard let architecture = manifest.architecture else { return nil }
        let safe = String(architecture.prefix(64))
        if [.embedding, .reading, .tagging].contains(modality), architecture == "bert" {
            return .init(name: "architecture", state: .passed, reason: "Hearth's own encoder reads bert.")
        }
        if modality == .tagging, architecture == "hearth-stops" {
            return .init(name: "architecture", state: .passed, reason: "It is a table of Hearth's own.")
        }
        if architecture == ProjectorFile.architecture {
            return .init(
                name: "architecture", state: .failed,
                reason: "It is the projector of a model that sees pictures, and no model by itself.",
                remedy: "Add the model that it was published with, and name this file as its projector.")
        }
        switch supports(architecture) {
        case true?:
            return .init(name: "architecture", state: .passed, reason: "The llama.cpp of this build knows \(safe).")
        case false?:
            return .init(
                name: "architecture", state: .failed,
                reason: "The llama.cpp of this build does not know the architecture “\(safe)”.",
                remedy: "Choose another model, or update Hearth.")
        case nil:
            return .init(
                name: "architecture", state: .failed, reason: "This build has no llama.cpp, which \(safe) needs.",
                remedy: "Take a build that has it.")
        }
    }

    /// Whether the network can do what it is taken for: a chat model as a reranker would load, and be of no use.
    private func modalityCheck(_ modality: Modality, _ header: ModelHeader) -> ModelInspection.Check? {
        let made = header.modality
        guard [.textGeneration, .embedding, .reranking].contains(modality) else { return nil }
        if made == modality {
            return .init(name: "modality", state: .passed, reason: "Its header is that of a model for \(made.title).")
        }
        let missing =
            switch modality {
            case .reranking: "it has no output that ranks"
            case .embedding:
                made == .reranking ? "it gives scores, not vectors" : "it does not pool its tokens to one vector"
            default: "it reads and does not write"
            }
        return .init(
            name: "modality", state: .failed,
            reason:
                "It cannot be used for \(modality.title): by its header it is a model for \(made.title), \(missing).",
            remedy: "Add it as a model for \(made.title), or take another one for \(modality.title).")
    }

    private func headerChecks(_ found: Findings) -> [ModelInspection.Check] {
        if let problem = found.problem, found.header == nil {
            return [.init(name: "header", state: .failed, reason: problem.message)]
        }
        guard let header = found.header else { return [] }
        var checks: [ModelInspection.Check] = []
        if header.parameters == nil {
            checks.append(
                .init(
                    name: "header", state: .failed, reason: "It holds a vocabulary and no weights.",
                    remedy: "Take the file of the model itself."))
        } else if header.architecture == nil {
            checks.append(.init(name: "header", state: .failed, reason: "Its header names no architecture."))
        }
        if let needed = header.fileBytes, let bytes = found.bytes {
            checks.append(
                bytes >= needed
                    ? .init(name: "size", state: .passed, reason: "It is as long as its tensors need.")
                    : .init(
                        name: "size", state: .failed,
                        reason: ModelFileFault.cutOff(has: bytes, needs: needed).sentence(),
                        remedy: "Where it is one of several parts, take the model as one file."))
        }
        return checks
    }

    private func fitChecks(_ fit: ModelFit) -> [ModelInspection.Check] {
        let memory: ModelInspection.Check.State =
            switch fit.memory {
            case .fits: .passed
            case .tight: .warning
            case .tooLarge: .failed
            case .unknown: .unknown
            }
        let disk: ModelInspection.Check.State =
            switch fit.disk {
            case .fits: .passed
            case .tight: .warning
            case .tooLarge: .failed
            case .unknown: .unknown
            }
        return [
            .init(
                name: "memory", state: memory, reason: "It \(fit.reason).",
                remedy: fit.memory == .tooLarge
                    ? "Take a smaller model, a smaller quantization such as Q4_K_M, or a shorter context." : nil),
            .init(
                name: "disk", state: disk,
                reason: disk == .failed ? "There is not enough room on the disk." : "There is room on the disk.",
                remedy: fit.disk == .tooLarge
                    ? "Remove models that are not needed." : nil),
        ].filter { $0.state != .unknown || $0.name == "memory" }
    }

    private func hashChecks(_ wishes: ModelWishes, _ found: Findings) -> [ModelInspection.Check] {
        if let wanted = wishes.sha256?.lowercased() {
            guard FileHash.isSHA256(wanted) else {
                return [
                    .init(
                        name: "hash", state: .failed, reason: "The SHA-256 that was given is not one.",
                        remedy: "It has 64 hexadecimal digits.")
                ]
            }
            if let told = found.serverHash, told != wanted {
                return [
                    .init(
                        name: "hash", state: .failed,
                        reason: "The server names another SHA-256 than the one that was given.",
                        remedy: "Check where the hash comes from; the file may have been replaced.")
                ]
            }
        } else if found.isRemote, found.serverHash == nil {
            return [
                .init(
                    name: "hash", state: .warning,
                    reason: "Nobody names the file's SHA-256, so that only its size and its content can be checked.",
                    remedy: "Give it, if its maker publishes it.")
            ]
        }
        return []
    }

    private static func ending(_ format: ModelFormat?, _ url: URL) -> String {
        switch format {
        case .gguf: return ".gguf"
        case .ggmlWhisper: return ".bin"
        case .safetensors: return ".safetensors"
        case .onnx: return ".onnx"
        case .coreML, .mlx, nil:
            let ending = url.pathExtension
            return ending.isEmpty ? ".model" : "." + ending
        }
    }

    /// What a model is for, from what its header and its name say.
    private static func modality(_ url: URL, _ format: ModelFormat?, _ header: ModelHeader?) -> Modality {
        let name = url.lastPathComponent.lowercased()
        if let header {
            // A reranker whose converter left its head out is refused by its check, and is no chat model either.
            return name.contains("rerank") ? .reranking : header.modality
        }
        if name.contains("silero") || name.contains("vad") { return .voiceActivity }
        if format == .ggmlWhisper || name.contains("whisper") { return .speechRecognition }
        if name.contains("rerank") { return .reranking }
        if name.contains("embed") || name.contains("minilm") { return .embedding }
        return .textGeneration
    }
}
