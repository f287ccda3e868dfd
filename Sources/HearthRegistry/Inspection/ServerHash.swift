import Foundation
import HearthCore

/// The SHA-256 of a whole file, where a server names it.
enum ServerHash {
    /// Reads the headers that are in use for it:
    ///
    /// - `X-Linked-ETag`: Hugging Face, while it redirects to where a large file lies.
    /// - `Repr-Digest: sha-256=:…:`: of the whole representation, also in answers that carry a part (RFC 9530, section 3).
    /// - `X-Checksum-Sha256`: Artifactory and other stores of artefacts.
    ///
    /// An `ETag` alone may be anything, and is not read.
    static func of(_ response: HTTPResponse) -> String? {
        let linked = response.header("x-linked-etag")?.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        for text in [linked, response.header("x-checksum-sha256")] {
            if let text = text?.lowercased(), HashText.isSHA256(text) { return text }
        }
        return response.header("repr-digest").flatMap(digest)
    }

    /// A dictionary of byte sequences (RFC 8941): `sha-256=:BASE64:, sha-512=:BASE64:`.
    private static func digest(_ text: String) -> String? {
        for member in text.split(separator: ",", maxSplits: 16) {
            let parts = member.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces).lowercased() == "sha-256" else {
                continue
            }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            guard value.count > 2, value.hasPrefix(":"), value.hasSuffix(":"),
                let bytes = Data(base64Encoded: String(value.dropFirst().dropLast())), bytes.count == 32
            else { return nil }
            return HashText.hexadecimal(bytes)
        }
        return nil
    }
}
