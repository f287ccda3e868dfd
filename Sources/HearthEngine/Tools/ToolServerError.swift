public import HearthCore

/// Why a server of tools, or one of its tools, could not be used.
public struct ToolServerError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        case unknownServer = "unknown-tool-server"
        case unknownTool = "unknown-tool"
        /// What the arguments were made of is more private than what the tool may be given.
        case aboveLabel = "tool-above-label"
        /// The owner does not want it called, or was asked and said no.
        case notAllowed = "tool-not-allowed"
        /// The program is not there.
        case programMissing = "tool-program-missing"
        /// The program could not be started.
        case notStarted = "tool-server-not-started"
        /// The program ended, or the session at the address did.
        case ended = "tool-server-ended"
        case timedOut = "tool-server-timeout"
        /// It answers as the protocol does not, or with too much.
        case badAnswer = "bad-tool-answer"
        /// It answered that it will not, or cannot.
        case refused = "tool-server-refused"
        /// It does not accept the key, or wants one.
        case badKey = "tool-server-bad-key"
        /// Its owner has to sign in there, or once more.
        case needsSignIn = "tool-server-needs-sign-in"
        /// What was agreed to when its owner signed in does not cover the call.
        case needsScope = "tool-server-needs-scope"
        /// Signing in would ask a host that the owner did not allow.
        case hostNotAllowed = "sign-in-host-not-allowed"
        /// It leads to a place that nothing from outside may have asked for.
        case unsafeAddress = "sign-in-unsafe-address"
        /// Nobody began to sign in so, or too long ago, or it was answered already.
        case unknownSignIn = "unknown-sign-in"
        /// The authorization server did not let the owner in, or answered what cannot be used.
        case signInFailed = "sign-in-failed"
    }

    public let reason: Reason
    public let message: String
    public let help: [Failure.Help]
    /// Where ``Reason/hostNotAllowed``: which hosts.
    public let hosts: [String]

    init(_ reason: Reason, _ message: String, help: [Failure.Help] = [], hosts: [String] = []) {
        (self.reason, self.message) = (reason, message)
        (self.help, self.hosts) = (help, hosts)
    }
}

extension ToolServerError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .unknownServer, .unknownTool: .unknownItem
        case .aboveLabel, .notAllowed: .refusedByPolicy
        case .programMissing: .toolMissing
        case .notStarted: .systemFailed
        case .ended: .connectionFailed
        case .timedOut: .timedOut
        case .badAnswer: .badResponse
        case .refused: .providerFailed
        case .badKey, .needsSignIn, .needsScope: .badKey
        case .hostNotAllowed, .unsafeAddress: .refusedByPolicy
        case .unknownSignIn: .unknownItem
        case .signInFailed: .providerFailed
        }
    }
}

extension ToolServerError {
    static let unknownServer = ToolServerError(.unknownServer, "There is no server of tools of that name.")

    static func unknownTool(_ tool: String, of server: EndpointName) -> Self {
        Self(.unknownTool, "The server \(server) has no tool \(tool.prefix(100)).")
    }

    static func ended(_ server: EndpointName, saying errors: String = "") -> Self {
        let line = errors.split(whereSeparator: \.isNewline).last.map { " It said: \($0.prefix(300))" } ?? ""
        return Self(.ended, "The program of the server \(server) ended.\(line)")
    }

    /// - Parameter name: As the owner named it, for the command.
    static func needsSignIn(_ server: EndpointName) -> Self {
        Self(
            .needsSignIn, "The server \(server) wants you to sign in, or once more, unless it takes a key.",
            help: [.signIn(server: server.text), .giveKey(service: KeyProvider.tools(server).rawValue)])
    }

    static func badAnswer(_ server: EndpointName, _ why: String) -> Self {
        Self(.badAnswer, "The answer of the server \(server) cannot be used: \(why).")
    }
}
