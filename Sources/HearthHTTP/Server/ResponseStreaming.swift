import HTTPTypes
import HearthCore
import HummingbirdCore
import NIOCore
import Synchronization

/// Answers that are written while they are made.
extension RequestResponder {
    func stream(
        _ response: ServerResponse, _ style: StreamStyle,
        _ produce: @escaping @Sendable (EventSink) async throws -> Void,
        _ errors: ErrorStyle, _ writer: consuming ResponseWriter, _ channel: any Channel,
        _ place: (work: Reservation?, executor: ThreadPool?), _ record: inout RequestRecord
    ) async throws {
        let sink = EventSink()
        // The task takes over what it belongs to from the one that makes it.
        let producer = Reservation.$current.withValue(place.work) {
            WorkThreads.$preferred.withValue(place.executor) {
                self.producer(sink, keepAlive: style.hasComments ? limits.keepAlive : nil, place.executor, produce)
            }
        }
        let id = counter.wrappingAdd(1, ordering: .relaxed).newValue
        work.withLock { $0[id] = { producer.cancel() } }
        metrics.streamBegan()
        let connection = connections[channel]
        connection?.whenGone { producer.cancel() }
        let stop = stopping.whenBegun {
            sink.finish(ServerError(.stopping, "The server stops. What was said so far is kept."))
            producer.cancel()
        }
        let caller = record.caller
        let end = access.whenEnded(caller) {
            sink.finish(AccessGuard.endedSession)
            producer.cancel()
        }
        defer {
            producer.cancel()
            sink.finish(nil)
            connection?.whenGone(nil)
            stopping.forget(stop)
            access.forget(end, of: caller)
            _ = work.withLock { $0.removeValue(forKey: id) }
            metrics.streamEnded()
        }
        try await pass(sink, response, style, errors, writer, &record)
    }

    /// Lets the producer work beside a clock that keeps the connection in use.
    private func producer(
        _ sink: EventSink, keepAlive: Duration?, _ executor: ThreadPool?,
        _ produce: @escaping @Sendable (EventSink) async throws -> Void
    ) -> Task<Void, Never> {
        Task(executorPreference: executor) {
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    // Where everything is done: a stream whose producer waits for a thread is in use all the same.
                    group.addTask(executorPreference: globalConcurrentExecutor) {
                        while true {
                            try await Task.sleep(for: keepAlive ?? .seconds(3600))
                            if keepAlive != nil, sink.hasStarted { try await sink.keepAlive() }
                        }
                    }
                    group.addTask { try await produce(sink) }
                    // The first to end is the producer: the clock ends only when it is cancelled.
                    try await group.next()
                    group.cancelAll()
                }
                sink.finish(nil)
            } catch {
                sink.finish(error)
            }
        }
    }

    private func pass(
        _ sink: EventSink, _ response: ServerResponse, _ style: StreamStyle, _ errors: ErrorStyle,
        _ writer: consuming ResponseWriter, _ record: inout RequestRecord
    ) async throws {
        var response = response
        switch await sink.next() {
        case .head(let headers): response.headers += headers
        case .failed(let error):
            var refusal = failure(error, errors, &record)
            refusal.headers += response.headers.filter { $0.name.hasPrefix("access-control-") || $0.name == "vary" }
            record.status = refusal.status.code
            var head = self.head(refusal, errors, id: record.id)
            guard case .bytes(let bytes) = refusal.content else { return }
            record.bytes = bytes.count
            head.headerFields[.contentLength] = String(bytes.count)
            try await writer.write(response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
            return
        case .bytes, .end: break
        }
        record.status = response.status.code
        if !response.headers.contains(where: { $0.name == "content-type" }) {
            response.headers.append(("content-type", "text/event-stream; charset=utf-8"))
        }
        response.headers.append(("x-accel-buffering", "no"))
        let promised = response.headers.first { $0.name == "content-length" }.flatMap { Int($0.value) }
        var body = try await writer.writeHead(head(response, errors, id: record.id))
        loop: while true {
            var item = await sink.next()
            // What waits here was made before: whoever is not signed in any more is not given it. A session may end by itself, too,
            // or by another program's hand, which nobody tells this one.
            if case .bytes = item, !access.holds(record.caller) { item = .failed(AccessGuard.endedSession) }
            switch item {
            case .head: continue
            case .bytes(let bytes):
                record.bytes += bytes.count
                try await body.write(ByteBuffer(bytes: bytes))
            case .failed(let error):
                let told = ServerError.telling(error)
                record.note(told)
                let closing = style.closing(told, id: record.id)
                record.bytes += closing.count
                try await body.write(ByteBuffer(bytes: closing))
                // A file cannot say that it is not whole; the connection's end does.
                if case .raw = style { throw BrokenPromise() }
                break loop
            case .end: break loop
            }
        }
        // What was promised and did not come cannot be told from what comes next: only the connection's end says so.
        if let promised, promised != record.bytes { throw BrokenPromise() }
        try await body.finish(nil)
    }

    /// A stream was shorter than its head said, or broke off.
    private struct BrokenPromise: Error {}
}
