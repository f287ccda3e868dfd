import Foundation
import HearthCore
import HearthEngine
import HearthHTTP
import HearthServer
import NIOCore
import NIOPosix

/// A client of a whole server over a library in a temporary folder.
struct ServerClient: Sendable {
    static let token = "a-token-for-tests-only-0123456789"

    let port: Int
    /// The key of a session, as the page has one; `nil` for a program that knows the token.
    var key: String?

    /// The same server, for a program.
    var program: ServerClient { ServerClient(port: port) }

    /// The same server, for its owner in a browser.
    func signedIn() async throws -> ServerClient {
        let reply = try await send(
            "POST", "/api/session", body: Array("{\"token\": \"\(Self.token)\"}".utf8),
            headers: "Origin: http://localhost\r\n")
        return ServerClient(port: port, key: reply.json["key"]?.stringValue)
    }

    private var credentials: String {
        guard let key else { return "Authorization: Bearer \(Self.token)\r\n" }
        return "hearth-session: \(key)\r\nOrigin: http://localhost\r\n"
    }

    struct Reply: Sendable {
        var status = 0
        var head = ""
        var bytes: [UInt8] = []
        var body: String { String(decoding: bytes, as: UTF8.self) }
        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    }

    func send(
        _ method: String, _ target: String, type: String = "application/json", body: [UInt8] = [],
        headers: String = "", onPiece: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) async throws -> Reply {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        var head =
            "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(credentials)"
        if !body.isEmpty { head += "Content-Type: \(type)\r\n" }
        head += "\(headers)Content-Length: \(body.count)\r\n\r\n"
        let bytes = Array(head.utf8) + body
        let answer = try await channel.executeThenClose { inbound, outbound -> [UInt8] in
            try await outbound.write(ByteBuffer(bytes: bytes))
            var answer: [UInt8] = []
            for try await piece in inbound {
                answer += Array(buffer: piece)
                try await onPiece(String(decoding: answer, as: UTF8.self))
            }
            return answer
        }
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { return Reply() }
        var reply = Reply()
        reply.head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
        let isChunked = reply.head.lowercased().contains("transfer-encoding: chunked")
        let content = Array(answer[end.upperBound...])
        reply.bytes = isChunked ? Self.joined(content) : content
        reply.status = Int(reply.head.split(separator: " ").dropFirst().first ?? "") ?? 0
        return reply
    }

    /// The content of chunks (RFC 9112, 7.1).
    private static func joined(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var result: [UInt8] = []
        while let end = rest.firstRange(of: [13, 10]) {
            let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
            guard let size = Int(digits, radix: 16), size > 0, rest.endIndex - end.upperBound >= size else { break }
            result += rest[end.upperBound..<(end.upperBound + size)]
            rest = rest[(end.upperBound + size)...].dropFirst(2)
        }
        return result
    }

    func send(_ method: String, _ target: String, json: JSONValue) async throws -> Reply {
        try await send(method, target, body: Array(json.description.utf8))
    }

    /// Uploads a file and waits until it was read.
    func upload(
        _ name: String, _ content: String, to target: String = "/api/documents", replaces: Bool = false
    ) async throws -> JSONValue {
        let field = "--x\r\nContent-Disposition: form-data; name=\"replace\"\r\n\r\ntrue\r\n"
        let form =
            (replaces ? field : "")
            + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n\(content)\r\n--x--\r\n"
        let begun = try await send(
            "POST", target, type: "multipart/form-data; boundary=x", body: Array(form.utf8))
        guard let id = begun.json["id"]?.stringValue else { return begun.json }
        let events = try await send("GET", "/api/jobs/\(id)/events")
        let last = events.body.components(separatedBy: "data: ").last ?? ""
        return try JSONValue(parsing: last.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// A header of an answer.
    static func header(_ name: String, of reply: Reply) -> String? {
        reply.head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix(name + ": ") }.map {
            String($0.dropFirst(name.count + 2))
        }
    }

    /// The events of a stream: their names and data.
    static func events(_ reply: Reply) -> [(name: String, data: JSONValue)] {
        reply.body.components(separatedBy: "\n\n").compactMap { block in
            let lines = block.components(separatedBy: "\n")
            guard let name = lines.first(where: { $0.hasPrefix("event: ") })?.dropFirst(7),
                let data = lines.first(where: { $0.hasPrefix("data: ") })?.dropFirst(6)
            else { return nil }
            return (String(name), (try? JSONValue(parsing: String(data))) ?? .null)
        }
    }

    /// Follows a job to its end.
    func end(of job: JSONValue) async throws -> JSONValue {
        guard let id = job["id"]?.stringValue else { return job }
        let events = try await send("GET", "/api/jobs/\(id)/events")
        return Self.events(events).last?.data ?? .null
    }

    static func with(
        voice: VoiceRequest = VoiceRequest(),
        _ body: @escaping @Sendable (ServerClient, Hearth, URL) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-server-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let hearth = try Hearth(folder: folder)
        var configuration = HTTPServer.Configuration(token: Secret(Self.token))
        configuration.port = 0
        let server = HearthServer(hearth, configuration: configuration, voice: voice)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let running = Task { try await server.http.run { continuation.yield($0.port) } }
        var iterator = ports.makeAsyncIterator()
        let port = await iterator.next() ?? 0
        do {
            try await body(try await ServerClient(port: port).signedIn(), hearth, folder)
        } catch {
            await server.http.stop()
            throw error
        }
        await server.http.stop()
        try await running.value
    }
}
