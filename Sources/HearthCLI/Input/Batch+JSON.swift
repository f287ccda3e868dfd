import Foundation
import HearthCore
import HearthSchema

extension Batch {
    /// Answers every row in order, as ``answer(_:as:serve:)`` does, for rows that hold JSON of their own: there the order of
    /// members and the exact value of numbers count, which Foundation's decoder does not keep.
    static func answerJSON<Output: Encodable>(_ path: String, serve: (RowID, JSONValue) throws -> Output) async throws {
        let lines = JSONLines()
        var rows = 0
        var served = 0
        for line in try data(path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            try Task.checkCancellation()
            rows += 1
            var id = RowID.integer(rows)
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
