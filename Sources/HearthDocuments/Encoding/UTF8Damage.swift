/// How far bytes that are not valid UTF-8 are from being it: a log with one cut character is still UTF-8, a Latin-1 letter
/// is not.
struct UTF8Damage {
    /// Characters of more than one byte that are whole.
    var sound = 0
    /// Places that are not valid.
    var errors = 0

    init(of bytes: some RandomAccessCollection<UInt8>) {
        var rest = bytes.makeIterator()
        var codec = UTF8()
        loop: while true {
            switch codec.decode(&rest) {
            case .scalarValue(let scalar): if scalar.value > 0x7F { sound += 1 }
            case .emptyInput: break loop
            case .error: errors += 1
            }
        }
    }

    /// Text in another encoding forms whole UTF-8 characters only by chance, so a clear majority decides.
    var isMostlyUTF8: Bool { sound >= 4 * errors && sound > 0 }
}
