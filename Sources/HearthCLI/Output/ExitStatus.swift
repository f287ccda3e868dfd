import HearthCore

/// The exit statuses that scripts rely on.
enum ExitStatus {
    static let done: Int32 = 0
    static let failed: Int32 = 1
    static let usage: Int32 = 2
    static let refusedByPolicy: Int32 = 3
    static let noEngine: Int32 = 4
    static let interrupted: Int32 = 130

    static func of(_ error: any ReadableError) -> Int32 {
        switch error.code {
        case "no-engine", "speech-model-missing", "speech-engine-unavailable": noEngine
        case "refused-by-policy", "refused-by-system", "redaction-unsure": refusedByPolicy
        case "usage": usage
        default: failed
        }
    }
}

/// Ends a command with a status; what is worth saying has been said, or is in `message`.
struct CommandFailure: Error {
    var status: Int32
    var message: String?

    init(_ status: Int32, _ message: String? = nil) {
        self.status = status
        self.message = message
    }
}
