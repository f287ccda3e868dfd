import Foundation
import Hearth
import HearthHTTP

/// What tells one version of a thing from another (RFC 9110, 8.8.3), so that one tab does not overwrite what another wrote.
enum EntityTag {
    /// - Parameter parts: Everything that may be overwritten.
    static func of(_ parts: (any WireValue)?...) -> String {
        let text = JSONValue.array(parts.map { (try? $0?.json()) ?? .null }).description
        return "\"\(ContentHash(of: Data(text.utf8)).hex.prefix(24))\""
    }

    /// Whether a list of tags, or `*`, names the tag.
    static func isMatch(_ header: String?, _ tag: String, weak: Bool = false) -> Bool {
        guard let header else { return false }
        let items = header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return items.contains { $0 == "*" || $0 == tag || weak && $0 == "W/" + tag }
    }

    /// Makes sure that what a client wants to change is still what it has seen, where it says what that was.
    ///
    /// - Throws: ``HearthHTTP/ServerError`` 412 `changed-meanwhile`.
    static func check(_ request: ServerRequest, _ tag: String) throws {
        guard let header = request.headers["if-match"], !isMatch(header, tag) else { return }
        throw ServerError(
            .changedMeanwhile, "This was changed elsewhere since you saw it, so nothing was written. Look at it again.")
    }
}

/// Lets one change come after the other, so that nothing comes between a check and what it allows (a mutex for asynchronous work).
actor EditGate {
    private var last: Task<Void, Never>?

    /// Waited for outside of the actor: a task that has threads of its own, all of them at work, would come back to it late, and
    /// keep the others out until then.
    nonisolated func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await begin(body).value
    }

    private func begin<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        let earlier = last
        let task = Task {
            _ = await earlier?.value
            return try await body()
        }
        last = Task { _ = await task.result }
        return task
    }
}

// MARK: -

extension ServerResponse {
    /// A file to keep.
    static func attachment(_ text: String, name: String, type: String) -> ServerResponse {
        var response = attachment(name: name, type: type)
        response.content = .bytes(Array(text.utf8))
        return response
    }

    /// The head of a file to keep.
    /// - Parameter name: Of whatever characters; those that a header cannot hold are written as RFC 6266 and 8187 have it.
    static func attachment(name: String, type: String) -> ServerResponse {
        let unreserved = Array("-._~".utf8)
        func isPlain(_ byte: UInt8) -> Bool {
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || unreserved.contains(byte)
        }
        let plain = String(decoding: name.utf8.map { isPlain($0) || $0 == 0x20 ? $0 : 0x5F }, as: UTF8.self)
        var disposition = "attachment; filename=\"\(plain)\""
        if plain != name {
            let digits = Array("0123456789ABCDEF")
            let encoded = name.utf8.map { byte in
                isPlain(byte)
                    ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }.joined()
            disposition += "; filename*=UTF-8''\(encoded)"
        }
        return ServerResponse(.ok, headers: [("content-type", type), ("content-disposition", disposition)])
    }
}
