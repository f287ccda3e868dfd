import NIOCore

/// Ends a connection on which a request's head takes too long. One that trickles in byte by byte is never idle, and would
/// hold its place among the connections for good.
///
/// It stands before the decoder and sees bytes; ``HostHandler`` behind the decoder tells it what they were.
final class HeadDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?
    private var isInRequest = false

    init(limit: TimeAmount) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isInRequest, deadline == nil {
            let channel = context.channel
            deadline = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
        }
        context.fireChannelRead(data)
    }

    /// A head is complete; its body may take as long as its route allows.
    func headHasEnded() {
        stop()
        isInRequest = true
    }

    func requestHasEnded() { isInRequest = false }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { stop() }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
