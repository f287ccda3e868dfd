/// Short forms of first names: "Maxi" of "Maximilian"; "Ann" and "Anna" may be two.
package enum ShortNames {
    /// Bytes of a short form at least, and of what it leaves out.
    package static let (shortest, leftOut) = (3, 2)

    package static func isOne(_ short: String, of name: some StringProtocol) -> Bool {
        short.utf8.count >= shortest && name.hasPrefix(short) && name.utf8.count >= short.utf8.count + leftOut
    }
}
