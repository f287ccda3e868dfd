import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// What a request's handler can learn of its connection: when the client has left. And what is known of the client.
final class Connection: Sendable {
    private struct State {
        var isGone = false
        var isKnown = false
        var isBusy = false
        var isEnding = false
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

    /// Somebody showed a token or a session's key on it.
    func markKnown() { state.withLock { $0.isKnown = true } }

    /// A request is being worked on, and then is not any more.
    func begin() { state.withLock { $0.isBusy = true } }
    func end() { state.withLock { $0.isBusy = false } }

    /// An answer says that the connection ends with it.
    func markEnding() { state.withLock { $0.isEnding = true } }

    var isEnding: Bool { state.withLock { $0.isEnding } }
    var isKnown: Bool { state.withLock { $0.isKnown } }
    var isBusy: Bool { state.withLock { $0.isBusy } }
}

/// The connections that stand, so that a handler finds its own. Those of strangers are few: one more than there may be closes the
/// one that has stood for longest, so that nobody keeps others out by connecting and saying nothing.
final class ConnectionTable: Sendable {
    private struct Entry {
        let connection: Connection
        let channel: any Channel
        let number: Int
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var next = 0
    }

    private let state = Mutex(State())
    private let mostStrangers: Int

    init(mostStrangers: Int = .max) { self.mostStrangers = mostStrangers }

    subscript(channel: any Channel) -> Connection? {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.connection }
    }

    func add(_ connection: Connection, for channel: any Channel) {
        let surplus = state.withLock { state -> Entry? in
            state.next += 1
            state.entries[ObjectIdentifier(channel)] = Entry(
                connection: connection, channel: channel, number: state.next)
            guard state.entries.count > mostStrangers else { return nil }
            let strangers = state.entries.values.filter { !$0.connection.isKnown }
            guard strangers.count > mostStrangers else { return nil }
            // Whoever waits for an answer goes after those who wait for nothing.
            let idle = strangers.filter { !$0.connection.isBusy && $0.number != state.next }
            guard let oldest = (idle.isEmpty ? strangers : idle).min(by: { $0.number < $1.number }) else { return nil }
            // It takes a while until it is closed; meanwhile it must not be chosen again in another's place.
            state.entries[ObjectIdentifier(oldest.channel)] = nil
            return oldest
        }
        surplus?.connection.markGone()
        surplus?.channel.close(promise: nil)
    }

    func remove(_ channel: any Channel) -> Connection? {
        state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(channel))?.connection }
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
    private let strangerTimeout: TimeAmount
    private var closesAfterAnswer = false
    private var deadline: Scheduled<Void>?

    init(table: ConnectionTable, strangerTimeout: TimeAmount) {
        self.table = table
        self.strangerTimeout = strangerTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        table.add(Connection(), for: context.channel)
        watchStranger(context.channel)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        deadline?.cancel()
        table.remove(context.channel)?.markGone()
    }

    /// Closes the connection when it is silent for a while and nobody is known to be at its other end.
    private func watchStranger(_ channel: any Channel) {
        deadline?.cancel()
        deadline = nil
        guard let connection = table[channel], !connection.isKnown else { return }
        deadline = channel.eventLoop.scheduleTask(in: strangerTimeout) {
            if !connection.isKnown, !connection.isBusy { channel.close(promise: nil) }
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // From here on somebody is waited for, however long it takes until a task gets to it.
        if case .head = unwrapInboundIn(data) { table[context.channel]?.begin() }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        deadline?.cancel()
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
            watchStranger(context.channel)
            guard closesAfterAnswer else { break }
            let channel = context.channel
            let written = promise ?? context.eventLoop.makePromise()
            context.writeAndFlush(data, promise: written)
            // Half first, so that the answer is not lost to a reset while the client is still sending.
            written.futureResult.whenComplete { _ in
                channel.triggerUserOutboundEvent(LingeringClose.Begin(), promise: nil)
                channel.close(mode: .output, promise: nil)
            }
            return
        }
        context.write(data, promise: promise)
    }
}
