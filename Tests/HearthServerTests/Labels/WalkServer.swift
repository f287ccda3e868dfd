import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthKnowledge
import HearthServer
import HearthTesting
import Testing

/// The whole server over a walk's library, with an engine behind it that looks at all that Hearth's own services send.
///
/// That the engine listens on this machine makes no difference: text leaves the process, so private text may not reach it, and
/// personal text by a consent alone.
struct WalkServer: Sendable {
    /// The name of the model that the engine has.
    static let model = "observer"

    /// Files that are read from where they are, by their real path.
    let files: String
    /// The owner in a browser; its `program` knows the token alone.
    var owner: ServerClient
    private let engine: WireServer
    private let http: HTTPServer
    private let running: Task<Void, any Error>

    static func start(_ hearth: Hearth, files: URL, _ watch: Watch) async throws -> WalkServer {
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        let engine = try await WireServer.start { request in
            watch.look("wire \(request.target)", String(decoding: request.body, as: UTF8.self), ceiling: .personal)
            return Self.answer(request)
        }
        var configuration = HTTPServer.Configuration(token: Secret(ServerClient.token))
        configuration.port = 0
        let http = HearthServer(hearth, configuration: configuration).http
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        // Listens for as long as the walk goes, which ends it.
        let running = Task { try await http.run { continuation.yield($0.port) } }
        var iterator = ports.makeAsyncIterator()
        let owner = try await ServerClient(port: await iterator.next() ?? 0).signedIn()
        for (name, value) in [
            ("custom-url", engine.url.absoluteString + "/v1"), ("custom-model", model), ("order", "custom,basic"),
        ] {
            let set = try await owner.send("PUT", "/api/settings/\(name)", json: ["value": .string(value)])
            try #require(set.status == 200, "\(set.body)")
        }
        let consent = try await owner.send("POST", "/api/consents", json: ["engine": "custom"])
        try #require(consent.status == 201, "\(consent.body)")
        return WalkServer(
            files: FileFinder.realPath(files.path) ?? files.path, owner: owner, engine: engine, http: http,
            running: running)
    }

    func stop() async {
        await http.stop()
        try? await running.value
        await engine.stop()
        try? FileManager.default.removeItem(atPath: files)
    }

    /// Says again what it was told, in the form that is asked for.
    private static func answer(_ request: ReceivedRequest) -> WireResponse {
        // It tells nothing of itself.
        guard request.method == "POST", request.target.hasSuffix("/chat/completions"),
            let body = try? JSONValue(parsing: request.body)
        else { return .http(404) }
        let text = String(decoding: request.body, as: UTF8.self)
        let words = LabelOracle.words(in: text).prefix(24).joined(separator: " ")
        var said = "As I read it: \(words) [1]."
        if let schema = body["response_format"]?["json_schema"]?["schema"] {
            said = LabelWalk.value(schema, schema, "\(words) said").description
        }
        let wire = OpenAIDialect()
        return .http(
            headers: [("content-type", wire.contentType)],
            body: wire.text([said], usage: TokenUsage(promptTokens: 9, completionTokens: 8), finish: .stop))
    }
}
