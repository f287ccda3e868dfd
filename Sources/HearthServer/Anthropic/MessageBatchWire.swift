import Foundation
import Hearth
import HearthHTTP

/// What is answered of batches over Anthropic's interface, as its description names it.
enum MessageBatchWire {
    struct Batch: WireType {
        struct Counts: WireType {
            /// All of them until the batch has ended, and none then.
            var processing = 0
            var succeeded = 0
            var errored = 0
            var canceled = 0
            var expired = 0
        }

        var id: String
        var type = "message_batch"
        /// `in_progress`, `ended`, or `canceling` of a batch that another server works on and is to end.
        var processingStatus: String
        var requestCounts: Counts
        var endedAt: String?
        var createdAt: String
        var expiresAt: String
        /// Since when its results are not there any more.
        var archivedAt: String?
        var cancelInitiatedAt: String?
        var resultsURL: String?

        enum CodingKeys: String, CodingKey {
            case id, type
            case processingStatus = "processing_status"
            case requestCounts = "request_counts"
            case endedAt = "ended_at"
            case createdAt = "created_at"
            case expiresAt = "expires_at"
            case archivedAt = "archived_at"
            case cancelInitiatedAt = "cancel_initiated_at"
            case resultsURL = "results_url"
        }

        /// - Parameter origin: The address at which the server was asked.
        init(_ record: BatchRecord, origin: String, now: Int = Identifier.now()) {
            func time(_ seconds: Int) -> String { Date(timeIntervalSince1970: Double(seconds)).ISO8601Format() }
            id = record.id
            (createdAt, expiresAt) = (time(record.createdAt), time(record.expiresAt))
            requestCounts = Counts(record)
            processingStatus =
                record.status.isFinal ? "ended" : record.status == .cancelling ? "canceling" : "in_progress"
            cancelInitiatedAt =
                (record.times[BatchRecord.Status.cancelling.rawValue]
                ?? record.times[BatchRecord.Status.cancelled.rawValue]).map(time)
            guard record.status.isFinal else { return }
            let ended = record.times[record.status.rawValue] ?? record.createdAt
            endedAt = time(ended)
            if ended + MessageBatches.secondsKept <= now {
                archivedAt = time(ended + MessageBatches.secondsKept)
            } else {
                resultsURL = "\(origin)/v1/messages/batches/\(record.id)/results"
            }
        }
    }

    struct Deleted: WireType {
        var id: String
        var type = "message_batch_deleted"
    }

    /// What came of one request.
    struct Line: WireType {
        struct Result: WireType {
            /// `succeeded`, `errored`, `canceled` or `expired`.
            var type: String
            /// What succeeded, as Anthropic's interface answers it.
            var message: JSONValue?
            /// What did not, as it tells of errors.
            var error: JSONValue?

            static let fields: [String: WireField] = [
                "message": .presence(.leftOut), "error": .presence(.leftOut),
            ]
        }

        var customID: String
        var result: Result
        /// Beyond what Anthropic has: who answered, and what to know of it, which stands in headers where a request comes alone.
        var headers: JSONValue?

        static let fields: [String: WireField] = ["headers": .presence(.leftOut)]

        enum CodingKeys: String, CodingKey {
            case result, headers
            case customID = "custom_id"
        }
    }
}

extension MessageBatchWire.Batch.Counts {
    init(_ record: BatchRecord) {
        guard record.status.isFinal else {
            processing = record.total
            return
        }
        let rest = max(0, record.total - record.completed - record.failed)
        succeeded = record.completed
        expired = record.expired ?? 0
        errored = record.failed - expired
        switch record.status {
        case .cancelled: canceled = rest
        case .expired: expired += rest
        case .failed, .completed, .validating, .inProgress, .finalizing, .cancelling: errored += rest
        }
    }
}

extension MessageBatchWire.Line {
    /// - Parameter line: A line of a batch's file, as OpenAI's interface has it.
    init(_ line: JSONValue) {
        let response = line["response"]
        let body = response?["body"]
        if response == nil || response == .null {
            result = Result(type: "expired")
        } else if let status = response?["status_code"]?.numberValue?.intValue, (200..<300).contains(status) {
            result = Result(type: "succeeded", message: body ?? .null)
        } else {
            var error = body?.objectValue ?? JSONObject()
            error["request_id"] = response?["request_id"] ?? .null
            result = Result(type: "errored", error: .object(error))
        }
        customID = line["custom_id"]?.stringValue ?? ""
        headers = response?["headers"]
    }

    /// - Parameter record: The batch, which ended before this request was answered.
    init(unanswered name: String, of record: BatchRecord) {
        customID = name
        switch record.status {
        case .cancelled: result = Result(type: "canceled")
        case .expired: result = Result(type: "expired")
        case .failed, .completed, .validating, .inProgress, .finalizing, .cancelling:
            let message = record.problems.first?.message ?? "The batch ended before this request was answered."
            result = Result(
                type: "errored",
                error: [
                    "type": "error", "error": ["type": "api_error", "message": .string(message)], "request_id": .null,
                ])
        }
    }
}
