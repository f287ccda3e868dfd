import Foundation
import Hearth
import HearthHTTP

/// A batch as it is kept, by whichever interface it was sent: requests of a file, and how far they are.
struct BatchRecord: Codable, Hashable, Sendable {
    enum Status: String, Codable, Sendable {
        case validating, failed, finalizing, completed, expired, cancelled
        /// To be cancelled, which the server that works on it does not know yet.
        case cancelling
        case inProgress = "in_progress"

        var isFinal: Bool {
            switch self {
            case .failed, .completed, .expired, .cancelled: true
            case .validating, .inProgress, .finalizing, .cancelling: false
            }
        }
    }

    /// What is wrong with the file, or with the work as a whole.
    struct Problem: Codable, Hashable, Sendable {
        var code: String
        var message: String
        var parameter: String?
        /// From 1 on.
        var line: Int?
    }

    var id: String
    var endpoint: String
    var inputID: String
    var metadata: JSONObject
    /// Seconds since 1970, like all times here.
    var createdAt: Int
    var status = Status.validating
    /// When each status was reached, by its name.
    var times: [String: Int] = [:]
    var total = 0
    var completed = 0
    /// Those that ran out of time included.
    var failed = 0
    /// How many of them did; `nil` for none.
    var expired: Int?
    var problems: [Problem] = []
    /// The files of answers and of failures, where there are any.
    var outputID: String?
    var errorID: String?
    /// How many seconds these files stay; `nil` until somebody removes them.
    var outputSeconds: Int?
    /// Who works on it; `nil` where nobody does any more, and in records of before.
    var lease: BatchLease?

    /// What a client means by the one window that there is.
    static let window = 24 * 60 * 60

    init(id: String, endpoint: String, inputID: String, metadata: JSONObject) {
        (self.id, self.endpoint, self.inputID, self.metadata) = (id, endpoint, inputID, metadata)
        createdAt = Identifier.now()
    }

    /// - Throws: ``Hearth/DepositError`` `damaged-deposit`.
    init(_ data: Data, of id: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch {
            throw DepositError.damaged("batch", id, remedy: "send its requests again as another batch")
        }
    }

    func data() throws -> Data { try JSONEncoder().encode(self) }

    /// As what it is kept.
    ///
    /// - Parameter label: How private its words are.
    func deposit(_ label: SensitivityLabel) -> Deposit {
        Deposit(
            id: id, kind: .run, purpose: isOfMessages ? Self.ofMessages : "",
            createdAt: Date(timeIntervalSince1970: Double(createdAt)), label: label)
    }

    /// What batches of Anthropic's interface are kept for; those of OpenAI's have no word for it.
    static let ofMessages = "messages"

    var isOfMessages: Bool { endpoint == BatchBoard.messages }

    /// One of which nothing but its id can be read any more.
    static func damaged(_ deposit: Deposit, _ error: DepositError) -> BatchRecord {
        var record = BatchRecord(id: deposit.id, endpoint: "", inputID: "", metadata: JSONObject())
        record.createdAt = Int(deposit.createdAt.timeIntervalSince1970)
        record.status = .failed
        record.problems = [Problem(code: error.code.replacing("-", with: "_"), message: error.message)]
        return record
    }

    var expiresAt: Int { createdAt + Self.window }

    mutating func reach(_ status: Status, _ problems: [Problem] = []) {
        self.status = status
        times[status.rawValue] = Identifier.now()
        self.problems += problems
    }

    /// What is said of a batch whose server has ended while it worked on it.
    static let interrupted = Problem(
        code: "server_stopped",
        message:
            "The server was ended while it worked on this batch. What was answered until shortly before is in the output file; send "
            + "the other requests again.")
}

extension LibraryWire {
    struct Batch: WireType {
        struct Errors: WireType {
            var object = "list"
            var data: [Problem]
        }

        struct Problem: WireType {
            var code: String
            var message: String
            var param: String?
            var line: Int?
        }

        struct Counts: WireType {
            var total: Int
            var completed: Int
            var failed: Int
        }

        var id: String
        var object = "batch"
        var endpoint: String
        var errors: Errors?
        var inputFileID: String
        var completionWindow = "24h"
        var status: String
        var outputFileID: String?
        var errorFileID: String?
        var createdAt: Int
        var inProgressAt: Int?
        var expiresAt: Int
        var finalizingAt: Int?
        var completedAt: Int?
        var failedAt: Int?
        var expiredAt: Int?
        var cancellingAt: Int?
        var cancelledAt: Int?
        var requestCounts: Counts
        var metadata: JSONObject

        enum CodingKeys: String, CodingKey {
            case id, object, endpoint, errors, status, metadata
            case inputFileID = "input_file_id"
            case completionWindow = "completion_window"
            case outputFileID = "output_file_id"
            case errorFileID = "error_file_id"
            case createdAt = "created_at"
            case inProgressAt = "in_progress_at"
            case expiresAt = "expires_at"
            case finalizingAt = "finalizing_at"
            case completedAt = "completed_at"
            case failedAt = "failed_at"
            case expiredAt = "expired_at"
            case cancellingAt = "cancelling_at"
            case cancelledAt = "cancelled_at"
            case requestCounts = "request_counts"
        }

        init(_ record: BatchRecord) {
            func time(_ status: BatchRecord.Status) -> Int? { record.times[status.rawValue] }
            (id, endpoint, inputFileID) = (record.id, record.endpoint, record.inputID)
            (status, metadata) = (record.status.rawValue, record.metadata)
            (outputFileID, errorFileID) = (record.outputID, record.errorID)
            (createdAt, expiresAt) = (record.createdAt, record.expiresAt)
            (inProgressAt, finalizingAt) = (time(.inProgress), time(.finalizing))
            (completedAt, failedAt, expiredAt) = (time(.completed), time(.failed), time(.expired))
            // One of this very server is ended while its client waits, and is never seen in between.
            (cancellingAt, cancelledAt) = (time(.cancelling) ?? time(.cancelled), time(.cancelled))
            requestCounts = Counts(total: record.total, completed: record.completed, failed: record.failed)
            if !record.problems.isEmpty {
                errors = Errors(
                    data: record.problems.map {
                        Problem(code: $0.code, message: $0.message, param: $0.parameter, line: $0.line)
                    })
            }
        }
    }
}
