import Foundation

/// What a response says of the file that it carries, or of the part of one.
extension HTTPResponse {
    /// The first byte, the last byte and the length of the whole, of `Content-Range: bytes 0-99/1234` (RFC 9110, 14.4); the
    /// length is `nil` for `*`. A range that contradicts itself counts as none.
    package var contentRange: (first: Int, last: Int, total: Int?)? {
        guard let text = header("content-range")?.trimmingCharacters(in: .whitespaces).lowercased(),
            text.hasPrefix("bytes ")
        else { return nil }
        let parts = text.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0, last >= first,
            last < Int.max
        else {
            return nil
        }
        let total = Int(parts[1])
        if let total, last >= total { return nil }
        guard total != nil || parts[1] == "*" else { return nil }
        return (first, last, total)
    }

    /// The length of the whole after a range that cannot be served: `Content-Range: bytes */1234`.
    package var unsatisfiedTotal: Int? {
        guard let text = header("content-range")?.lowercased(), text.hasPrefix("bytes */") else { return nil }
        return Int(text.dropFirst(8)).flatMap { $0 >= 0 ? $0 : nil }
    }

    package var contentLength: Int? {
        header("content-length").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Whether the body says itself where it ends. One that ends with its connection may have been cut off anywhere, and nobody can
    /// tell (RFC 9112, 6.3; the transport speaks HTTP/1.1 alone).
    package var saysItsEnd: Bool {
        contentLength != nil || header("transfer-encoding")?.lowercased().contains("chunked") == true
    }

    /// What a request with `If-Range` may name: a strong entity tag, else the date of the last change (RFC 9110, 13.1.5). It is sent
    /// back as it is, or not at all.
    package var rangeValidator: String? {
        func usable(_ text: String, most: Int) -> Bool {
            !text.isEmpty && text.utf8.count <= most && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
        if let tag = header("etag") { return tag.hasPrefix("\"") && usable(tag, most: 512) ? tag : nil }
        return header("last-modified").flatMap { usable($0, most: 64) ? $0 : nil }
    }
}
