import Foundation
import Hearth
public import HearthMCP
import Synchronization

/// MCP over standard input and output: a message a line.
public struct MCPStandardStreams: Sendable {
    private let server: MCPServer
    private let input: FileHandle
    private let output: FileHandle
    private let patience: Duration

    /// More of a line is refused, so that a broken host cannot fill the memory.
    private static let mostLineBytes = 16 << 20
    /// Messages that were read and not answered, and the bytes that they came in; further ones stay in the pipe, and who writes them
    /// waits. Many more than a session works on at once, so that a cancellation and the end of the input are read although
    /// requests wait for their turn: only behind as many as this they are not.
    private static let mostAtOnce = MCPSession.mostTaken
    private static let mostBytesAtOnce = 2 * mostLineBytes

    public init(_ server: MCPServer) {
        self.init(server, input: .standardInput, output: .standardOutput, patience: .seconds(120))
    }

    /// - Parameter patience: How long what is under way may go on when the input has ended.
    init(_ server: MCPServer, input: FileHandle, output: FileHandle, patience: Duration) {
        (self.server, self.input, self.output, self.patience) = (server, input, output, patience)
    }

    /// Serves until the input ends. Messages are worked on at the same time.
    ///
    /// Whoever closes our input may still read: a script that hands over all its requests at once does. What was asked before is
    /// answered, within a time, and what is under way then is stopped; so it is at once when our output is closed, too.
    public func run() async {
        let session = MCPSession(server)
        let (inputEnd, inputEnded) = AsyncStream.makeStream(of: Void.self)
        let (outputEnd, outputEnded) = AsyncStream.makeStream(of: Void.self)
        let output = LineWriter(output) { outputEnded.finish() }
        await withTaskGroup(of: Void.self) { ways in
            ways.addTask {
                await withTaskGroup(of: Load.self) { messages in
                    var lines = Lines(of: input)
                    var load = Load()
                    // Cancelling ends the reading as the end of the input does.
                    while let line = try? await lines.next() {
                        guard let (message, own) = Self.message(line, output) else { continue }
                        guard message["id"] != nil || message.arrayValue != nil else {
                            // A notification, such as a cancellation, needs no room, and gets past what waits for its turn.
                            if let problem = await session.handle(message, notify: { _ in }) { output.write(problem) }
                            continue
                        }
                        while load.count > 0, !(load + own).isTaken, let done = await messages.next() {
                            load = load - done
                        }
                        // Taken one after the other, so that none comes before `initialize`, and no cancellation too early.
                        let begun = await session.begin(message) { output.write($0) }
                        load = load + own
                        messages.addTask {
                            if let answer = await session.answer(to: begun) { output.write(answer) }
                            return own
                        }
                    }
                    inputEnded.finish()
                }
            }
            ways.addTask { [patience] in
                for await _ in inputEnd {}
                try? await Task.sleep(for: patience)
            }
            ways.addTask { for await _ in outputEnd {} }
            await ways.next()
            await session.close()
            ways.cancelAll()
        }
    }

    /// What is under way of the input.
    private struct Load: Sendable {
        var count = 0
        var bytes = 0

        var isTaken: Bool {
            count <= MCPStandardStreams.mostAtOnce && bytes <= MCPStandardStreams.mostBytesAtOnce
        }

        static func + (a: Load, b: Load) -> Load { Load(count: a.count + b.count, bytes: a.bytes + b.bytes) }
        static func - (a: Load, b: Load) -> Load { Load(count: a.count - b.count, bytes: a.bytes - b.bytes) }
    }

    /// The message of a line, and how much it is; `nil` for a line that is none, which is told.
    private static func message(_ line: Lines.Line, _ output: LineWriter) -> (JSONValue, Load)? {
        guard case .whole(let line) = line else {
            output.write(MCPError.tooLong.response(to: nil))
            return nil
        }
        guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return nil }
        guard let message = try? JSONValue(parsing: line) else {
            output.write(MCPError.notJSON.response(to: nil))
            return nil
        }
        return (message, Load(count: max(1, message.arrayValue?.count ?? 1), bytes: line.count))
    }

    /// The lines of a file. They are read when they are asked for: what nobody has asked for is still in the pipe, which holds
    /// little, so that its writer waits (backpressure).
    private struct Lines {
        enum Line {
            case whole([UInt8])
            case tooLong
        }

        private let input: FileHandle
        /// What was read and not looked at.
        private var piece = Data()
        private var line: [UInt8] = []
        private var isTooLong = false

        init(of input: FileHandle) { self.input = input }

        /// The next line; `nil` at the end of the input.
        ///
        /// - Throws: `CancellationError`, at once: the thread that reads is left behind with what it waits for.
        mutating func next() async throws -> Line? {
            while true {
                if let end = piece.firstIndex(of: 0x0A) {
                    add(piece[..<end])
                    piece = piece[(end + 1)...]
                    return taken()
                }
                add(piece)
                piece = try await BlockingWork.run(on: "hearth.mcp.input") { [input] in input.availableData }
                if piece.isEmpty { return line.isEmpty ? nil : taken() }
            }
        }

        private mutating func add(_ bytes: Data) {
            let room = MCPStandardStreams.mostLineBytes - line.count
            line.append(contentsOf: bytes.prefix(room))
            if bytes.count > room { isTooLong = true }
        }

        private mutating func taken() -> Line {
            defer { (line, isTooLong) = ([], false) }
            return isTooLong ? .tooLong : .whole(line)
        }
    }

    /// Writes whole lines, one at a time.
    private final class LineWriter: Sendable {
        private let file: Mutex<FileHandle>
        private let whenGone: @Sendable () -> Void

        /// - Parameter whenGone: Called when nobody reads any more.
        init(_ file: FileHandle, whenGone: @escaping @Sendable () -> Void) {
            self.file = Mutex(file)
            self.whenGone = whenGone
        }

        func write(_ message: JSONValue) {
            let bytes = Data((message.description + "\n").utf8)
            do { try file.withLock { try $0.write(contentsOf: bytes) } } catch { whenGone() }
        }
    }
}
