import Foundation
import Hearth
import HearthHTTP

/// The requests of a batch's file: one a line, each `{"custom_id", "method", "url", "body"}`.
struct BatchRequests: Sendable {
    struct Request: Sendable {
        /// The name under which its sender will look for the answer.
        var name: String
        fileprivate var line: Range<Data.Index>
    }

    /// Why a file is none of requests.
    struct Unfit: Error {
        var problems: [BatchRecord.Problem]
    }

    static let mostRequests = 10_000
    private static let mostProblems = 50

    let all: [Request]
    private let data: Data

    /// - Throws: ``Unfit``, when anything in it is wrong: nothing is sent then.
    init(_ data: Data, endpoint: String) throws {
        self.data = data
        var (requests, problems) = ([Request](), [BatchRecord.Problem]())
        var names: Set<String> = []
        var (number, start) = (0, data.startIndex)
        while start < data.endIndex, problems.count < Self.mostProblems {
            let end = data[start...].firstIndex(of: UInt8(ascii: "\n")) ?? data.endIndex
            number += 1
            let line = start..<end
            start = end < data.endIndex ? data.index(after: end) : end
            guard data[line].contains(where: { $0 > 0x20 }) else { continue }
            guard requests.count < Self.mostRequests else {
                problems.append(
                    .init(
                        code: "too_many_requests",
                        message: "A batch may have \(Self.mostRequests) requests. Send them in several."))
                break
            }
            do {
                let name = try Self.name(try Self.fields(data[line]), endpoint)
                guard names.insert(name).inserted else {
                    throw ServerError.invalid(
                        "custom_id", "`custom_id` is that of an earlier line; each has to be another one.")
                }
                requests.append(Request(name: name, line: line))
            } catch {
                let told = ServerError.telling(error)
                problems.append(
                    .init(
                        code: told.openAICode, message: told.message, parameter: told.parameter,
                        line: number))
            }
        }
        if requests.isEmpty, problems.isEmpty {
            problems.append(.init(code: "empty_file", message: "There is no request in the file."))
        }
        guard problems.isEmpty else { throw Unfit(problems: problems) }
        all = requests
    }

    /// What a request asks. It is read when its turn comes: as values, thousands of requests would take many times the room of their text.
    func body(of request: Request) throws -> JSONValue {
        guard let body = try Self.fields(data[request.line])["body"] else { return [:] }
        return body
    }

    private static func fields(_ line: Data) throws -> RequestFields {
        guard line.count <= ServerRoute.jsonLimit else {
            throw ServerError(
                .tooLarge, "The line is larger than the \(ServerRoute.jsonLimit) bytes that are taken as one request.")
        }
        do {
            return try RequestFields(try JSONValue(parsing: Array(line)))
        } catch let error as JSONSyntaxError {
            throw ServerError(.badRequest, error.message)
        }
    }

    private static func name(_ fields: RequestFields, _ endpoint: String) throws -> String {
        let name = try fields.required("custom_id")
        guard (1...512).contains(name.utf8.count) else { throw fields.wrong("custom_id", "1 to 512 bytes long") }
        guard try fields.required("method") == "POST" else { throw fields.wrong("method", "POST") }
        guard try fields.required("url") == endpoint else {
            throw fields.wrong("url", "the endpoint of the batch, \(endpoint)")
        }
        guard let body = try fields.fields("body") else { throw fields.missing("body") }
        guard try body.bool("stream") != true else {
            throw body.unsupported("stream", "an answer in a file comes in one piece.")
        }
        return name
    }
}
