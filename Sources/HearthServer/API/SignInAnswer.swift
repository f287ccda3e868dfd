public import Hearth
public import HearthHTTP

/// The place to which the owner's browser brings the answer of an authorization server (`code`, `state`, `iss`).
///
/// It is open to all: what an answer is good for follows from its state, which only whoever began to sign in was given, and which is good
/// once.
public struct SignInAnswer: Sendable {
    private let hearth: Hearth
    /// Where the page goes when all went well; `nil` says so in words.
    private let page: String?

    /// - Parameter page: An address of this server.
    public init(hearth: Hearth, page: String? = nil) { (self.hearth, self.page) = (hearth, page) }

    private static let parts = ["state", "code", "iss", "error", "error_description"]

    /// - Parameter onEnd: Told how an attempt that was under way ended: the server's name, or why it failed.
    public func route(
        at path: String, onEnd: @escaping @Sendable (Result<String, any Error>) async -> Void = { _ in }
    ) -> ServerRoute {
        ServerRoute(.get, path, access: .open, work: .long, bodyLimit: 0) { request in
            var answer: [String: String] = [:]
            for part in Self.parts { answer[part] = request.query[part] }
            do {
                let server = try await hearth.tools.finishSignIn(answer)
                await onEnd(.success(server))
                if let page { return ServerResponse(.seeOther, headers: [("location", page)]) }
                return Self.said("You are signed in at the server \(server). You may close this page.", .ok)
            } catch let error as ToolServerError where error.reason == .unknownSignIn {
                // Nobody's attempt ends by what a stranger sends.
                return Self.said(error.message, .notFound)
            } catch {
                await onEnd(.failure(error))
                let told = ServerError.telling(error)
                return Self.said(told.message, told.status)
            }
        }
    }

    /// In words of ours alone: what others say in it is shortened and made harmless before.
    private static func said(_ text: String, _ status: ServerStatus) -> ServerResponse {
        .text(text + "\n", status: status)
    }
}
