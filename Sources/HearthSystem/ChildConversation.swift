/// A program behind a wall that is talked with: it is told things while it runs, and says things, until either side ends.
///
/// It is killed with all that it started when this is let go. Who reads may be cancelled without ending it, so that one question
/// that takes too long is not the end of the conversation.
package final class ChildConversation: Sendable {
    private let run: ChildRun

    /// Starts the program. That it could not be started is told by ``ending()``.
    package init(_ child: ChildProcess) throws {
        run = try ChildRun(child, isTalk: true)
        run.startThread()
    }

    deinit { run.stop(wasCut: true) }

    /// Tells the program something, behind what it was told before; it does not wait until that is read.
    ///
    /// - Returns: `false` where the program is gone, or leaves too much unread.
    package func send(_ bytes: [UInt8]) -> Bool { run.send(bytes) }

    /// The next piece of what it says, cut anywhere; `nil` when it says no more. One reader at a time.
    ///
    /// - Throws: `CancellationError`; the program goes on.
    package func next() async throws -> [UInt8]? { try await run.nextOrCancelled() }

    /// How it ended, once it says no more.
    ///
    /// - Throws: ``SystemError`` `tool-not-started`.
    package func ending() async throws -> ChildProcess.Outcome {
        run.stop(wasCut: false)
        return try await run.outcome().get()
    }

    /// Tells it that nothing more comes, and ends it where it does not end by itself.
    ///
    /// - Parameter patience: For a program that has something to put away.
    package func end(patience: Duration = .seconds(1)) async {
        run.endInput()
        // A task of its own: the wait below ends with the program, whatever becomes of the task that waits.
        let timer = Task { [run] in
            try await Task.sleep(for: patience)
            run.stop(wasCut: true)
        }
        _ = await run.outcome()
        timer.cancel()
    }
}
