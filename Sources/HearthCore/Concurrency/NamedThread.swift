import Foundation

/// Starts threads that debuggers and lists of processes show by a name (Linux cuts it to 15 bytes).
package enum NamedThread {
    /// Bytes: tokenizers, grammars and parsers recurse, and the default for secondary threads is small on macOS.
    package static let deepStack = 8 << 20

    /// Runs `work` on a new thread, which ends with it.
    ///
    /// - Parameter stackSize: Bytes of its stack.
    package static func start(_ name: String, stackSize: Int = deepStack, _ work: @escaping @Sendable () -> Void) {
        let hasBegun = DispatchSemaphore(value: 0)
        let thread = Thread {
            // From within, and not before `start` has come back: until then, Foundation on Linux drops the name, and the thread
            // keeps that of the one that started it.
            hasBegun.wait()
            Thread.current.name = name
            work()
        }
        thread.stackSize = stackSize
        thread.start()
        hasBegun.signal()
    }
}
