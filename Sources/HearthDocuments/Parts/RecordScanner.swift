import HearthSystem

/// Finds where the records of a file of values end, as ``DelimitedRecords`` reads them, without reading what is in them.
///
/// Only for encodings in which the bytes of ASCII are those characters and nothing else.
struct RecordScanner {
    private enum State { case cellStart, cell, quoted, quoteInQuoted }

    private let file: OpenFile
    private let separator: UInt8
    private let most: Int
    private var position: Int
    private var window: [UInt8] = []
    private var windowStart = 0
    /// From a quotation mark that nothing closes on, they are characters.
    private var hasOpenQuote = false
    /// Whether a record was longer than it may be: no more of them are found.
    private(set) var isBeyondLimit = false

    /// - Parameter most: Bytes of one record.
    init(of file: OpenFile, separator: UInt8, from start: Int, most: Int) {
        self.file = file
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
        while true {
            guard let byte = try byte(at: position) else {
                guard state == .quoted else { return start < position ? start..<position : nil }
                (hasOpenQuote, position, state) = (true, opened + 1, .cell)
                continue
            }
            guard position - start < most else {
                isBeyondLimit = true
                return nil
            }
            position += 1
            switch (state, byte) {
            case (.quoted, Self.quote): state = .quoteInQuoted
            case (.quoted, _): break
            case (.quoteInQuoted, Self.quote): state = .quoted
            case (.cellStart, Self.quote) where !hasOpenQuote: (state, opened) = (.quoted, position - 1)
            case (_, separator): state = .cellStart
            case (_, newline): return start..<position
            case (_, carriageReturn):
                if try self.byte(at: position) == newline { position += 1 }
                return start..<position
            case (.cellStart, space): break
            default: state = .cell
            }
        }
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
