import HearthHTTP

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
