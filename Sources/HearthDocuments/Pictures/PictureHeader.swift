import HearthCore

/// What the head of a picture's file says of it, read by ourselves before any program that unpacks it sees the file: a few bytes may
/// stand for a picture that fills all memory.
struct PictureHeader: Equatable, Sendable {
    enum Kind: String, Sendable {
        case png, jpeg, tiff
        /// Read by Apple's systems, and by ``PictureDecoder`` elsewhere.
        case heif, avif, webp
    }

    /// One picture of the file. A TIFF may hold many, as those of scanners and fax machines do.
    struct Frame: Equatable, Sendable {
        /// Points, as they are stored.
        var width: Int
        var height: Int
    }

    var kind: Kind
    /// In the order of the file; of HEIF, AVIF and WebP one.
    var frames: [Frame]
    /// How a camera was held, as Exif numbers it (1 to 8); 1 is upright.
    var orientation = 1
    /// Frames that are not listed because there are too many.
    var isCut = false

    /// Points of a picture that are unpacked at most: four times a page of A4 at 300 dots an inch, and more than cameras take.
    static let mostPoints = 64_000_000
    private static let mostFrames = 2_000
    /// Bytes by which a picture's kind is told.
    static let headSize = 128

    /// - Returns: `nil` for what is no picture that is read.
    static func kind(of head: [UInt8]) -> Kind? {
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if head.starts(with: [0x49, 0x49, 0x2A, 0x00]) || head.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
        guard head.count >= 12 else { return nil }
        if head.starts(with: "RIFF".utf8), head[8..<12].elementsEqual("WEBP".utf8) { return .webp }
        return head[4..<8].elementsEqual("ftyp".utf8) ? still(head) : nil
    }

    /// The kind of a file of boxes, by the brands in its first one (ISO 23008-12, 10.2): one that leaves it open says behind it what it is.
    private static func still(_ head: [UInt8]) -> Kind? {
        func brand(_ place: Int) -> String { String(decoding: head[place..<(place + 4)], as: UTF8.self) }
        switch brand(8) {
        case "heic", "heix", "heim", "heis", "heif": return .heif
        case "avif", "avis": return .avif
        case "mif1", "msf1":
            let end = min(head.count, PictureBytes(head, isLittle: false).long(0) ?? 0)
            let others = stride(from: 16, to: end - 3, by: 4).map(brand)
            return others.contains { $0 == "avif" || $0 == "avis" } ? .avif : .heif
        default: return nil
        }
    }

    /// - Throws: ``DocumentError`` `damaged-document`.
    static func read(_ bytes: [UInt8]) throws -> PictureHeader {
        let header: PictureHeader? =
            switch kind(of: Array(bytes.prefix(headSize))) {
            case .png: png(bytes)
            case .jpeg: jpeg(bytes)
            case .tiff: tiff(bytes)
            case .heif, .avif: heif(bytes)
            case .webp: webp(bytes)
            case nil: nil
            }
        // Sides of which no product is too large for a number; TIFF could say more.
        let sides = 1..<(1 << 31)
        guard let header, header.frames.allSatisfy({ sides.contains($0.width) && sides.contains($0.height) }) else {
            throw DocumentError(
                .damagedDocument, "The picture is damaged: its beginning says nothing that can be true.")
        }
        return header
    }

