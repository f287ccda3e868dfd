import CSandbox
import Foundation
import HearthCore
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// One run of a program: its pipes, the thread that started it and stays with it, and what waits to be read.
///
/// The thread is one of its own, not of a pool: the kernel kills the program when the thread ends that started it, and pools
/// end their threads when they please.
final class ChildRun: Sendable {
    typealias Ending = Result<ChildProcess.Outcome, any Error>

    private struct State {
        var chunks: [[UInt8]] = []
        var bytes = 0
        var hasEnded = false
        var ending: Ending?
        var isStopped = false
        var wasCut = false
        var reader: CheckedContinuation<Void, Never>?
        /// What it is told and has not been handed to the pipe.
        var outgoing: [UInt8] = []
        /// Whether it is told no more than that.
        var isInputWhole = true
        /// Since when somebody waits for output or for the end.
        var waitingSince: ContinuousClock.Instant?
        /// Wakes the thread; -1 when it is gone.
        var wake: Int32
    }

    /// Output that may wait for a busy reader; the program then waits too.
    private static let mostWaiting = 1 << 18
    private static let mostErrors = 16_384

    /// What may wait for a program that does not read.
    private static let mostOutgoing = 8 << 20

    private let child: ChildProcess
    private let state: Mutex<State>
    private let wakeEnd: Int32

    /// - Parameter isTalk: Whether it is told more while it runs, see ``send(_:)``.
    init(_ child: ChildProcess, isTalk: Bool = false) throws {
        self.child = child
        let (read, write) = try Pipes.make()
        Pipes.setNonBlocking(read)
        Pipes.setNonBlocking(write)
        wakeEnd = read
        state = Mutex(State(outgoing: child.input, isInputWhole: !isTalk, wake: write))
    }

    deinit {
        Pipes.close(wakeEnd)
        state.withLock { if $0.wake >= 0 { Pipes.close($0.wake) } }
    }

    // MARK: The reader's side

    func startThread() {
        NamedThread.start("hearth.child") { [self] in
            _ = pump { [self] bytes in add(bytes) }
        }
    }

    /// The next piece of output; `nil` when there is no more.
    func next() async -> [UInt8]? {
        while true {
            let (chunk, isOver) = state.withLock { state -> ([UInt8]?, Bool) in
                guard !state.chunks.isEmpty else { return (nil, state.hasEnded || state.wasCut) }
                let chunk = state.chunks.removeFirst()
                state.bytes -= chunk.count
                state.waitingSince = nil
                return (chunk, false)
            }
            if let chunk {
                wakeThread()
                return chunk
            }
            if isOver { return nil }
            await wait { $0.chunks.isEmpty && !$0.hasEnded && !$0.wasCut }
        }
    }

