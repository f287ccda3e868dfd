#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// The pipes between this process and one that it started.
struct Pipes: ~Copyable {
    private(set) var childInput: Int32
    private(set) var childOutput: Int32
    private(set) var childErrors: Int32
    private var input: Int32
    private var output: Int32
    private var errors: Int32

    /// - Parameter hasInput: Without, the program reads nothing from the start.
    init(hasInput: Bool) throws {
        let outputPipe = try Self.make()
        let errorPipe = try Self.make()
        let inputPipe = try Self.make()
        (output, childOutput) = outputPipe
        (errors, childErrors) = errorPipe
        (childInput, input) = inputPipe
        for descriptor in [output, errors, input] { Self.setNonBlocking(descriptor) }
        if !hasInput { Self.closeOne(&input) }
    }

    /// Reading end and writing end; neither is inherited.
    static func make() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw SystemError(.notStarted, "A pipe could not be made: \(SystemError.words(errno)).")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    static func setNonBlocking(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
        _ = Musl.close(descriptor)
        #elseif canImport(Android)
        _ = Android.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }

    mutating func closeChildEnds() {
        Self.closeOne(&childInput)
        Self.closeOne(&childOutput)
        Self.closeOne(&childErrors)
    }

    mutating func closeAll() {
        closeChildEnds()
        Self.closeOne(&input)
        Self.closeOne(&output)
        Self.closeOne(&errors)
    }

    private static func closeOne(_ descriptor: inout Int32) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Waits until there is something to do, but not for long.
    func wait(wake: Int32, readsOutput: Bool, writesInput: Bool, killed: Bool) {
        var polled = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
        let isOpen = output >= 0 || errors >= 0
        // A negative descriptor is passed over.
        polled.append(pollfd(fd: readsOutput ? output : -1, events: Int16(POLLIN), revents: 0))
        polled.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0))
        polled.append(pollfd(fd: writesInput ? input : -1, events: Int16(POLLOUT), revents: 0))
        // Nobody tells of the end of a process whose pipes are closed.
        _ = poll(&polled, nfds_t(polled.count), isOpen && !killed ? 250 : 5)
        if polled[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 256)
            while read(wake, &bytes, bytes.count) > 0 {}
        }
    }

    /// Output that is there; `nil` when there is none.
    mutating func readOutput() -> [UInt8]? { Self.take(&output, 1 << 16) }

    mutating func readErrors(_ collected: inout [UInt8], most: Int) {
        // Read to the end, or the program would block on a full pipe.
        while let bytes = Self.take(&errors, 1 << 12) { collected += bytes.prefix(max(0, most - collected.count)) }
    }

    /// - Parameter ends: Whether nothing more comes, so that its input ends when all of it is written.
    mutating func writeInput(_ bytes: inout ArraySlice<UInt8>, ends: Bool) {
        guard input >= 0 else {
            bytes = []
            return
        }
        while !bytes.isEmpty {
            let written = Self.writeQuietly(input, bytes)
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if errno == EINTR {
                continue
            } else if errno == EAGAIN {
                return
            } else {
                // It does not want to read any more.
                bytes = []
                Self.closeOne(&input)
                return
            }
        }
        if ends { Self.closeOne(&input) }
    }

    /// Without the signal of a broken pipe, which would end this program when another does not want to read any more.
    private static func writeQuietly(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        var broken = sigset_t()
        var before = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, &before)
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let failure = errno
        if written < 0, failure == EPIPE, sigismember(&before, SIGPIPE) == 0 {
            var number: Int32 = 0
            sigwait(&broken, &number)
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        errno = failure
        return written
    }

    /// What is left when the program has ended.
    mutating func drain(_ collected: inout [UInt8], most: Int, _ receive: ([UInt8]) -> Void) {
        while let bytes = readOutput() { receive(bytes) }
        readErrors(&collected, most: most)
    }

    private static func take(_ descriptor: inout Int32, _ count: Int) -> [UInt8]? {
        guard descriptor >= 0 else { return nil }
        var isOver = false
        let end = descriptor
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while true {
                let taken = read(end, buffer.baseAddress, count)
                if taken < 0, errno == EINTR { continue }
                filled = max(0, taken)
                isOver = taken == 0 || (taken < 0 && errno != EAGAIN)
                return
            }
        }
        if isOver {
            close(end)
            descriptor = -1
        }
        return bytes.isEmpty ? nil : bytes
    }
}
