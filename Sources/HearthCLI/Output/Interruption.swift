import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Turns Ctrl-C, and the signals to end, into the cancellation of the running work, so that it ends cleanly; a second Ctrl-C ends the program at once.
enum Interruption {
    private struct Interceptor {
        var handler: @Sendable () -> Void
        var takesEverySignal: Bool
    }

    private static let interceptor = Mutex<Interceptor?>(nil)

    /// Lets `handler` decide what Ctrl-C does from now on; `nil` brings back what it does otherwise.
    ///
    /// - Parameter takesEverySignal: Whether the signals by which a system ends programs are its affair, too.
    static func intercept(_ handler: (@Sendable () -> Void)?, takesEverySignal: Bool = false) {
        let new = handler.map { Interceptor(handler: $0, takesEverySignal: takesEverySignal) }
        interceptor.withLock { $0 = new }
    }

    /// Seconds that work has to end cleanly when the system asks for it.
    private static let grace = 3.0

    private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    static func task(_ work: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
        let task = Task {
            try await work()
            // A stream that is cancelled ends without an error; the program still did not do what it was asked to.
            try Task.checkCancellation()
        }
        // A closed terminal or a system that shuts down ends the work as cleanly, so that the ledger tells what was sent.
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let before = signal(number, SIG_IGN)
            // Whoever runs a program with `nohup` wants it to outlive the terminal.
            if number == SIGHUP, isIgnored(before) { continue }
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                _ = source  // the handler keeps its source alive
                if let found = interceptor.withLock({ $0 }), number == SIGINT || found.takesEverySignal {
                    return found.handler()
                }
                if task.isCancelled { _exit(ExitStatus.interrupted) }
                task.cancel()
                guard number != SIGINT else { return }
                // A read from the terminal does not hear of it.
                DispatchQueue.global().asyncAfter(deadline: .now() + grace) { _exit(ExitStatus.interrupted) }
            }
            source.resume()
        }
        return task
    }
}
