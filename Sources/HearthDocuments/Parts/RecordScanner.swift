import HearthSystem

/// Finds where the records of a file of values end, as ``DelimitedRecords`` reads them, without reading what is in them.
///
/// Only for encodings in which the bytes of ASCII are those characters and nothing else, and for UTF-16 and UTF-32.
struct RecordScanner {
    private enum State { case cellStart, cell, quoted, quoteInQuoted }

    private let file: OpenFile
    private let separator: UInt8
    private let most: Int
    /// The form of Unicode, where its units are wider than a byte.
    private let form: WideUnicode?
    private let width: Int
    private var position: Int
    private var window: [UInt8] = []
    private var windowStart = 0
    /// From a quotation mark that nothing closes on, they are characters.
    private var hasOpenQuote = false
    /// Whether a record was longer than it may be: no more of them are found.
    private(set) var isBeyondLimit = false
    /// Bytes that the last record has in UTF-8, where units are wider than a byte.
    private(set) var textBytes = 0

    /// - Parameter most: Bytes of one record.
    init(of file: OpenFile, separator: UInt8, from start: Int, most: Int, form: WideUnicode? = nil) {
        self.file = file
        self.form = form
        width = form?.width ?? 1
        self.separator = separator
        self.most = most
        position = start
    }

    /// The bytes of the next record with its line end; `nil` at the end of the file, or where ``isBeyondLimit``.
    mutating func next() throws -> Range<Int>? {
        let start = position
        guard !isBeyondLimit, start < file.size else { return nil }
        var state = State.cellStart
        var opened = start
        textBytes = 0
        while true {
            guard let byte = try unit(at: position) else {
                guard state == .quoted else { return start < position ? start..<position : nil }
                (hasOpenQuote, position, state) = (true, opened + width, .cell)
                continue
            }
            guard position - start < most else {
                isBeyondLimit = true
                return nil
            }
            position += width
            switch (state, byte) {
            case (.quoted, Self.quote): state = .quoteInQuoted
            case (.quoted, _): break
            case (.quoteInQuoted, Self.quote): state = .quoted
            case (.cellStart, Self.quote) where !hasOpenQuote: (state, opened) = (.quoted, position - width)
            case (_, separator): state = .cellStart
            case (_, newline): return start..<position
            case (_, carriageReturn):
                if try unit(at: position) == newline { position += width }
                return start..<position
            case (.cellStart, space): break
            default: state = .cell
            }
        }
    }

    /// The character at a place where it is one of ASCII, and 0xFF or a byte of it for others.
    private mutating func unit(at place: Int) throws -> UInt8? {
        guard let form else { return try byte(at: place) }
        var value: UInt32 = 0
        for offset in 0..<width {
            guard let byte = try byte(at: place + (form.isBigEndian ? offset : width - 1 - offset)) else { return nil }
            value = value << 8 | UInt32(byte)
        }
        // Each half of a pair is half of four bytes.
        textBytes +=
            value < 0x80 ? 1 : value < 0x800 || (0xD800..<0xE000).contains(value) ? 2 : value < 0x1_0000 ? 3 : 4
        return value < 0x80 ? UInt8(value) : 0xFF
    }

    private mutating func byte(at place: Int) throws -> UInt8? {
        if place < windowStart || place >= windowStart + window.count {
            guard place < file.size else { return nil }
            window = try file.bytes(from: place, count: Self.windowSize)
            windowStart = place
            guard !window.isEmpty else { return nil }
        }
        return window[place - windowStart]
    }

    private static let windowSize = 1 << 20
    private static let quote = UInt8(ascii: "\"")
}
