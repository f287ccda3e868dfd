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
