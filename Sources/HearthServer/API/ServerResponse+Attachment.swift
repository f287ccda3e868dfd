import Hearth
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
        let plain = String(
            decoding: name.utf8.map { PercentCoding.isUnreserved($0) || $0 == 0x20 ? $0 : 0x5F }, as: UTF8.self)
        var disposition = "attachment; filename=\"\(plain)\""
        if plain != name { disposition += "; filename*=UTF-8''\(PercentCoding.encoded(name))" }
        return ServerResponse(.ok, headers: [("content-type", type), ("content-disposition", disposition)])
    }
}
