/// Ends a streamed text before the first stop sequence, for engines that cannot do it themselves.
///
/// What could be the beginning of a stop sequence is held back until it is clear that it is not.
struct StopSequenceScanner: Sendable {
    private let stops: [[UInt8]]
    private var held: [UInt8] = []
    private(set) var isStopped = false

    init(_ stopSequences: [String]) {
        stops = stopSequences.filter { !$0.isEmpty }.map { Array($0.utf8) }
    }

    /// The part of the text so far that may be given out now and was not before.
    mutating func append(_ piece: String) -> String {
        if stops.isEmpty { return piece }
        if isStopped { return "" }
        held += piece.utf8
        var end: Int?
        for stop in stops {
            if let at = Self.first(stop, in: held), at < end ?? .max { end = at }
        }
        if let end {
            isStopped = true
            return String(decoding: held[..<end], as: UTF8.self)
        }
        // Everything but the longest tail that begins a stop sequence. A stop sequence begins with the first byte of a
        // character, so this cuts between characters.
        var tail = 0
        for stop in stops {
            for length in stride(from: min(stop.count - 1, held.count), to: tail, by: -1)
            where held.suffix(length).elementsEqual(stop.prefix(length)) {
                tail = length
                break
            }
        }
        let cut = held.count - tail
        defer { held.removeFirst(cut) }
        return String(decoding: held[..<cut], as: UTF8.self)
    }

    /// What was held back, when the text ended without a stop sequence.
    mutating func finish() -> String {
        defer { held = [] }
        return isStopped ? "" : String(decoding: held, as: UTF8.self)
    }

    private static func first(_ wanted: [UInt8], in bytes: [UInt8]) -> Int? {
        guard wanted.count <= bytes.count else { return nil }
        return (0...(bytes.count - wanted.count)).first { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
    }
}
