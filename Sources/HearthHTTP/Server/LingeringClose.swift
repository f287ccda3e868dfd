import NIOCore

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
