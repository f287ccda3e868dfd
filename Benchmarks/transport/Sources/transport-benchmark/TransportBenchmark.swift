import AsyncHTTPClient
import Foundation
import HearthCore
import HearthTransport
import NIOCore
import NIOHTTP1
import WireServers

/// Sends the same requests to a server in this process, in turns through the library alone and through Hearth's transport.
@main
struct TransportBenchmark {
    struct Case {
        let name: String
        let response: WireResponse
        let rounds: Int
    }

    /// Takes records, and keeps none: what the real ledger costs is measured with it.
    struct NoLedger: RoutingLedger {
        func append(_ entry: LedgerEntry) async throws -> Int { 1 }
    }

    static func main() async throws {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 2_000
        // About what a provider sends for each token.
        let event = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" token\"},\"finish_reason\":null}]}\n\n"
        let stream = Array(String(repeating: event, count: 100).utf8)
        let cases = [
            Case(name: "one short answer", response: .http(body: stream.prefix(500) + []), rounds: rounds),
            Case(
                name: "stream of 100 events, flushed apart",
                response: WireResponse.http(body: stream, framing: .chunked(size: event.utf8.count))
                    .cut(at: (1..<100).map { $0 * (event.utf8.count + 6) + 60 }),
                rounds: rounds / 2),
            Case(
                name: "body of 10 MB", response: .http(body: [UInt8](repeating: 7, count: 10_000_000)),
                rounds: max(1, rounds / 100)),
        ]
        for item in cases { try await measure(item) }
    }

    static func measure(_ item: Case) async throws {
        let server = try await WireServer.start(script: [item.response])
        let body = Array(String(repeating: "What is in my documents? ", count: 80).utf8)
        var configuration = HTTPClient.Configuration()
        configuration.httpVersion = .http1Only
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        let transport = try AsyncHTTPTransport(ledger: NoLedger())

        func direct() async throws -> Int {
            var request = HTTPClientRequest(url: server.url.absoluteString)
            request.method = .POST
            request.headers = ["content-type": "application/json"]
            request.body = .bytes(body)
            let response = try await client.execute(request, timeout: .seconds(60))
            var count = 0
            for try await piece in response.body { count += piece.readableBytes }
            return count
        }
        func through() async throws -> Int {
            let request = HTTPRequest(
                .post, server.url, headers: [("content-type", "application/json")], body: body, ledgerRecord: 1,
                purpose: "benchmark")
            var count = 0
            for try await piece in try await transport.send(request).body { count += piece.count }
            return count
        }

        var directTimes: [Double] = []
        var throughTimes: [Double] = []
        for round in 0..<(item.rounds + 20) {
            // In turns, and each first every other time: what else the machine does hits both alike.
            var times = (direct: 0.0, through: 0.0)
            for isDirect in round % 2 == 0 ? [true, false] : [false, true] {
                let start = ContinuousClock.now
                let count = try await isDirect ? direct() : through()
                let duration = milliseconds(ContinuousClock.now - start)
                guard count > 0 else { throw CancellationError() }
                if isDirect { times.direct = duration } else { times.through = duration }
            }
            guard round >= 20 else { continue }
            directTimes.append(times.direct)
            throughTimes.append(times.through)
        }
        let differences = zip(throughTimes, directTimes).map { $0 - $1 }
        print(
            "\(item.name): direct \(text(median(directTimes))) ms, through the transport \(text(median(throughTimes))) ms, "
                + "median difference \(text(median(differences))) ms (\(item.rounds) rounds)")
        await transport.shutdown()
        try await client.shutdown()
        await server.stop()
    }

    static func milliseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
    }

    static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    static func text(_ value: Double) -> String { String(format: "%.3f", value) }
}
