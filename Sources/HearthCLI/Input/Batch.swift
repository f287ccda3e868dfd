import ArgumentParser
import Foundation
import Hearth

/// The `id` of a batch row: a string or a number, given back as it came.
enum RowID: Codable, Hashable, Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case null

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .null: try container.encodeNil()
        }
    }
}

/// A row of a JSONL batch, or why it could not be read.
struct BatchRow<Row: Decodable & Sendable>: Sendable {
    var id: RowID
    /// From 1.
    var line: Int
    var row: Result<Row, BatchError>
}

struct BatchError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    enum Reason: String, FailureReason {
        case usage
        case badRow = "bad-row"
        case badMessages = "bad-messages"
        case unknownDraft = "unknown-draft"
        case notReadable = "not-readable"
        case notUTF8 = "not-utf8"

        var kind: Failure.Kind {
            switch self {
            case .usage: .usage
            case .badRow, .badMessages, .unknownDraft: .badRequest
            case .notReadable, .notUTF8: .unreadable
            }
        }
    }

    let reason: Reason
    let message: String

    init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }
}

/// Reads a JSONL file, `-` meaning standard input. A row without an `id` has the number of its line, counted from 1 with the lines that
/// are empty.
enum Batch {
    private struct Identified: Decodable { var id: RowID }

    static func rows<Row: Decodable & Sendable>(_ path: String, as type: Row.Type) throws -> [BatchRow<Row>] {
        rows(in: try data(path), as: type)
    }

    /// The same of a file that was read.
    static func rows<Row: Decodable & Sendable>(in data: Data, as type: Row.Type) -> [BatchRow<Row>] {
        let decoder = JSONDecoder()
        var number = 0
        return data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).compactMap {
            line in
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
            let id = (try? decoder.decode(Identified.self, from: line))?.id ?? .integer(number)
            do {
                return BatchRow(id: id, line: number, row: .success(try decoder.decode(type, from: line)))
            } catch {
                let message = "Line \(number) is not a row of this batch: \(explain(error))"
                return BatchRow(id: id, line: number, row: .failure(BatchError(.badRow, message)))
            }
        }
    }

    /// Answers every row, in order: `serve` gives the output object, an error becomes the row's `error`. As many rows are worked on at once
    /// as there are processors, four at most, so that an engine on another machine is not crowded; what is done before its turn waits.
    ///
    /// - Throws: A ``CommandFailure`` with status 1 when there were rows and none was served.
    static func answer<Row: Decodable & Sendable, Output: Encodable & Sendable>(
        _ path: String, as type: Row.Type, serve: @escaping @Sendable (RowID, Row) async throws -> Output
    ) async throws {
        let lines = JSONLines()
        let rows = try rows(path, as: type)
        let width = min(ProcessInfo.processInfo.activeProcessorCount, 4)
        var served = 0
        try await withThrowingTaskGroup(of: (Int, Result<Output, any Error>).self) { group in
            var next = 0
            var written = 0
            // What was done before its turn.
            var done: [Int: Result<Output, any Error>] = [:]
            while written < rows.count {
                // While one row takes long, others are served, but only so many as may wait for it.
                while next < rows.count, next - written - done.count < width, next < written + width * mostWaiting {
                    let (number, row) = (next, rows[next])
                    group.addTask {
                        do {
                            return (number, .success(try await serve(row.id, try row.row.get())))
                        } catch {
                            return (number, .failure(error))
                        }
                    }
                    next += 1
                }
                guard let (number, result) = try await group.next() else { break }
                done[number] = result
                while let result = done.removeValue(forKey: written) {
                    switch result {
                    case .success(let output):
                        try lines.write(output)
                        served += 1
                    case .failure(let error as CancellationError): throw error
                    case .failure(let error):
                        try lines.write(RowError(id: rows[written].id, error: ErrorBody(error)))
                    }
                    written += 1
                }
                try Task.checkCancellation()
            }
        }
        if served == 0, !rows.isEmpty {
            throw CommandFailure(ExitStatus.failed, "No row of the batch could be served.")
        }
    }

    /// Rows that are done or begun before their turn, for each that is worked on at once.
    private static let mostWaiting = 8

    static func data(_ path: String) throws -> Data {
        if path == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
        // Also a pipe, such as that of <(…), which has no size to be asked for.
        guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.readToEnd() ?? Data() else {
            throw BatchError(.notReadable, "\(path) cannot be read; check the path and its permissions.")
        }
        return data
    }

    private static func explain(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "the field `\(key.stringValue)` is missing."
        case DecodingError.typeMismatch(_, let context) where !context.codingPath.isEmpty,
            DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty:
            "the field `\(context.codingPath.map(\.stringValue).joined(separator: "."))` has the wrong type."
        default: "it is not a JSON object."
        }
    }
}

