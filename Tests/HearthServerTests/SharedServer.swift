import Foundation
import HearthCore
import HearthHTTP
import HearthServer

@testable import HearthEngine

/// A whole server with accounts, and browsers and programs of those who have one.
struct SharedServer: Sendable {
    static let word = "a walk along the river"

    let port: Int
    let people: People
    let hearth: Hearth
    let server: HearthServer
    /// Who runs it, in a browser.
    let owner: ServerClient

    /// A browser of somebody who signs in.
    func browser(_ name: String, password: String = word) async throws -> ServerClient {
        let reply = try await nobody.send(
            "POST", "/api/session", json: ["name": .string(name), "password": .string(password)])
        return ServerClient(port: port, key: reply.json["key"]?.stringValue ?? "")
    }

    /// A client with a session's key that is none.
    var nobody: ServerClient { ServerClient(port: port, key: "none") }

    /// A program that has a token.
    func program(_ token: String, _ method: String, _ target: String, json: JSONValue? = nil) async throws
        -> ServerClient.Reply
    {
        try await ServerClient(port: port, key: "").send(
            method, target, body: json.map { Array($0.description.utf8) } ?? [], headers: "x-api-key: \(token)\r\n")
    }

    static func with(_ body: @escaping @Sendable (SharedServer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-shared-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let hearth = try Hearth(folder: folder)
        let people = People(folder: folder, parameters: .init(logarithm: 4))
        var configuration = HTTPServer.Configuration(token: Secret(ServerClient.token))
        configuration.port = 0
        let server = HearthServer(hearth, configuration: configuration, people: people)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let running = Task { try await server.http.run { continuation.yield($0.port) } }
        var iterator = ports.makeAsyncIterator()
        let port = await iterator.next() ?? 0
        do {
            let owner = try await ServerClient(port: port).signedIn()
            try await body(SharedServer(port: port, people: people, hearth: hearth, server: server, owner: owner))
        } catch {
            await server.http.stop()
            throw error
        }
        await server.http.stop()
        try await running.value
        await server.closeLibraries()
    }
}
