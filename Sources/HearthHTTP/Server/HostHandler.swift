import NIOCore
import NIOHTTP1

/// Looks at what is lost when a head is turned into the types that the rest works with.
///
/// Ends a connection on which a request names two hosts (RFC 9112, 3.2): what comes after it sees only one of them, and a
/// proxy in front of us might have looked at the other. The absolute form of a target is another way to name a second one; what
/// comes after it takes such a target apart, and would see a path. Lets the connection of an HTTP/1.0 client be closed after
/// the answer, which is how such a client knows its end.
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
        } else {
            context.fireChannelRead(data)
        }
    }
}
