import NIOCore

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
