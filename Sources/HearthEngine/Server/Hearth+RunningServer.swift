import Foundation
public import HearthCore
import HearthStore

/// Asking the server that runs for the same data folder.
extension Hearth {
    /// What is loaded in the server that runs for this data folder; `nil` when none runs.
    ///
    /// - Parameter token: The server's.
    /// - Throws: ``EngineError`` `server-refused`; what the transport throws: `refused-by-policy` where the kernel denies every
    ///   connection, `cannot-connect`.
    public func serverModels(token: Secret) async throws -> LoadedModels? {
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
    /// - Throws: As ``serverModels(token:)``; what the server refused, such as `model-in-use`.
    public func unloadModelInServer(_ id: String, token: Secret) async throws -> Bool? {
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
        guard let place = try RunningServer.find(in: folder) else { return nil }
        guard let url = URL(string: place.url + path), let origin = Origin(url) else {
            throw EngineError(.serverRefused, "server.json names no address. Restart the server.")
        }
        let parts = try current()
        let transport = try await parts.engines().transport
        let bytes = try await parts.database().errand("server", host: "\(origin.host):\(origin.port)") { record in
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

/// What the server that runs for the same data folder refused, in its own words.
private struct ServerRefusal: ReadableError {
    let code: String
    let kind: Failure.Kind
    let message: String
}