    private static func png(_ bytes: [UInt8]) -> PictureHeader? {
        let reader = PictureBytes(bytes, isLittle: false)
        guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8), let width = reader.long(16),
            let height = reader.long(20), width < 1 << 31, height < 1 << 31
        else { return nil }
        return PictureHeader(kind: .png, frames: [Frame(width: width, height: height)])
    }

    /// The largest of the sizes that the file tells of its parts (`ispe`, ISO 23008-12), of which one is that of the whole.
    private static func heif(_ bytes: [UInt8]) -> PictureHeader? {
        let reader = PictureBytes(bytes, isLittle: false)
        let head = 0..<min(bytes.count, 1 << 20)
        var largest: Frame?
        var from = head.lowerBound
        while let place = bytes.firstIndex(of: "ispe", in: from..<head.upperBound) {
            from = place + 4
            guard let width = reader.long(place + 8), let height = reader.long(place + 12), width > 0, height > 0,
                width < 1 << 31, height < 1 << 31
            else { continue }
            if width * height > (largest.map { $0.width * $0.height } ?? 0) {
                largest = Frame(width: width, height: height)
            }
        }
        guard let largest, let kind = still(Array(bytes.prefix(headSize))) else { return nil }
        return PictureHeader(kind: kind, frames: [largest])
    }

    /// The first part of a WebP file (RFC 9649): of the extended form the canvas, of the others the picture itself.
    private static func webp(_ bytes: [UInt8]) -> PictureHeader? {
        let reader = PictureBytes(bytes, isLittle: true)
        guard bytes.count >= 30 else { return nil }
        var frame: Frame?
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8X":
            if let width = reader.long(24).map({ $0 & 0xFF_FFFF }), let height = reader.long(26).map({ $0 >> 8 }) {
                frame = Frame(width: width + 1, height: height + 1)
            }
        case "VP8 " where bytes[23..<26].elementsEqual([0x9D, 0x01, 0x2A]):
            if let width = reader.short(26), let height = reader.short(28) {
                frame = Frame(width: width & 0x3FFF, height: height & 0x3FFF)
            }
        case "VP8L" where bytes[20] == 0x2F:
            if let bits = reader.long(21) {
                frame = Frame(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
            }
        default: break
        }
        return frame.map { PictureHeader(kind: .webp, frames: [$0]) }
    }

    private static func jpeg(_ bytes: [UInt8]) -> PictureHeader? {
        Picture.jpegHead(of: bytes).map { head in
            PictureHeader(
                kind: .jpeg, frames: [Frame(width: head.width, height: head.height)], orientation: head.orientation)
        }
    }

    /// The directories of a TIFF (revision 6.0, section 2). Each is looked at once, and each leads only to one that was not seen.
    private static func tiff(_ bytes: [UInt8]) -> PictureHeader? {
        guard let kind = kind(of: Array(bytes.prefix(16))), kind == .tiff else { return nil }
        let reader = PictureBytes(bytes, isLittle: bytes[0] == 0x49)
        var header = PictureHeader(kind: .tiff, frames: [])
        var seen: Set<Int> = []
        var next = reader.long(4) ?? 0
        while next != 0 {
            guard seen.insert(next).inserted, let count = reader.short(next), count > 0 else {
                return header.frames.isEmpty ? nil : header
            }
            guard header.frames.count < mostFrames else {
                header.isCut = true
                return header
            }
            var values: [Int: Int] = [:]
            // Those that are asked for come first; tags are in order.
            for entry in 0..<min(count, 1_000) {
                let place = next + 2 + entry * 12
                guard let tag = reader.short(place), let type = reader.short(place + 2) else { break }
                // ImageWidth, ImageLength, Orientation: 3 is a short, 4 a long.
                guard [256, 257, 274].contains(tag), values[tag] == nil else { continue }
                values[tag] = type == 3 ? reader.short(place + 8) : type == 4 ? reader.long(place + 8) : nil
            }
            if header.frames.isEmpty, let value = values[274], (1...8).contains(value) { header.orientation = value }
            guard let width = values[256], let height = values[257] else {
                return header.frames.isEmpty ? nil : header
            }
            header.frames.append(Frame(width: width, height: height))
            next = reader.long(next + 2 + count * 12) ?? 0
        }
        return header.frames.isEmpty ? nil : header
    }
}

/// Numbers of two and four bytes in either order; `nil` past the end.
struct PictureBytes {
    private let bytes: [UInt8]
    private let isLittle: Bool

    init(_ bytes: [UInt8], isLittle: Bool) {
        self.bytes = bytes
        self.isLittle = isLittle
    }

    func short(_ place: Int) -> Int? { number(place, 2) }
    func long(_ place: Int) -> Int? { number(place, 4) }

    private func number(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place <= bytes.count - count else { return nil }
        let part = bytes[place..<(place + count)]
        let parts = isLittle ? Array(part.reversed()) : Array(part)
        return parts.reduce(0) { $0 << 8 | Int($1) }
    }
}
