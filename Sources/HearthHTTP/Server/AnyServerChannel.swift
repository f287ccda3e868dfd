import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOSSL

/// HTTP/1.1 with or without TLS, as one type.
struct AnyServerChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let plain: HTTP1Channel
    private let encrypted: TLSChannel<HTTP1Channel>?
    private let limits: HTTPServer.Limits

    init(_ plain: HTTP1Channel, tls: TLSConfiguration?, limits: HTTPServer.Limits) throws {
        self.plain = plain
        self.limits = limits
        encrypted = try tls.map { try TLSChannel(plain, tlsConfiguration: $0) }
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let made = encrypted?.setup(channel: channel, logger: logger) ?? plain.setup(channel: channel, logger: logger)
        return made.flatMapThrowing { [limits] value in
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let deadline = HeadDeadline(limit: TimeAmount(limits.headTimeout))
            try pipeline.addHandler(deadline, position: .before(decoder))
            try pipeline.addHandler(
                LingeringClose(limit: TimeAmount(limits.lingerTimeout), bytes: limits.lingerBytes),
                position: .before(deadline))
            try pipeline.addHandler(HostHandler(deadline), position: .before(codec))
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await plain.handle(value: value, logger: logger) }
}
