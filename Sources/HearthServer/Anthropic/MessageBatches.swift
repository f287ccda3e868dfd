import Foundation
import Hearth
import HearthHTTP

/// Anthropic's batches (`/v1/messages/batches`): messages that are answered one after the other while nobody waits.
///
/// They are batches as OpenAI's interface has them: their requests are kept as a file, worked on in the same turns, and what came of them
/// is kept as files. Only what is said of them is in other words.
struct MessageBatches: Sendable {
    static let idPrefix = "msgbatch_"

    let hearth: Hearth
    let board: BatchBoard

    /// How long results are kept when a batch has ended, as Anthropic has it.
    static let secondsKept = 29 * 24 * 60 * 60

    var routes: [ServerRoute] {
        let base = "/v1/messages/batches"
        return [
            ServerRoute(.get, base) { try await list($0) },
            ServerRoute(.post, base) { try await create($0) },
            ServerRoute(.get, base + "/:id", idPrefix: Self.idPrefix) { try await describe($0) },
            ServerRoute(.delete, base + "/:id", idPrefix: Self.idPrefix) { try await remove($0) },
            ServerRoute(.post, base + "/:id/cancel", work: .long) { try await cancel($0) },
            ServerRoute(.get, base + "/:id/results", work: .long) { try await results($0) },
        ]
    }

    func create(_ request: ServerRequest) async throws -> ServerResponse {
        let label = try request.label()
        let fields = try RequestFields(try await request.json())
        let (lines, count) = try Self.lines(fields)
        let id = Identifier.make(Self.idPrefix)
        let file = try await hearth.deposits.keep(
            Deposit(
                id: Identifier.make("file-"), kind: .file, name: "\(id)_requests.jsonl", purpose: LibraryFiles.batch,
                label: label,
                expiresAt: Date(timeIntervalSinceNow: Double(BatchRecord.window + Self.secondsKept))),
            value: lines)
        var record = BatchRecord(id: id, endpoint: BatchBoard.messages, inputID: file.id, metadata: JSONObject())
        (record.total, record.outputSeconds) = (count, Self.secondsKept)
        do {
            try await board.begin(
                record, title: "Requests of \(file.name)", label: label, BatchRun.Sender(request, label: label))
        } catch {
            _ = try? await hearth.deposits.remove(file.id, .file)
            throw error
        }
        return .json(
            try value(try await self.record(id), request).json(),
            notes: [fields.note(beyond: ["requests"])].compactMap(\.self))
    }

    func list(_ request: ServerRequest) async throws -> ServerResponse {
        let query = try ListQuery(ofAnthropic: request.query)
        let runs = try await hearth.deposits.list(.run).filter { $0.purpose == BatchRecord.ofMessages }
        let known = Dictionary(runs.map { ($0.id, $0) }) { first, _ in first }
        let page = try query.page(runs.map(\.id)) { $0 }
        var batches: [MessageBatchWire.Batch] = []
        for id in page.data {
            do {
                batches.append(value(try await record(id, known[id]), request))
            } catch let error as DepositError where error.reason == .damaged {
                // It must not hide the others.
                if let deposit = known[id] { batches.append(value(.damaged(deposit, error), request)) }
            }
        }
        return .json(try page.with(batches).json())
    }

    func describe(_ request: ServerRequest) async throws -> ServerResponse {
        .json(try value(try await record(request.parameter("id")), request).json())
    }

    /// Ends a batch. What was answered until then is kept.
    func cancel(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        guard try await !record(id).status.isFinal else {
            throw ServerError(.notRunning, "The batch has ended already, so there is nothing to cancel.")
        }
        try await board.cancel(id)
        return .json(try value(try await record(id), request).json())
    }

    /// Removes a batch that has ended, with its requests and its results.
    func remove(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        let record = try await record(id)
        guard record.status.isFinal else {
            throw ServerError(
                .inUse, "The batch is being worked on. Cancel it first, or remove it when it has ended.")
        }
        // Those that may not be read go by themselves.
        for file in [record.inputID, record.outputID, record.errorID].compactMap(\.self) {
            _ = try await hearth.deposits.remove(file, .file)
        }
        guard try await hearth.deposits.remove(id, .run) else { throw Self.unknown }
        return .json(try MessageBatchWire.Deleted(id: id).json())
    }

    /// What came of each request, a line each.
    func results(_ request: ServerRequest) async throws -> ServerResponse {
        let record = try await record(request.parameter("id"))
        guard record.status.isFinal else {
            throw ServerError.invalid(
                "message_batch_id",
                "The batch has not ended. Its results are there when its `processing_status` is `ended`.")
        }
        let results = try await MessageBatchResults(hearth, record)
        return ServerResponse(
            headers: [("content-type", "application/x-jsonl")],
            content: .stream(.raw) { sink in
                sink.start()
                try await results.write(to: sink)
            })
    }

    private func record(_ id: String, _ known: Deposit? = nil) async throws -> BatchRecord {
        guard let record = try await board.record(id, known, isOfMessages: true) else { throw Self.unknown }
        return record
    }

    private func value(_ record: BatchRecord, _ request: ServerRequest) -> MessageBatchWire.Batch {
        MessageBatchWire.Batch(record, origin: request.origin)
    }

    private static var unknown: ServerError {
        ServerError(.unknownItem, "There is no such batch of messages.\(Reader.hint)", parameter: "message_batch_id")
    }

    // MARK: What is sent

    /// The requests as batches have them, one a line.
    ///
    /// - Throws: ``HearthHTTP/ServerError`` where any of them has no name, or one that cannot be taken; nothing is sent then. What
    ///   is wrong with what a request asks is told as its result.
    private static func lines(_ fields: RequestFields) throws -> (Data, count: Int) {
        guard let requests = try fields.list("requests", most: BatchRequests.mostRequests) else {
            throw fields.missing("requests")
        }
        guard !requests.isEmpty else { throw fields.wrong("requests", "a list of at least one request") }
        var (data, names) = (Data(), Set<String>())
        for request in requests {
            let name = try request.required("custom_id")
            guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(isOfName) else {
                throw request.wrong("custom_id", "1 to 64 letters, digits, _ and -")
            }
            guard names.insert(name).inserted else {
                throw request.wrong("custom_id", "another one for each request")
            }
            guard let params = try request.fields("params") else { throw request.missing("params") }
            guard try params.bool("stream") != true else {
                throw params.unsupported("stream", "an answer in a batch comes in one piece.")
            }
            let line: JSONValue = [
                "custom_id": .string(name), "method": "POST", "url": .string(BatchBoard.messages),
                "body": params.value,
            ]
            data += Data((line.description + "\n").utf8)
        }
        return (data, requests.count)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
