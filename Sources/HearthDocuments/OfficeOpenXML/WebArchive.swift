/// The page in a web archive (MHTML, RFC 2557): programs that make Word documents of web pages put the whole page into one.
enum WebArchive {
    /// Parts in parts; more are no archive that a program writes.
    private static let deepest = 4

    /// - Returns: The first part that is a web page, or `nil` where there is none, and the encoding that it names.
    static func page(in bytes: [UInt8]) -> (bytes: [UInt8], encoding: String?)? { page(in: bytes[...], depth: 0) }

    private static func page(in message: ArraySlice<UInt8>, depth: Int) -> (bytes: [UInt8], encoding: String?)? {
        var rest = message
        let headers = MIME.headers(&rest)
        let type = headers["content-type"] ?? "text/plain"
        if type.lowercased().hasPrefix("multipart/") {
            guard depth < deepest, let boundary = MIME.parameter("boundary", of: type), !boundary.isEmpty else {
                return nil
            }
            return MIME.parts(of: rest, boundary: Array("--\(boundary)".utf8)).lazy
                .compactMap { page(in: $0, depth: depth + 1) }.first
        }
        guard type.lowercased().hasPrefix("text/html") || type.lowercased().hasPrefix("application/xhtml") else {
            return nil
        }
        let encoding = MIME.parameter("charset", of: type)
        return MIME.decoded(rest, headers).map { ($0, encoding) }
    }
}
