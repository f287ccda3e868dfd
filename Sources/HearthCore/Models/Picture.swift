public import Foundation

/// A picture in a message: a file as it was given, and where in the message it stands.
///
/// What its head says is read here, in our own code, before anything unpacks it: a few bytes may stand for a picture that fills all memory.
public struct Picture: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable { case png, jpeg }

    /// Format and dimensions of a picture, read from the head of its file.
    public struct Head: Hashable, Sendable {
        public var kind: Kind
        /// Points, as they are stored.
        public var width: Int
        public var height: Int
        /// How a camera was held, as Exif numbers it (1 to 8); 1 is upright.
        public var orientation = 1
    }

    /// Bytes of one file; what services take is of this size as well (OpenAI 20 MB, Anthropic 5).
    public static let mostBytes = 20 << 20
    /// Points of one picture: more than telephones take, and 120 MB when it is unpacked.
    public static let mostPoints = 40_000_000
    /// Pictures in one request. Each is several hundred tokens.
    public static let mostInRequest = 16
    /// Bytes of all files of one request.
    public static let mostBytesInRequest = 32 << 20

    /// The file.
    public var bytes: Data
    /// The bytes of the message's text (UTF-8) that stand before it.
    public var offset: Int

    public init(_ bytes: Data, at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    /// Why it cannot be looked at, as a sentence that says what to do; `nil` where nothing speaks against it.
    public var fault: String? {
        guard bytes.count <= Self.mostBytes else {
            return "The picture has more than \(Self.mostBytes >> 20) MB. Send a smaller one."
        }
        guard let head else {
            return "It is no picture in PNG or JPEG, or its beginning is damaged. Send it in one of these forms."
        }
        guard head.width <= Self.mostPoints / head.height else {
            return "The picture has \(head.width) × \(head.height) points, more than \(Self.mostPoints / 1_000_000) "
                + "million. Send a smaller one."
        }
        return nil
    }

    /// `nil` for what is no picture in a form that is read.
    public var head: Head? {
        let reader = PictureNumbers(bytes)
        let isPNG = reader.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let head = isPNG ? png(reader) : Self.jpegHead(of: bytes)
        guard let head, (1...65_535).contains(head.width), (1...65_535).contains(head.height) else { return nil }
        return head
    }

    private func png(_ reader: PictureNumbers<Data>) -> Head? {
        guard reader.has("IHDR", at: 12), let width = reader.long(16), let height = reader.long(20) else { return nil }
        return Head(kind: .png, width: width, height: height)
    }

    /// Segments and fill bytes that may stand before the frame's head. Profiles of colour take up to 255; millions would keep a thread of the
    /// server busy for a file of nothing.
    private static let mostSegments = 2000

    /// What the frame's head of a JPEG says (ITU-T T.81, B.1), whatever its size: what stands before it is passed over by its length.
    ///
    /// - Returns: `nil` for what is no JPEG, and where there is none among the first segments.
    package static func jpegHead<Bytes: RandomAccessCollection>(
        of bytes: Bytes
    ) -> Head? where Bytes.Element == UInt8, Bytes.Index == Int {
        let reader = PictureNumbers(bytes)
        guard reader.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var orientation = 1
        var index = 2
        for _ in 0..<mostSegments {
            guard let mark = reader.short(index), mark >> 8 == 0xFF else { return nil }
            let marker = mark & 0xFF
            // Fill bytes, and marks without a length.
            if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
                index += marker == 0xFF ? 1 : 2
                continue
            }
            guard marker != 0xD9, marker != 0xDA, let length = reader.short(index + 2), length >= 2 else { return nil }
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                guard let height = reader.short(index + 5), let width = reader.short(index + 7) else { return nil }
                return Head(kind: .jpeg, width: width, height: height, orientation: orientation)
            }
            if marker == 0xE1, let said = reader.orientation(index + 4, length - 2) { orientation = said }
            index += 2 + length
        }
        return nil
    }
}

/// Numbers in the bytes of a picture's head; `nil` past the end.
private struct PictureNumbers<Bytes: RandomAccessCollection> where Bytes.Element == UInt8, Bytes.Index == Int {
    private let bytes: Bytes

    init(_ bytes: Bytes) { self.bytes = bytes }

    func starts(with mark: [UInt8]) -> Bool { bytes.starts(with: mark) }

    func has(_ text: String, at place: Int) -> Bool {
        bytes.count >= place + text.utf8.count && bytes.dropFirst(place).starts(with: text.utf8)
    }

    func short(_ place: Int, isLittle: Bool = false) -> Int? { number(place, 2, isLittle) }
    func long(_ place: Int, isLittle: Bool = false) -> Int? { number(place, 4, isLittle) }

    private func number(_ place: Int, _ count: Int, _ isLittle: Bool) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        let start = bytes.startIndex + place
        let part = bytes[start..<start + count]
        return isLittle
            ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The orientation of a segment with Exif: the first directory of a TIFF (revision 6.0, section 2) behind six bytes.
    func orientation(_ place: Int, _ length: Int) -> Int? {
        let start = place + 6
        guard length >= 14, has("Exif\u{0}\u{0}", at: place) else { return nil }
        let isLittle: Bool
        switch short(start) {
        case 0x4949: isLittle = true
        case 0x4D4D: isLittle = false
        default: return nil
        }
        guard let directory = long(start + 4, isLittle: isLittle), directory < length,
            let count = short(start + directory, isLittle: isLittle)
        else { return nil }
        for entry in 0..<min(count, 100) {
            let at = start + directory + 2 + entry * 12
            guard at + 12 <= place + length, let tag = short(at, isLittle: isLittle) else { return nil }
            guard tag == 274 else { continue }
            // 3 is a number of two bytes, 4 one of four.
            let isLong = short(at + 2, isLittle: isLittle) == 4
            let value = isLong ? long(at + 8, isLittle: isLittle) : short(at + 8, isLittle: isLittle)
            return value.flatMap { (1...8).contains($0) ? $0 : nil }
        }
        return nil
    }
}
