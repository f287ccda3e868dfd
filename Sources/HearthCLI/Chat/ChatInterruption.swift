import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// What Ctrl-C means in a chat: it stops an answer; at the prompt it says how to end, and pressed again it does.
final class ChatInterruption: Sendable {
    private struct State {
        var cancel: (@Sendable () -> Void)?
        var presses = 0
    }

    private let state = Mutex(State())

    func begin() { Interruption.intercept { [self] in pressed() } }

    func end() { Interruption.intercept(nil) }

    func isAtPrompt() { state.withLock { $0 = State() } }

    func isAnswering<T>(_ task: Task<T, any Error>) {
        state.withLock { $0 = State(cancel: { task.cancel() }) }
    }

    private func pressed() {
        let (cancel, presses) = state.withLock { state in
            state.presses += 1
            return (state.cancel, state.presses)
        }
        if presses > 1 {
            // The terminal has shown ^C; the shell's prompt belongs on a line of its own.
            Terminal.output.write("\n")
            _exit(ExitStatus.interrupted)
        }
        if let cancel {
            cancel()
        } else {
            Terminal.output.write(
                "\nCtrl-C again, or Ctrl-D, ends. /help lists commands.\n" + Terminal.output.bold("\n> "))
        }
    }
}