    /// The same for a reader that may be cancelled while the program goes on.
    ///
    /// - Throws: `CancellationError`.
    func nextOrCancelled() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            while true {
                try Task.checkCancellation()
                let (chunk, isOver) = state.withLock { state -> ([UInt8]?, Bool) in
                    guard !state.chunks.isEmpty else { return (nil, state.hasEnded || state.wasCut) }
                    let chunk = state.chunks.removeFirst()
                    state.bytes -= chunk.count
                    return (chunk, false)
                }
                if let chunk {
                    wakeThread()
                    return chunk
                }
                if isOver { return nil }
                // Asked under the lock: who is cancelled later than this is woken below.
                await wait { $0.chunks.isEmpty && !$0.hasEnded && !$0.wasCut && !Task.isCancelled }
            }
        } onCancel: {
            wakeReader()
        }
    }

    private func wakeReader() {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    // MARK: The writer's side

    /// Tells the program more; it does not wait until that is read.
    ///
    /// - Returns: `false` where the program is gone, or leaves too much unread.
    func send(_ bytes: [UInt8]) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.hasEnded, !state.isStopped, !state.isInputWhole,
                state.outgoing.count + bytes.count <= Self.mostOutgoing
            else { return false }
            state.outgoing += bytes
            return true
        }
        if isTaken { wakeThread() }
        return isTaken
    }

    /// Tells the program no more: its input ends behind what it was told.
    func endInput() {
        state.withLock { $0.isInputWhole = true }
        wakeThread()
    }

    /// Waits until the program is gone.
    func outcome() async -> Ending {
        while true {
            if let ending = state.withLock(\.ending) { return ending }
            await wait { $0.ending == nil }
        }
    }

    func stop(wasCut: Bool) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.isStopped = true
            if wasCut { state.wasCut = true }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
        wakeThread()
    }

    private func wait(while condition: @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state -> Bool in
                guard condition(state) else { return true }
                if state.waitingSince == nil { state.waitingSince = .now }
                state.reader = continuation
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    private func wakeThread() {
        state.withLock { state in
            guard state.wake >= 0 else { return }
            var byte: UInt8 = 0
            _ = write(state.wake, &byte, 1)
        }
    }

    // MARK: The thread's side

    private func add(_ bytes: [UInt8]) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.chunks.append(bytes)
            state.bytes += bytes.count
            state.waitingSince = nil
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    private func finish(_ ending: Ending) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.ending = ending
            state.hasEnded = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume()
    }

    /// Starts the program and stays until it is gone.
    ///
    /// - Parameter receive: Gets its output.
    func pump(_ receive: ([UInt8]) -> Void) -> Ending {
        let ending: Ending
        do {
            ending = .success(try work(receive))
        } catch {
            ending = .failure(error)
        }
        finish(ending)
        return ending
    }

    private func work(_ receive: ([UInt8]) -> Void) throws -> ChildProcess.Outcome {
        let hasInput = state.withLock { !$0.isInputWhole || !$0.outgoing.isEmpty }
        var pipes = try Pipes(hasInput: hasInput)
        defer { pipes.closeAll() }
        let process = try start(pipes)
        pipes.closeChildEnds()
        var outcome = ChildProcess.Outcome()
        var input: ArraySlice<UInt8> = []
        let started = ContinuousClock.now
        var killed = false
        func kill() {
            guard !killed else { return }
            killed = true
            _ = systemKill(-process, SIGKILL)
            _ = systemKill(process, SIGKILL)
        }
        while true {
            let (isFull, isStopped, waitingSince, endsInput) = state.withLock { state in
                // The rest stays where it is counted, until what was taken before is written.
                if input.isEmpty {
                    input = state.outgoing[...]
                    state.outgoing = []
                }
                return (
                    state.bytes >= Self.mostWaiting, state.isStopped, state.waitingSince,
                    state.isInputWhole && state.outgoing.isEmpty
                )
            }
            if isStopped { kill() }
            let now = ContinuousClock.now
            if let seconds = child.limits.seconds, started.duration(to: now) >= Self.duration(seconds) {
                outcome.timedOut = !isStopped && !killed || outcome.timedOut
                kill()
            }
            if let silence = child.limits.silence, let waitingSince,
                waitingSince.duration(to: now) >= Self.duration(silence)
            {
                outcome.fellSilent = !isStopped && !killed || outcome.fellSilent
                kill()
            }
            // Once it was killed, what another process may still hold open is not waited for.
            if let status = ended(process) {
                // What it wrote before it ended is still in the pipes; what it started goes with it.
                _ = systemKill(-process, SIGKILL)
                if !isStopped { pipes.drain(&outcome.errors, most: Self.mostErrors, receive) }
                reap(process)
                let wasCut = state.withLock(\.wasCut)
                outcome.wasCut = wasCut
                outcome.status = status
                outcome.isSuccess = (status == 0 || wasCut) && !outcome.timedOut && !outcome.fellSilent
                return outcome
            }
            pipes.wait(wake: wakeEnd, readsOutput: !isFull, writesInput: !input.isEmpty, killed: killed)
            pipes.readErrors(&outcome.errors, most: Self.mostErrors)
            if !isFull, let bytes = pipes.readOutput() { receive(bytes) }
            pipes.writeInput(&input, ends: endsInput)
        }
    }

    /// A century for what is no number to count with.
    private static func duration(_ seconds: Double) -> Duration { .seconds(seconds > 0 ? min(seconds, 3e9) : 0) }

    private func start(_ pipes: borrowing Pipes) throws -> pid_t {
        let bare = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
        let arguments = CStrings([child.path] + child.arguments)
        // Where a descriptor of the system shares its position with those made of it, the last reader left it at the end.
        if let file = child.file { lseek(file.descriptor, 0, SEEK_SET) }
        let environment = CStrings((child.environment ?? bare).map { "\($0.key)=\($0.value)" })
        var process: pid_t = 0
        let failure = child.path.withCString { path in
            var launch = csandbox_launch()
            launch.path = path
            launch.arguments = UnsafePointer(arguments.pointers)
            launch.environment = UnsafePointer(environment.pointers)
            launch.input = pipes.childInput
            launch.output = pipes.childOutput
            launch.errors = pipes.childErrors
            launch.file = child.file?.descriptor ?? -1
            launch.wall =
                switch child.wall {
                case .closed: CSANDBOX_WALL_CLOSED
                case .device: CSANDBOX_WALL_DEVICE
                case .tool: CSANDBOX_WALL_TOOL
                }
            launch.memory = UInt64(max(0, child.limits.memory))
            launch.processor = UInt64(max(0, child.limits.processor ?? 0))
            return withExtendedLifetime((arguments, environment)) { csandbox_start_behind_wall(&launch, &process) }
        }
        guard failure == 0 else {
            throw SystemError(
                .notStarted,
                "\(ToolLocator.name(of: child.path)) could not be started behind its wall: \(SystemError.words(failure))."
            )
        }
        return process
    }

    /// The exit status when the process has ended (a negative number for a signal), without taking it away: its number
    /// cannot become another process's before ``reap(_:)``.
    private func ended(_ process: pid_t) -> Int32? {
        var status: Int32 = 0
        return switch csandbox_has_ended(process, &status) {
        case 0: nil
        case 1: status
        default: -1
        }
    }

    private func reap(_ process: pid_t) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private func systemKill(_ process: pid_t, _ signal: Int32) -> Int32 {
        #if canImport(Glibc)
        Glibc.kill(process, signal)
        #elseif canImport(Musl)
        Musl.kill(process, signal)
        #elseif canImport(Android)
        Android.kill(process, signal)
        #else
        Darwin.kill(process, signal)
        #endif
    }
}

/// Texts as C has them, for as long as this lives.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        pointers = .allocate(capacity: count + 1)
        for (index, text) in texts.enumerated() { pointers[index] = strdup(text) }
        pointers[count] = nil
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
