import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// What a request's handler can learn of its connection: when the client has left.
final class Connection: Sendable {
    private struct State {
        var isGone = false
        var onGone: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Calls `action` once when the client leaves, or at once when it has left. `nil` calls nothing any more.
    func whenGone(_ action: (@Sendable () -> Void)?) {
        let isGone = state.withLock { state in
            state.onGone = state.isGone ? nil : action
            return state.isGone
        }
        if isGone { action?() }
    }

    func markGone() {
        let action = state.withLock { state in
            state.isGone = true
            defer { state.onGone = nil }
            return state.onGone
        }
        action?()
    }
}

/// The connections that stand, so that a handler finds its own.
final class ConnectionTable: Sendable {
    private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

    subscript(channel: any Channel) -> Connection? {
        connections.withLock { $0[ObjectIdentifier(channel)] }
    }

    func add(_ connection: Connection, for channel: any Channel) {
        connections.withLock { $0[ObjectIdentifier(channel)] = connection }
    }

    func remove(_ channel: any Channel) -> Connection? {
        connections.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}

/// Notices that a client has left while its request is still being worked on, and closes a connection after an answer that
/// says so. Reading a body to its end would be the other way to notice, and would end the connection after each request.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let table: ConnectionTable
    private var closesAfterAnswer = false

    init(table: ConnectionTable) { self.table = table }

    func handlerAdded(context: ChannelHandlerContext) { table.add(Connection(), for: context.channel) }

    func handlerRemoved(context: ChannelHandlerContext) { table.remove(context.channel)?.markGone() }

    func channelInactive(context: ChannelHandlerContext) {
        table.remove(context.channel)?.markGone()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Half of the connection is closed: no client of ours does that and still waits for an answer.
        if case ChannelEvent.inputClosed = event { table[context.channel]?.markGone() }
        context.fireUserInboundEventTriggered(event)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            if head.status.kind != .informational { closesAfterAnswer = head.headerFields[.connection] == "close" }
        case .body: break
        case .end:
            guard closesAfterAnswer else { break }
            let channel = context.channel
            let written = promise ?? context.eventLoop.makePromise()
            context.writeAndFlush(data, promise: written)
            // Half first, so that the answer is not lost to a reset while the client is still sending.
            written.futureResult.whenComplete { _ in
                channel.close(mode: .output, promise: nil)
                channel.eventLoop.scheduleTask(in: .milliseconds(500)) { channel.close(promise: nil) }
            }
            return
        }
        context.write(data, promise: promise)
    }
}
