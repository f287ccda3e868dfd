import Hearth

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads what must not be seen: from a terminal without showing it, otherwise all of standard input.
enum HiddenInput {
    /// More is no key, and may be a whole file by mistake.
    static let mostBytes = 16_384

    /// The bytes that were given, a line from a terminal.
    ///
    /// - Throws: `CancellationError` when Ctrl-C is pressed; ``CommandFailure`` when there is too much.
    static func read(prompt: String) throws -> [UInt8] {
        guard isatty(STDIN_FILENO) == 1 else { return try readAll() }
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return try readAll() }
        var hidden = before
        // Without ISIG Ctrl-C comes as a byte, so that the terminal is never left without echo; without ICANON it comes at
        // once.
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG | ICANON)
        Terminal.error.write(prompt)
        guard tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0 else {
            throw CommandFailure(
                ExitStatus.failed, "The terminal cannot hide what is typed; give the key on standard input instead.")
        }
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            Terminal.error.write("\n")
        }
        return try readLine()
    }

    private static func readLine() throws -> [UInt8] {
        var line = TypedLine()
        while let byte = try next() {
            switch byte {
            case 0x0A, 0x0D: return line.bytes
            case 0x03: throw CancellationError()
            case 0x04: if line.bytes.isEmpty { return [] }
            case 0x7F, 0x08: line.removeLast()
            case 0x15: line = TypedLine()
            default: line.append(byte)
            }
            try check(line.bytes)
        }
        return line.bytes
    }

    private static func readAll() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let byte = try next() {
            bytes.append(byte)
            try check(bytes)
        }
        return bytes
    }

    private static func check(_ bytes: [UInt8]) throws {
        guard bytes.count <= mostBytes else {
            throw CommandFailure(ExitStatus.usage, "That is more than \(mostBytes) bytes, so it is not a key.")
        }
    }

    /// The next byte, or `nil` at the end. One at a time: there are few, and nothing that follows is taken.
    private static func next() throws -> UInt8? {
        var byte: UInt8 = 0
        while true {
            #if canImport(Glibc)
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            #else
            let count = Darwin.read(STDIN_FILENO, &byte, 1)
            #endif
            if count == 1 { return byte }
            if count == 0 { return nil }
            guard errno == EINTR else {
                throw CommandFailure(ExitStatus.failed, "Standard input could not be read.")
            }
            try Task.checkCancellation()
        }
    }
}
