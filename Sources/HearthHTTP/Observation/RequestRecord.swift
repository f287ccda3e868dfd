/// What is logged of one request: never its content, its query, its path's parameters or an address.
public struct RequestRecord: Sendable {
    public var id: String
    public var method: String
    /// The route's pattern, such as `/api/documents/:id`; `-` when there is none.
    public var route: String
    public var status: Int
    public var caller: Caller
    /// Seconds from the request's head to the end of the answer.
    public var duration: Double
    /// Bytes of the answer's content.
    public var bytes: Int
    /// The code of the error; `nil` when there was none.
    public var errorCode: String?

    /// One line of JSON.
    public var line: String {
        let error = errorCode.map { ",\"error\":\"\($0)\"" } ?? ""
        let milliseconds = (duration * 1000 * 100).rounded() / 100
        return "{\"event\":\"request\",\"id\":\"\(id)\",\"method\":\"\(method)\",\"route\":\"\(route)\","
            + "\"status\":\(status),\"caller\":\"\(caller.logName)\",\"milliseconds\":\(milliseconds),"
            + "\"bytes\":\(bytes)\(error)}"
    }
}
