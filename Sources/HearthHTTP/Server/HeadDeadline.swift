import NIOCore

/// Ends a connection on which a request's head takes too long. One that trickles in byte by byte is never idle, and would
/// hold its place among the connections for good.
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
