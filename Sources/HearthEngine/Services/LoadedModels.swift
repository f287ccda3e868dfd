public import Foundation
public import HearthCore
import HearthLlama
import HearthRegistry
import HearthSystem

/// The local models in memory, and the memory that is left.
public struct LoadedModels: Codable, Hashable, Sendable {
    /// The one used last first.
    public var models: [Model]
    /// Bytes that they take by estimate, and bytes that they may take.
    public var usedBytes: Int
    public var budgetBytes: Int

    public struct Model: Codable, Hashable, Sendable {
        /// Its id in the registry; the name of its file when it is not there.
        public var id: String
        public var path: String
        /// `loading` or `ready`.
        public var state: String
        /// The share of the weights that is loaded, from 0 to 1.
        public var progress: Double
        /// Bytes by estimate: the weights, the context, and what is computed on the way.
        public var bytes: Int
        /// Tokens of the context; 0 for a model that has none.
        public var contextLength: Int
        /// Requests that use it now. Only a model that none uses is unloaded.
        public var users: Int
        /// Whether Hearth keeps it for its own work, for as long as it runs: the model that search embeds with. Its users are
        /// not counted. `nil` means no.
        public var isKept: Bool?
        public var since: Date
        public var lastUsed: Date
    }
}

/// What is loaded here, and in the server that runs for the same data folder.
extension Hearth.Models {
    /// Every model that this object has loaded or is loading. Opens no connection; ``loadedInServer(token:)`` asks a running server.
    public func loaded() async -> LoadedModels {
        let ids = ((try? registry.entries()) ?? []).reduce(into: [String: String]()) { ids, entry in
            if let path = entry.path { ids[ModelFiles.real(path)] = entry.manifest.id }
        }
        let models = await hearth.pool.loaded().map { model in
            LoadedModels.Model(
                id: ids[ModelFiles.real(model.path)] ?? model.id, path: model.path, state: model.state.rawValue,
                progress: model.progress, bytes: Int(clamping: model.memory.total),
                contextLength: model.memory.contextLength, users: model.users,
                isKept: model.isHeld ? true : nil, since: model.since, lastUsed: model.lastUsed)
        }
        let used = models.reduce(0) { $0.addingReportingOverflow($1.bytes).partialValue }
        return LoadedModels(models: models, usedBytes: used, budgetBytes: Int(clamping: hearth.pool.byteBudget))
    }

    /// What tells the file of a model that is loaded from every other, also from another one at the same place: its size, the time of its
    /// last change and its place on the disk, since each answer asks for it. `nil` where none is loaded by that id.
    package func fileIdentity(of id: String) async -> String? {
        guard let path = await loaded().models.first(where: { $0.id == id })?.path, let file = FileStamp(path: path)
        else { return nil }
        return "\(file.size)-\(file.modified)-\(file.inode)"
    }

    /// Unloads a model by its id; `false` when it was not loaded.
    ///
    /// - Throws: An error with the code `model-in-use` while it answers or is being loaded.
    public func unload(_ id: String) async throws -> Bool {
        let models = await loaded().models
        guard let model = models.first(where: { $0.id == id }) ?? models.first(where: { $0.id == id.lowercased() })
        else { return false }
        return try await hearth.pool.unload(model.path)
    }

    /// Ids of the local chat models that a client can ask for by name, each with its file's name without the ending, by which it
    /// can be asked for too, whether it takes pictures, and what stands against it now.
    public func servable() async throws -> [(id: String, file: String, sees: Bool, problem: String?)] {
        var found: [(id: String, file: String, sees: Bool, problem: String?)] = []
        for model in try LocalChatModel.installed(in: registry) {
            var problem: String?
            let local = hearth.pool.languageModel(model.path)
            if case .unavailable(_, let message) = await local.availability() { problem = message }
            found.append((model.id, model.fileName, local.capabilities.vision, problem))
        }
        return found
    }

    // MARK: In the running server

    /// What is loaded in the server that runs for this data folder; `nil` when none runs.
    ///
    /// - Parameter token: The server's.
    /// - Throws: ``EngineError`` `server-refused`; what the transport throws: `refused-by-policy` where the kernel denies every
    ///   connection, `cannot-connect`.
    public func loadedInServer(token: Secret) async throws -> LoadedModels? {
        guard let (place, bytes) = try await ask("/api/models/loaded", token: token) else { return nil }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let models = try? decoder.decode(LoadedModels.self, from: Data(bytes)) else {
            throw EngineError(
                .serverRefused,
                "The server at \(place.url) answered in a way that this version does not know. Restart it.")
        }
        return models
    }

    /// Has the server that runs for this data folder unload a model; `nil` when none runs.
    ///
    /// - Returns: Whether it was loaded.
    /// - Throws: As ``loadedInServer(token:)``; what the server refused, such as `model-in-use`.
    public func unloadInServer(_ id: String, token: Secret) async throws -> Bool? {
        let name = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
        guard let (_, bytes) = try await ask("/api/models/\(name)/unload", method: .post, token: token) else {
            return nil
        }
        return (try? JSONValue(parsing: bytes))?["unloaded"]?.boolValue ?? false
    }

    /// One request to the server, through the transport and with a record in the ledger as everything else.
    private func ask(
        _ path: String, method: HTTPRequest.Method = .get, token: Secret
    ) async throws -> (ServerPlace, [UInt8])? {
        guard let place = try RunningServer.find(in: hearth.folder) else { return nil }
        guard let url = URL(string: place.url + path), let origin = Origin(url) else {
            throw EngineError(.serverRefused, "server.json names no address. Restart the server.")
        }
        let resources = try await hearth.current()
        let transport = try await resources.engines().transport
        let bytes = try await resources.library().errand("server", host: "\(origin.host):\(origin.port)") { record in
            var request = HTTPRequest(
                method, url,
                credential: Credential(header: "Authorization", prefix: "Bearer ", key: token, origin: origin),
                ledgerRecord: record, purpose: "server", maximumResponseBytes: 1 << 20, mayRetry: false)
            request.timeLimit = .seconds(10)
            let response = try await transport.send(request)
            var bytes: [UInt8] = []
            for try await piece in response.body { bytes += piece }
            guard (200..<300).contains(response.status) else {
                throw Self.refusal(by: place, status: response.status, bytes)
            }
            return bytes
        }
        return (place, bytes)
    }

    private static func refusal(by place: ServerPlace, status: Int, _ bytes: [UInt8]) -> any ReadableError {
        guard let error = (try? JSONValue(parsing: bytes))?["error"], let code = error["code"]?.stringValue,
            let message = error["message"]?.stringValue
        else {
            return EngineError(.serverRefused, "The server at \(place.url) refused to answer (status \(status)).")
        }
        return ServerRefusal(
            code: String(code.prefix(60)),
            kind: error["kind"]?.stringValue.flatMap(Failure.Kind.init) ?? .badResponse,
            message: String(message.prefix(500)))
    }
}

/// Asking the server that runs for the same data folder.

/// What the server that runs for the same data folder refused, in its own words.
private struct ServerRefusal: ReadableError {
    let code: String
    let kind: Failure.Kind
    let message: String
}
