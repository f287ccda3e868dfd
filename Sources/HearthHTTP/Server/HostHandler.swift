import NIOCore
import NIOHTTP1

/// Ends a connection on which a request names two hosts (RFC 9112, 3.2). What comes after it sees only one of them, and a
/// proxy in front of us might have looked at the other.
final class HostHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), head.headers["host"].count > 1 {
            context.fireErrorCaught(HTTPParserError.unknown)
            return
        }
        context.fireChannelRead(data)
    }
}
