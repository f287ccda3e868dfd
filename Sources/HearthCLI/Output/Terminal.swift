import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Standard output or standard error: plain text always, colours and progress only where a person looks on.
///
/// The one place of the command that writes to them. File names, a model's metadata, the words of an error: any text may come
/// from somebody else, and a terminal obeys what it is shown. So ``write(_:)`` makes every control character visible, whoever
/// the text is from; what is styled here is marked by a word that nobody outside can know.
struct Terminal: Sendable {
    static let output = Terminal(descriptor: STDOUT_FILENO)
    static let error = Terminal(descriptor: STDERR_FILENO)

    let descriptor: Int32

    /// Whether a person looks on.
    var isInteractive: Bool { isatty(descriptor) == 1 }

    /// Colours only on a terminal, and never when `NO_COLOR` is set (https://no-color.org).
    var hasColours: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isInteractive && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// Columns, 80 when unknown.
    var width: Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes text for a person. Of control characters only the ends of lines and tabs keep their effect.
    func write(_ text: String) { writeBytes(Self.styled(Self.safe(text))) }

    /// Writes text in the place of the line that stands there; an empty one takes it away.
    func redraw(_ text: String) { writeBytes("\r\u{1B}[K" + Self.styled(Self.line(text))) }

    /// Writes what a person or a program asked for as such: a page, a transcript, JSON. It arrives as it is in a file or a pipe,
    /// and like all else on a terminal.
    func writeContent(_ text: String) { writeBytes(isInteractive ? Self.safe(text) : text) }

    /// Tells a person something beside the result, on standard error. A sentence, without the end of the line.
    static func note(_ text: String) { error.write("note: \(text)\n") }

    /// Tells why one of several files was not served; the others go on.
    static func failed(_ path: String, _ message: String) { error.write("error: \(line(path)): \(message)\n") }

    private static let failure = Mutex<Int32?>(nil)

    /// Why something of standard output was lost, such as a full disk; `nil` when all of it was taken.
    static var lost: String? { failure.withLock { $0 }.map { String(cString: strerror($0)) } }

    private func writeBytes(_ text: String) {
        var text = text
        text.withUTF8 { buffer in
            var rest = UnsafeRawBufferPointer(buffer)
            while !rest.isEmpty {
                #if canImport(Glibc)
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                #else
                let count = Darwin.write(descriptor, rest.baseAddress, rest.count)
                #endif
                if count > 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                } else if errno != EINTR && errno != EAGAIN {
                    let reason = errno
                    // Who has stopped to read has read enough.
                    if descriptor == STDOUT_FILENO, reason != EPIPE { Self.failure.withLock { $0 = $0 ?? reason } }
                    return
                }
            }
        }
    }

    func bold(_ text: String) -> String { styled(text, "1") }
    func dim(_ text: String) -> String { styled(text, "2") }
    func green(_ text: String) -> String { styled(text, "32") }
    func yellow(_ text: String) -> String { styled(text, "33") }
    func red(_ text: String) -> String { styled(text, "31") }

    private func styled(_ text: String, _ code: String) -> String {
        hasColours ? "\(Self.mark)\(code);\(text)\(Self.mark)0;" : text
    }

    /// Stands for the sequence that begins a style, until the text is written: a character for private use, and a number of
    /// this run.
    private static let mark = "\u{10FFFD}" + String(UInt64.random(in: .min ... .max), radix: 36) + ":"

    private static func styled(_ text: String) -> String {
        guard text.contains(mark) else { return text }
        var parts = text.components(separatedBy: mark)
        for index in parts.indices.dropFirst() {
            guard let end = parts[index].firstIndex(of: ";") else { continue }
            parts[index] =
                "\u{1B}[" + parts[index][..<end] + "m" + parts[index][parts[index].index(after: end)...]
        }
        return parts.joined()
    }

    /// Text in which control characters are seen and do nothing. What is written goes through it anyway; asking for it is
    /// needed only where text is measured or cut.
    static func safe(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isControl($0) }) else { return text }
        // The end of a line as Windows writes it, which is one character, does what the end of a line does. A carriage return by
        // itself goes back over what was written.
        let unified = text.replacing("\r\n", with: "\n")
        return String(String.UnicodeScalarView(unified.unicodeScalars.map { isControl($0) ? visible($0) : $0 }))
    }

    /// The same for what has to stay on one line, such as the name of a file, which may hold the end of one.
    static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                safe(text).unicodeScalars.map { $0 == "\n" || $0 == "\t" ? visible($0) : $0 }))
    }

    /// Unicode's pictures of control characters, and the mark of what has none.
    private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }

    /// What turns the order of characters around, so that something else is seen than stands there, and the ends of lines and of
    /// paragraphs that are no characters of ours: a terminal may begin a line there (Unicode Standard Annex 9; 23.2 of the standard). The marks U+061C, U+200E and U+200F turn nothing
    /// around, and belong to honest Arabic and Hebrew.
    private static let orders: Set<UInt32> = [
        0x2028, 0x2029, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
    ]

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.value < 0x20 && scalar != "\n" && scalar != "\t") || (0x7F...0x9F).contains(scalar.value)
            || orders.contains(scalar.value)
    }
}
