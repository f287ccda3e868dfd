import NIOCore
import NIOHTTP1

/// Protects against Slowloris attacks: closes a connection on which the head of a request is not complete within a limit. A client that
/// sends its head byte by byte is never idle, so that no idle timeout would end it, and would occupy a connection for good.
///
/// It stands before the decoder and sees bytes; ``HostHandler`` behind the decoder tells it what they were. One empty line
/// after a request begins no other: old clients send it after a body, and a server should ignore it (RFC 9112, 2.2).
final class HeadDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limit: TimeAmount
    private var deadline = CloseTimer()
    private var isInRequest = false
    /// Bytes of an empty line since the last request.
    private var emptyLine = 0

    init(limit: TimeAmount) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isInRequest, !deadline.isRunning, !isOneEmptyLine(unwrapInboundIn(data)) {
            deadline.start(context, after: limit)
        }
        context.fireChannelRead(data)
    }

    /// Whether nothing but one line end came since the last request. More of them would keep a connection for good.
    private func isOneEmptyLine(_ bytes: ByteBuffer) -> Bool {
        emptyLine += bytes.readableBytes
        return emptyLine <= 2 && bytes.readableBytesView.allSatisfy { $0 == 0x0D || $0 == 0x0A }
    }

    /// A head is complete; its body may take as long as its route allows.
    func headHasEnded() {
        deadline.stop()
        isInRequest = true
        emptyLine = 0
    }

    func requestHasEnded() { isInRequest = false }

    func channelInactive(context: ChannelHandlerContext) {
        deadline.stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline.stop() }
}

// MARK: -

/// Looks at what is lost when a head is turned into the types that the rest works with.
///
/// Ends a connection on which a request names two hosts (RFC 9112, 3.2): what comes after it sees only one of them, and a
/// proxy in front of us might have looked at the other. The absolute form of a target is another way to name a second one; what
/// comes after it takes such a target apart, and would see a path. Lets the connection of an HTTP/1.0 client be closed after
/// the answer, which is how such a client knows its end.
///
/// Only HTTP/1.0 knows requests without a `Host`. What comes after this does not see the version, so one of a later version that has
/// none gets an empty one: none at all is that of an HTTP/1.0 client.
final class HostHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let deadline: HeadDeadline

    init(_ deadline: HeadDeadline) { self.deadline = deadline }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .end = part { deadline.requestHasEnded() }
        guard case .head(var head) = part else { return context.fireChannelRead(data) }
        deadline.headHasEnded()
        if head.headers["host"].count > 1 || head.uri.utf8.first != UInt8(ascii: "/") {
            context.fireErrorCaught(HTTPParserError.unknown)
        } else if (head.version.major, head.version.minor) < (1, 1) {
            head.headers.replaceOrAdd(name: "connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        } else if !head.headers.contains(name: "host") {
            head.headers.add(name: "host", value: "")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        } else {
            context.fireChannelRead(data)
        }
    }
}

// MARK: -

/// Ends a connection after an answer without losing the answer.
///
/// A client that is still sending, because its body was refused before it was there, gets a reset when a connection is closed
/// that has something unread in it; many then report a broken pipe and never look at the answer. So the half that we write is
/// closed, and what still comes is read and thrown away, for a while and up to a size, until the client closes its half
/// (RFC 9112, 9.6). Nothing of it is looked at: it stands before the decoder, and no further request comes of this connection.
final class LingeringClose: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// Sent down the pipeline when the last answer is written.
    struct Begin: Sendable {}

    private let limit: TimeAmount
    /// Bytes that are still thrown away.
    private var left: Int
    private var isLingering = false
    private var deadline = CloseTimer()

    init(limit: TimeAmount, bytes: Int) {
        self.limit = limit
        left = bytes
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Begin else { return context.triggerUserOutboundEvent(event, promise: promise) }
        promise?.succeed(())
        guard !isLingering else { return }
        isLingering = true
        deadline.start(context, after: limit)
        // Whoever read the body may have stopped asking for more of it.
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isLingering else { return context.fireChannelRead(data) }
        left -= unwrapInboundIn(data).readableBytes
        if left < 0 { context.close(promise: nil) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isLingering { context.read() }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        // Everything was read, so that it ends without a reset.
        if isLingering, case ChannelEvent.inputClosed = event { context.close(promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline.stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { deadline.stop() }
}

// MARK: -

/// Closes a connection after a while, unless it is stopped before.
///
/// It belongs to the event loop of its connection, as the handlers do that hold one.
struct CloseTimer {
    private var scheduled: Scheduled<Void>?

    var isRunning: Bool { scheduled != nil }

    mutating func start(_ context: ChannelHandlerContext, after limit: TimeAmount) {
        let channel = context.channel
        scheduled = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    mutating func stop() {
        scheduled?.cancel()
        scheduled = nil
    }
}
