import Foundation
import HearthCore
import HearthMCP
import Synchronization
import Testing

@testable import HearthServer

@Suite("MCP over standard streams")
struct MCPStandardStreamsTests {
    private struct NoResources: MCPResourceSource {
        func resources(after cursor: String?) async throws -> (resources: [MCPResource], next: String?) { ([], nil) }
        func read(_ uri: String) async throws -> (text: String, mimeType: String) {
            throw MCPError.unknownResource(uri)
        }
        let templates: [(uriTemplate: String, name: String, description: String, mimeType: String)] = []
    }

    private static let requests = [
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","#
            + #""capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"work","arguments":{}}}"#,
    ]

    /// Hands over all requests at once, and gives what was answered by the time that the server ended.
    private func answers(
        patience: Duration, work: @escaping @Sendable (FileHandle) async throws -> ToolResult
    ) async throws -> [JSONValue] {
        let (input, output) = (Pipe(), Pipe())
        let writer = input.fileHandleForWriting
        let tool = MCPTool(name: "work", title: "", description: "", inputSchema: ["type": "object"]) { _, _ in
            try await work(writer)
        }
        let server = MCPServer(
            name: "t", title: "T", version: "1", instructions: "", tools: [tool], resources: NoResources())
        try writer.write(contentsOf: Data((Self.requests.joined(separator: "\n") + "\n").utf8))
        await MCPStandardStreams(
            server, input: input.fileHandleForReading, output: output.fileHandleForWriting, patience: patience
        ).run()
        try output.fileHandleForWriting.close()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    }

    @Test func `What was asked before the input ended is answered`() async throws {
        let answers = try await answers(patience: .seconds(3600)) { input in
            try input.close()
            // Time enough to notice that the input has ended, and to be stopped by it.
            for _ in 0..<1000 { await Task.yield() }
            try Task.checkCancellation()
            return ToolResult("done")
        }
        #expect(answers.map { $0["id"] } == [0, 1])
        #expect(answers.last?["result"]?["content"]?.arrayValue?.first?["text"] == "done")
    }

    @Test func `What takes longer than the time that is left is stopped`() async throws {
        let answers = try await answers(patience: .zero) { input in
            try input.close()
            // Far longer than any test runs: it ends by being stopped.
            try await Task.sleep(for: .seconds(86_400))
            return ToolResult("late")
        }
        #expect(answers.map { $0["id"] } == [0])
    }

    @Test func `More requests than are worked on at once wait in the pipe, and none is lost`() async throws {
        let count = 5_000
        let (input, output) = (Pipe(), Pipe())
        let tool = MCPTool(name: "work", title: "", description: "", inputSchema: ["type": "object"]) { _, _ in
            ToolResult("done")
        }
        let server = MCPServer(
            name: "t", title: "T", version: "1", instructions: "", tools: [tool], resources: NoResources())
        let streams = MCPStandardStreams(
            server, input: input.fileHandleForReading, output: output.fileHandleForWriting, patience: .seconds(3600))
        // Both ends block, each on a thread of its own: the pipes hold far less than this.
        async let written: Void = BlockingWork.run {
            let writer = input.fileHandleForWriting
            try writer.write(contentsOf: Data((Self.requests[0] + "\n").utf8))
            for id in 1...count {
                try writer.write(contentsOf: Data((#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# + "\n").utf8))
            }
            try writer.close()
        }
        async let read = BlockingWork.run { try output.fileHandleForReading.readToEnd() ?? Data() }
        await streams.run()
        try output.fileHandleForWriting.close()
        try await written
        let answers = try await String(decoding: read, as: UTF8.self).split(separator: "\n")
            .map { try JSONValue(parsing: String($0)) }
        #expect(Set(answers.compactMap { $0["id"]?.numberValue?.intValue }) == Set(0...count))
    }

    @Test func `The end of the input is read while as many requests as may be are under way`() async throws {
        let (input, output) = (Pipe(), Pipe())
        let tool = MCPTool(name: "work", title: "", description: "", inputSchema: ["type": "object"]) { _, _ in
            try await Task.sleep(for: .seconds(86_400))
            return ToolResult("late")
        }
        let server = MCPServer(
            name: "t", title: "T", version: "1", instructions: "", tools: [tool], resources: NoResources())
        var lines = [Self.requests[0]]
        for id in 1...(3 * MCPSession.mostRunning) {
            lines.append(Self.requests[1].replacing(#""id":1,"#, with: #""id":\#(id),"#))
        }
        try input.fileHandleForWriting.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        try input.fileHandleForWriting.close()
        async let read = BlockingWork.run { try output.fileHandleForReading.readToEnd() ?? Data() }
        // It ends although none of what is under way does.
        await MCPStandardStreams(
            server, input: input.fileHandleForReading, output: output.fileHandleForWriting, patience: .zero
        ).run()
        try output.fileHandleForWriting.close()
        let answers = try await String(decoding: read, as: UTF8.self).split(separator: "\n")
            .map { try JSONValue(parsing: String($0)) }
        #expect(answers.map { $0["id"] } == [0])
    }

    @Test func `More calls than are worked on at once wait for their turn, and a cancellation gets past them`()
        async throws
    {
        let (input, output) = (Pipe(), Pipe())
        let state = Mutex((working: 0, most: 0, isOpen: false))
        let tool = MCPTool(name: "work", title: "", description: "", inputSchema: ["type": "object"]) { _, _ in
            state.withLock { state in
                state.working += 1
                state.most = max(state.most, state.working)
            }
            defer { state.withLock { $0.working -= 1 } }
            while !state.withLock({ $0.isOpen }) { try await Task.sleep(for: .milliseconds(1)) }
            return ToolResult("done")
        }
        let server = MCPServer(
            name: "t", title: "T", version: "1", instructions: "", tools: [tool], resources: NoResources())
        let count = 3 * MCPSession.mostRunning
        var lines = [Self.requests[0]]
        for id in 1...count { lines.append(Self.requests[1].replacing(#""id":1,"#, with: #""id":\#(id),"#)) }
        lines.append(
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(count - 1)}}"#)
        // Answered at once, and so a sign that all before it was read.
        lines.append(#"{"jsonrpc":"2.0","id":9999,"method":"ping"}"#)
        try input.fileHandleForWriting.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        async let served: Void = MCPStandardStreams(
            server, input: input.fileHandleForReading, output: output.fileHandleForWriting, patience: .seconds(3600)
        ).run()
        let first = try await BlockingWork.run {
            var read = Data()
            while !String(decoding: read, as: UTF8.self).contains("9999") {
                let piece = output.fileHandleForReading.availableData
                if piece.isEmpty { break }
                read += piece
            }
            return read
        }
        state.withLock { $0.isOpen = true }
        async let rest = BlockingWork.run { try output.fileHandleForReading.readToEnd() ?? Data() }
        try input.fileHandleForWriting.close()
        await served
        try output.fileHandleForWriting.close()
        let answers = try await String(decoding: first + rest, as: UTF8.self).split(separator: "\n")
            .map { try JSONValue(parsing: String($0)) }
        let ids = answers.compactMap { $0["id"]?.numberValue?.intValue }
        #expect(Set(ids) == Set(0...count).union([9999]).subtracting([count - 1]) && ids.count == count + 1)
        #expect(answers.allSatisfy { $0["error"] == nil })
        #expect(state.withLock { $0.most } <= MCPSession.mostRunning)
    }
}
