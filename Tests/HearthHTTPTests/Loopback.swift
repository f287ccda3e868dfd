import Foundation
import HearthCore
import HearthHTTP
import NIOCore
import NIOPosix
import Synchronization
import Testing

/// A server on a free port for the length of a test.
struct Loopback: Sendable {
    static let token = "a-token-for-tests-only-0123456789"

    let server: HTTPServer
    let port: Int

    static func with(
        _ routes: [ServerRoute], limits: HTTPServer.Limits = HTTPServer.Limits(),
        configuration given: HTTPServer.Configuration? = nil,
        log: @escaping @Sendable (RequestRecord) -> Void = { _ in },
        _ body: @Sendable (Loopback) async throws -> Void
    ) async throws {
        var configuration = given ?? HTTPServer.Configuration(token: Secret(token))
        configuration.limits = limits
        let server = HTTPServer(configuration, routes: routes, log: log)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let running = Task {
            defer { continuation.finish() }
            try await server.run { place in continuation.yield(place.port) }
        }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else {
            try await running.value
            return
        }
        do {
            try await body(Loopback(server: server, port: port))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        try await running.value
    }

    /// Sends bytes as they are, and gives everything that comes back until the server closes the connection, or until
    /// `isEnough` says so.
    func raw(_ request: String, until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }) async throws
        -> String
    {
        try await connect { inbound, outbound in
            // The server may have said no and gone before everything was sent.
            try? await outbound.write(ByteBuffer(string: request))
            var text = ""
            do {
                for try await piece in inbound {
                    text += String(buffer: piece)
                    if isEnough(text) { break }
                }
            } catch {
                // A reset after the answer is an end like another.
            }
            return text
        }
    }

    /// - Parameter staysAtEnd: Whether it goes on sending when the server has closed its half, as most clients do.
    func connect<Value: Sendable>(
        staysAtEnd: Bool = false,
        _ body:
            @escaping @Sendable (
                NIOAsyncChannelInboundStream<ByteBuffer>, NIOAsyncChannelOutboundWriter<ByteBuffer>
            ) async throws -> Value
    ) async throws -> Value {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(ChannelOptions.allowRemoteHalfClosure, value: staysAtEnd)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in try await body(inbound, outbound) }
    }

    /// One request on a connection of its own.
    func send(
        _ method: String = "GET", _ target: String, headers: [String] = [], token: String? = Loopback.token,
        body: String? = nil, host: String? = nil, type: String? = "application/json"
    ) async throws -> Reply {
        var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close"]
        if let token { lines.append("Authorization: Bearer \(token)") }
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        if body != nil, let type { lines.append("Content-Type: \(type)") }
        let text = (lines + headers).joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
        return try Reply(try await raw(text))
    }
}

/// An answer, taken apart.
struct Reply: Sendable {
    var status: Int
    var headers: [String: String]
    var body: String

    init(_ text: String) throws {
        // By bytes: a carriage return and a line feed are one character.
        let halves = text.components(separatedBy: "\r\n\r\n")
        let lines = halves[0].components(separatedBy: "\r\n")
        status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        headers = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        body = halves.dropFirst().joined(separator: "\r\n\r\n")
        if headers["transfer-encoding"] == "chunked" { body = Self.joined(body) }
    }

    var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
    var errorCode: String? { json["error"]?["code"]?.stringValue }
    /// The data of server-sent events.
    var events: [String] {
        body.components(separatedBy: "\n").filter { $0.hasPrefix("data: ") }.map { String($0.dropFirst(6)) }
    }

    private static func joined(_ text: String) -> String {
        var rest = Array(text.utf8)[...]
        var result: [UInt8] = []
        while let end = rest.firstRange(of: [13, 10]) {
            guard let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), size > 0 else {
                break
            }
            let start = end.upperBound
            guard rest.distance(from: start, to: rest.endIndex) >= size else { break }
            result += rest[start..<(start + size)]
            rest = rest[(start + size)...].dropFirst(2)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