struct RowError: Encodable {
    var id: RowID
    var error: ErrorBody
}

extension Batch {
    /// Answers every row in order, as ``answer(_:as:serve:)`` does, for rows that hold JSON of their own: there the order of
    /// members and the exact value of numbers count, which Foundation's decoder does not keep.
    static func answerJSON<Output: Encodable>(_ path: String, serve: (RowID, JSONValue) throws -> Output) async throws {
        let lines = JSONLines()
        var rows = 0
        var served = 0
        for (index, line) in try data(path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            try Task.checkCancellation()
            rows += 1
            var id = RowID.integer(index + 1)
            do {
                let row = try JSONValue(parsing: Array(line))
                if let named = row["id"] { id = RowID(named) }
                try lines.write(try serve(id, row))
                served += 1
            } catch {
                try lines.write(RowError(id: id, error: ErrorBody(error)))
            }
        }
        if served == 0, rows > 0 { throw CommandFailure(ExitStatus.failed, "No row of the batch could be served.") }
    }
}

extension RowID {
    init(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .number(let number):
            if let integer = number.intValue {
                self = .integer(integer)
            } else {
                self = .number(Double(number.description) ?? 0)
            }
        default: self = .null
        }
    }
}

extension Batch {
    /// Checks that a command was given one question, or a batch of them; a preview is of one.
    static func requireOne(_ question: String?, orBatch questions: String?, preview: Bool) throws {
        guard (question == nil) != (questions == nil) else {
            throw ValidationError("Give a question, or --questions FILE.")
        }
        try SaidText.check(question, "question")
        guard !preview || question != nil else { throw ValidationError("--preview takes one question.") }
    }
}

// MARK: - Files

/// Several files that a command was given: each is served or told as failed.
enum FileBatch {
    /// Does the work with each file; where it fails, the others go on.
    ///
    /// - Parameter failed: Tells of a file that could not be served.
    /// - Throws: A ``CommandFailure`` where any failed, as ``CommandFailure/check(done:failed:json:)`` has it.
    static func run(
        _ files: [String], json: Bool, work: (String) async throws -> Void,
        failed: (String, any Error) throws -> Void
    ) async throws {
        var served = 0
        for file in files {
            try Task.checkCancellation()
            do {
                try await work(file)
                served += 1
            } catch let error as CancellationError {
                throw error
            } catch {
                try failed(file, error)
            }
        }
        try CommandFailure.check(done: served, failed: files.count - served, json: json)
    }

    /// As above; a failure is one line.
    static func run(_ files: [String], json: Bool, work: (String) async throws -> Void) async throws {
        try await run(files, json: json, work: work) { file, error in try tell(file, error, json: json) }
    }

    /// Tells of a file that could not be served: `{"path": …, "error": …}`, or a line on standard error.
    static func tell(_ path: String, _ error: any Error, json: Bool) throws {
        let body = ErrorBody(error)
        if json {
            try JSONLines().write(FileError(path: path, error: body))
        } else {
            Terminal.failed(path, body.message)
        }
    }
}

private struct FileError: Encodable {
    var path: String
    var error: ErrorBody
}
