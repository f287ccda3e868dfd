import HearthCore
import HearthSchema

/// How grave a message of the log is (RFC 5424, 6.2.1), the least first.
enum MCPLogLevel: String, Sendable, CaseIterable, Comparable {
    case debug, info, notice, warning, error, critical, alert, emergency

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    static func < (a: MCPLogLevel, b: MCPLogLevel) -> Bool { a.rank < b.rank }
}

/// Tells a client how its requests go, where it asked to be told.
///
/// What is told is what was asked for, how long it took and the code of what went wrong; nothing of arguments and results, which
/// may be private and which hosts write to files.
struct MCPLog: Sendable {
    /// What is less grave is not told; `nil` tells nothing.
    let threshold: MCPLogLevel?
    let method: String
    /// The tool, the prompt; `nil` where the method says all.
    let name: String?
    let notify: MCPSession.Notify

    init(_ message: MCPMessage, threshold: MCPLogLevel?, notify: @escaping MCPSession.Notify) {
        self.threshold = threshold
        self.notify = notify
        method = message.method
        name = message.parameters["name"]?.stringValue.map { String($0.prefix(100)) }
    }

    func tell(_ level: MCPLogLevel, _ text: String, code: String? = nil, took: Duration? = nil) async {
        guard let threshold, level >= threshold else { return }
        let message = MCPWire.LogMessage(
            level: level.rawValue, logger: "hearth",
            data: .init(
                message: text, method: method, name: name, code: code,
                milliseconds: took.map { Int($0 / .milliseconds(1)) }))
        // What cannot be told does not stop what it is about.
        guard let parameters = try? message.json() else { return }
        await notify(JSONRPC.notification("notifications/message", parameters))
    }

    /// How a request ended that gave no result.
    func tell(_ error: any Error, took: Duration) async {
        if error is CancellationError {
            await tell(.notice, "was stopped", took: took)
        } else if let error = error as? MCPError {
            await tell(error.reason == .inner ? .error : .warning, "was refused", code: error.code, took: took)
        } else {
            await tell(.error, "failed", code: (error as? any ReadableError)?.code, took: took)
        }
    }
}
