import Foundation
import HearthCore
public import HearthMCP
import Synchronization

/// MCP over standard input and output: a message a line.
public struct MCPStandardStreams: Sendable {
    private let server: MCPServer

    /// More of a line is refused, so that a broken host cannot fill the memory.
    private static let mostLineBytes = 16 << 20

    public init(_ server: MCPServer) { self.server = server }

    /// Serves until the input ends. Messages are worked on at the same time; what is under way when the input ends is
    /// stopped.
    public func run() async {
        let session = MCPSession(server)
        let output = LineWriter()
        await withTaskGroup(of: Void.self) { group in
            for await line in Self.lines() {
                group.addTask {
                    guard let line else {
                        output.write(MCPError.tooLong.response(to: nil))
                        return
                    }
                    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return }
                    guard let message = try? JSONValue(parsing: line) else {
                        output.write(MCPError.notJSON.response(to: nil))
                        return
                    }
                    if let answer = await session.handle(message, notify: { output.write($0) }) { output.write(answer) }
                }
            }
            // The host has closed our input, and reads no more answers.
            await session.close()
            group.cancelAll()
        }
    }

    /// The lines of standard input; `nil` for one that was too long.
    private static func lines() -> AsyncStream<[UInt8]?> {
        AsyncStream { continuation in
            // Reading blocks, so it has a thread of its own; it ends with the input.
            Thread.detachNewThread {
                var line: [UInt8] = []
                var isTooLong = false
                while true {
                    let data = FileHandle.standardInput.availableData
                    if data.isEmpty { break }
                    for byte in data {
                        if byte == 0x0A {
                            continuation.yield(isTooLong ? nil : line)
                            line.removeAll(keepingCapacity: true)
                            isTooLong = false
                        } else if line.count < mostLineBytes {
                            line.append(byte)
                        } else {
                            isTooLong = true
                        }
                    }
                }
                if !line.isEmpty { continuation.yield(isTooLong ? nil : line) }
                continuation.finish()
            }
        }
    }

    /// Writes whole lines, one at a time.
    private final class LineWriter: Sendable {
        private let lock = Mutex(())

        func write(_ message: JSONValue) {
            let bytes = Data((message.description + "\n").utf8)
            lock.withLock { _ in
                // A host that is gone reads nothing; the input ends then, too.
                try? FileHandle.standardOutput.write(contentsOf: bytes)
            }
        }
    }
}
