public import Foundation
public import HearthCore

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
    /// When the answer had ended.
    public var time = Date()
    /// What of this program was at fault; `nil` where nothing was.
    public var defect: Defect?

    /// A defect, as whoever runs the server reports it.
    public struct Defect: Sendable {
        public var kind: Failure.Kind
        public var code: String
        /// A state of the store's, or an error's type and number; none of its words.
        public var cause: String
    }

    mutating func note(_ told: ServerError) {
        errorCode = told.code
        if told.kind == .internal {
            defect = Defect(kind: told.kind, code: told.code, cause: told.cause ?? "unknown")
        }
    }

    private static let timeFormat = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// One line of JSON.
    public var line: String {
        let error = errorCode.map { ",\"error\":\"\($0)\"" } ?? ""
        let milliseconds = (duration * 1000 * 100).rounded() / 100
        return
            "{\"event\":\"request\",\"time\":\"\(time.formatted(Self.timeFormat))\",\"id\":\"\(id)\",\"method\":\"\(method)\",\"route\":\"\(route)\","
            + "\"status\":\(status),\"caller\":\"\(caller.logName)\",\"milliseconds\":\(milliseconds),"
            + "\"bytes\":\(bytes)\(error)}"
    }

    /// One line of JSON that tells of the defect; `nil` where there was none. It is for every log: the answer says no more than that
    /// something failed.
    public var defectLine: String? {
        guard let defect else { return nil }
        let cause = JSONValue.string(defect.cause).description
        return
            "{\"event\":\"defect\",\"level\":\"error\",\"time\":\"\(time.formatted(Self.timeFormat))\",\"id\":\"\(id)\","
            + "\"method\":\"\(method)\",\"route\":\"\(route)\",\"status\":\(status),\"kind\":\"\(defect.kind.rawValue)\","
            + "\"error\":\"\(defect.code)\",\"cause\":\(cause)}"
    }
}
