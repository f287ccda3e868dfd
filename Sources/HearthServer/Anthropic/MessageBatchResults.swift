import Foundation
import Hearth
import HearthHTTP

/// The results of a batch of messages that has ended: what its files say, in Anthropic's words, and of the requests that were not answered
/// why not.
struct MessageBatchResults: Sendable {
    private let hearth: Hearth
    private let record: BatchRecord
    /// The files of what was answered, and of what failed.
    private let files: [Deposit]
    /// The requests, where some of them were not answered.
    private let requests: Deposit?

    /// Bytes that are given at a time.
    private static let step = 64 << 10

    /// - Throws: ``HearthHTTP/ServerError`` `unknown-item` where not all of them are there any more, or may be read.
    init(_ hearth: Hearth, _ record: BatchRecord) async throws {
        func find(_ id: String) async throws -> Deposit {
            guard let found = try await hearth.deposits.find(id, .file) else {
                throw ServerError(
                    .unknownItem,
                    "Not all results of this batch are there: they are removed 29 days after its end, or earlier by whoever removes its "
                        + "files.\(Reader.hint)", parameter: "message_batch_id")
            }
            return found
        }
        (self.hearth, self.record) = (hearth, record)
        var files: [Deposit] = []
        for id in [record.outputID, record.errorID].compactMap(\.self) { files.append(try await find(id)) }
        self.files = files
        requests = record.total > record.completed + record.failed ? try await find(record.inputID) : nil
        for file in files + [requests].compactMap(\.self) { try await hearth.deposits.willGive(file) }
    }

    func write(to sink: EventSink) async throws {
        var (names, made) = (Set<String>(), [UInt8]())
        func add(_ line: MessageBatchWire.Line) async throws {
            made += Array((try line.json().description + "\n").utf8)
            guard made.count >= Self.step else { return }
            try await sink.send(raw: made)
            made.removeAll(keepingCapacity: true)
        }
        for file in files {
            try await forEachLine(of: file) { line in
                let line = MessageBatchWire.Line(try JSONValue(parsing: line))
                names.insert(line.customID)
                try await add(line)
            }
        }
        if let requests {
            try await forEachLine(of: requests) { line in
                let name = try JSONValue(parsing: line)["custom_id"]?.stringValue ?? ""
                if !names.contains(name) { try await add(.init(unanswered: name, of: record)) }
            }
        }
        if !made.isEmpty { try await sink.send(raw: made) }
    }

    /// Part by part, so that no file is in memory as a whole.
    private func forEachLine(of file: Deposit, _ body: (_ line: [UInt8]) async throws -> Void) async throws {
        var (line, number) = ([UInt8](), 0)
        while let part = try await hearth.deposits.part(number, of: file) {
            number += 1
            var rest = part[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                line += rest[..<end]
                rest = rest[rest.index(after: end)...]
                if !line.isEmpty { try await body(line) }
                line.removeAll(keepingCapacity: true)
            }
            line += rest
        }
        if !line.isEmpty { try await body(line) }
    }
}
