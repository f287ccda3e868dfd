import HearthCore

/// A successful body: a stream of events, or one JSON value from a server that does not stream.
///
/// Which of the two is seen from the first byte, since servers disagree with their own `Content-Type`.
struct ProviderBody {
    enum Item {
        case event(ServerSentEvent)
        /// The whole body, as the only item.
        case whole(JSONValue)
        /// What the end of the stream cut off.
        case cutOff(ServerSentEvent)
    }

    let engine: Engine
    let reply: ProviderConnection.Reply

    /// Hands out the items in order until `take` returns `false`.
    ///
    /// - Throws: ``ProviderError`` `malformed-response`; what the transport or `take` throws; `CancellationError`.
    func forEach(_ take: (Item) async throws -> Bool) async throws {
        var parser = ServerSentEventParser()
        var whole: [UInt8]?
        var hasBegun = false
        for try await piece in reply.response.body {
            if !hasBegun, let first = piece.first(where: { $0 > 0x20 }) {
                hasBegun = true
                if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { whole = [] }
            }
            if whole != nil {
                whole? += piece
                continue
            }
            var events: [ServerSentEvent] = []
            let fault = Self.caught { try parser.consume(piece, into: &events) }
            for event in events {
                guard try await take(.event(event)) else { return await reply.response.body.discardRest() }
            }
            if let fault { throw ProviderError.malformed(engine, fault.message) }
        }
        // A cancelled task sees the end of the body, not an error.
        try Task.checkCancellation()
        if let whole {
            guard let value = try? JSONValue(parsing: whole) else {
                throw ProviderError.malformed(engine, "it is not JSON")
            }
            _ = try await take(.whole(value))
        } else if let rest = try? parser.finish() {
            _ = try await take(.cutOff(rest))
        }
    }

    private static func caught(_ work: () throws -> Void) -> StreamFormatError? {
        do {
            try work()
            return nil
        } catch let error as StreamFormatError {
            return error
        } catch {
            return StreamFormatError(message: "it is not a stream of events")
        }
    }

    /// The JSON value of an event.
    func value(_ event: ServerSentEvent) throws -> JSONValue {
        do {
            return try JSONValue(parsing: event.data)
        } catch {
            throw ProviderError.malformed(engine, "an event of its stream is not JSON")
        }
    }
}
