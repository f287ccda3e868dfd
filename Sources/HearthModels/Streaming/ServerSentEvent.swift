/// One event of a `text/event-stream`.
package struct ServerSentEvent: Hashable, Sendable {
    /// `message` where the stream names none.
    package var type: String
    /// The values of its `data` lines, joined by line feeds.
    package var data: String
    /// The last `id` that the stream gave, in this event or before it.
    package var lastEventID: String

    package init(type: String = "message", data: String, lastEventID: String = "") {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
    }
}
