import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Turns Ctrl-C into the cancellation of the running work, so that it ends cleanly; a second Ctrl-C ends the program at once.
enum Interruption {
    private static let interceptor = Mutex<(@Sendable () -> Void)?>(nil)

    /// Lets `handler` decide what Ctrl-C does from now on; `nil` brings back what it does otherwise.
    static func intercept(_ handler: (@Sendable () -> Void)?) { interceptor.withLock { $0 = handler } }

    static func task(_ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        let task = Task {
            try await work()
            // A stream that is cancelled ends without an error; the program still did not do what it was asked to.
            try Task.checkCancellation()
        }
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler {
            _ = source  // the handler keeps its source alive
            if let handler = interceptor.withLock({ $0 }) { return handler() }
            if task.isCancelled { _exit(ExitStatus.interrupted) }
            task.cancel()
        }
        source.resume()
        return task
    }
}
