import Foundation
import NIOCore
import NIOSSL

/// One connection of a ``WireServer``: reads requests, and does the steps of each answer in turn.
final class WireHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let journal: WireJournal
    private let respond: @Sendable (ReceivedRequest) -> WireResponse
    private var id = 0
    private var parser = WireRequestParser(connection: 0)
    private var requests: [ReceivedRequest] = []
    /// What is still to be done for the request that is being answered; `nil` between requests.
    private var steps: ArraySlice<WireResponse.Step>?
    private var closesItself = false

    init(journal: WireJournal, respond: @escaping @Sendable (ReceivedRequest) -> WireResponse) {
        self.journal = journal
        self.respond = respond
    }

    func channelActive(context: ChannelHandlerContext) {
        id = journal.opened(context.channel)
        parser = WireRequestParser(connection: id)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        journal.closed(id, by: closesItself ? .server : .client)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        journal.received(buffer.readableBytes, on: id)
        parser.append(buffer.readableBytesView)
        do {
            while let request = try parser.next() {
                journal.received(request)
                requests.append(request)
            }
        } catch {
            return close(context)
        }
        if steps == nil { answerNext(context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A reset by the client, or a handshake that it refused: its doing.
        context.close(promise: nil)
    }

    private func answerNext(_ context: ChannelHandlerContext) {
        guard !requests.isEmpty else {
            steps = nil
            return
        }
        steps = respond(requests.removeFirst()).steps[...]
        doNext(context)
    }

    /// Each step calls this again when it is done.
    private func doNext(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        guard let step = steps?.popFirst() else { return answerNext(context) }
        let loop = context.eventLoop.assumeIsolated()
        switch step {
        case .bytes(let bytes):
            write(bytes[...], context)
        case .zeros(let count): writeZeros(count, context)
        case .pause(let pause):
            let (seconds, attoseconds) = pause.components
            loop.scheduleTask(in: .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)) {
                self.doNext(context)
            }
        case .close: close(context)
        case .reset:
            guard let options = context.channel as? any SocketOptionProvider else { return close(context) }
            options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in
                self.closesItself = true
                // From below TLS, which would say goodbye first.
                let tls = try? context.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
                (tls ?? context).close(promise: nil)
            }
        case .hold: break
        }
    }

    /// In parts, so that the count of what was sent follows what the client takes.
    private func write(_ bytes: ArraySlice<UInt8>, _ context: ChannelHandlerContext) {
        let part = bytes.prefix(64 << 10)
        guard !part.isEmpty else { return doNext(context) }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: part))).assumeIsolated().whenComplete { result in
            guard case .success = result else { return }
            self.journal.sent(part.count, on: self.id)
            // Later, not now: a write that is done at once would otherwise call itself as often as there are parts.
            context.eventLoop.assumeIsolated().execute { self.write(bytes.dropFirst(part.count), context) }
        }
    }

    private func writeZeros(_ count: Int, _ context: ChannelHandlerContext) {
        guard count > 0 else { return doNext(context) }
        let part = min(count, 64 << 10)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(repeating: 0, count: part))).assumeIsolated().whenComplete {
            guard case .success = $0 else { return }
            self.journal.sent(part, on: self.id)
            context.eventLoop.assumeIsolated().execute { self.writeZeros(count - part, context) }
        }
    }

    private func close(_ context: ChannelHandlerContext) {
        closesItself = true
        context.close(promise: nil)
    }
}
