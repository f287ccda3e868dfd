import AsyncHTTPClient
import NIOCore

/// Holds the iterator of a response's body. Letting go of it closes the connection, unless the body has been read to its end.
actor BodyReader {
    private var iterator: HTTPClientResponse.Body.AsyncIterator?

    init(_ body: HTTPClientResponse.Body) {
        iterator = body.makeAsyncIterator()
    }

    /// - Returns: `nil` at the end.
    func next() async throws -> ByteBuffer? {
        guard var current = iterator else { return nil }
        let buffer = try await current.next(isolation: self)
        if buffer == nil { iterator = nil }
        return buffer
    }

    func close() { iterator = nil }
}
