import HearthCore
import HearthTesting
import Testing

@testable import HearthDocuments

/// The heads of pictures, written by hand.
struct PictureHeaderTests {
    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big(13, 4) + Array("IHDR".utf8) + big(width, 4)
            + big(height, 4) + [8, 0, 0, 0, 0] + big(0, 4)
    }

    /// A frame's head behind an application's segment, and an orientation where one is given.
    static func jpeg(_ width: Int, _ height: Int, orientation: Int? = nil) -> [UInt8] {
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + big(6, 2) + Array("JFIF".utf8)
        if let orientation {
            let exif =
                Array("Exif\0\0MM\0*".utf8) + big(8, 4) + big(1, 2) + big(274, 2) + big(3, 2) + big(1, 4)
                + big(orientation, 2) + big(0, 2) + big(0, 4)
            bytes += [0xFF, 0xE1] + big(exif.count + 2, 2) + exif
        }
        return bytes + [0xFF, 0xFF, 0xC2] + big(11, 2) + [8] + big(height, 2) + big(width, 2) + [1, 0, 0, 0]
    }

    @Test func sizesStandInTheHead() throws {
        #expect(try PictureHeader.read(Self.png(640, 480)).frames == [.init(width: 640, height: 480)])
        #expect(try PictureHeader.read(Self.jpeg(3_000, 2_000)).frames == [.init(width: 3_000, height: 2_000)])
        #expect(try PictureHeader.read(Self.jpeg(30, 20, orientation: 6)).orientation == 6)
        #expect(try PictureHeader.read(Self.jpeg(30, 20, orientation: 99)).orientation == 1)
        let pages = TestPicture(width: 20, height: 30).tiff(copies: 3)
        #expect(try PictureHeader.read(pages).frames == .init(repeating: .init(width: 20, height: 30), count: 3))
    }

    @Test func aFileOfFillBytesIsNotLookedThrough() throws {
        let head = Self.jpeg(30, 20)
        func filled(_ count: Int) -> [UInt8] {
            Array(head.prefix(2)) + [UInt8](repeating: 0xFF, count: count) + Array(head.dropFirst(2))
        }
        #expect(try PictureHeader.read(filled(100)).frames == [.init(width: 30, height: 20)])
        #expect(throws: DocumentError.self) { try PictureHeader.read(filled(100_000)) }
    }

    @Test func whatLeadsInACircleEnds() throws {
        var bytes = TestPicture(width: 2, height: 2).tiff(copies: 1)
        // The directory's successor is the directory itself.
        let first = Array(bytes[4..<8])
        bytes.replaceSubrange((bytes.count - 4)..., with: first)
        #expect(try PictureHeader.read(bytes).frames.count == 1)
    }

    /// A TIFF has 32 bits for each side: points of such a picture are no number that there is.
    static func hugeTIFF(_ side: Int) -> [UInt8] {
        let fields = [256, 257].flatMap { big($0, 2) + big(4, 2) + big(1, 4) + big(side, 4) }
        return Array("MM\0*".utf8) + big(8, 4) + big(2, 2) + fields + big(0, 4)
    }

    @Test func sidesThatNoPictureHasAreRefused() async throws {
        #expect(try PictureHeader.read(Self.hugeTIFF(70_000)).frames == [.init(width: 70_000, height: 70_000)])
        #expect(throws: DocumentError.self) { try PictureHeader.read(Self.hugeTIFF(0xFFFF_FFFF)) }
        // It is said of a mail or an archive that it has one that could not be read.
        #expect(EmbeddedPictures.look(at: Self.hugeTIFF(0xFFFF_FFFF)) == .wanted)
    }

    @Test func aPictureThatWouldFillAllMemoryIsNotUnpacked() async throws {
        let document = try await read(Self.png(60_000, 60_000), "a.png")
        #expect(document.format == .image && document.blocks.isEmpty && document.pages.count == 1)
        if try await DocumentReader.recognizesPictures() {
            #expect(document.warnings.contains { $0.kind == .truncated && $0.message.contains("60000 × 60000") })
        }
    }

    /// Thousands of damaged heads, the same on every run: each ends in sizes or in an error.
    @Test func damagedHeadsEndInAnError() {
        var random = SeededGenerator(seed: 21)
        let seeds = [
            Self.png(640, 480), Self.jpeg(30, 20, orientation: 6), TestPicture(width: 20, height: 30).tiff(copies: 3),
        ]
        for seed in seeds {
            for _ in 0..<2_000 {
                var bytes = seed
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
                }
                if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
                guard let header = try? PictureHeader.read(bytes) else { continue }
                #expect(header.frames.allSatisfy { $0.width > 0 && $0.height > 0 })
                #expect((1...8).contains(header.orientation))
            }
        }
    }

    @Test func boxesTurnWithThePicture() throws {
        let box = try #require(PageBox(left: 1_000, top: 2_000, width: 3_000, height: 500))
        // Turned to the right: what was at the left is at the top.
        #expect(box.turned(6) == PageBox(left: 7_500, top: 1_000, width: 500, height: 3_000))
        #expect(box.turned(3) == PageBox(left: 6_000, top: 7_500, width: 3_000, height: 500))
        #expect(box.turned(6)?.turned(8) == box)
        #expect(box.turned(1) == box)
    }
}

/// A picture in grey that the tests draw, make worse and write as TIFF.
struct TestPicture {
    var width: Int
    var height: Int
    /// Row by row; 255 is white.
    var points: [UInt8]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        points = Array(repeating: 255, count: width * height)
    }

    /// What `pdftoppm -gray` writes: "P5", width, height, 255, points.
    init?(pgm bytes: [UInt8]) {
        var fields: [Int] = []
        var index = 2
        guard bytes.starts(with: "P5") else { return nil }
        while fields.count < 3, index < bytes.count {
            let end = bytes[(index + 1)...].firstIndex(where: isSpace) ?? bytes.count
            guard let number = Int(String(decoding: bytes[(index + 1)..<end], as: UTF8.self)) else { return nil }
            fields.append(number)
            index = end
        }
        guard fields.count == 3, bytes.count - index - 1 >= fields[0] * fields[1] else { return nil }
        (width, height) = (fields[0], fields[1])
        points = Array(bytes[(index + 1)...].prefix(width * height))
    }

    /// Uncompressed, each copy a page of its own (TIFF 6.0).
    func tiff(copies: Int) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let entries: [(tag: Int, value: Int)] = [
            (256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, height),
            (279, points.count),
        ]
        let directory = 2 + entries.count * 12 + 4
        let start = (8 + points.count + 1) / 2 * 2
        var bytes = Array("II*\0".utf8) + little(start, 4) + points
        bytes += Array(repeating: 0, count: start - bytes.count)
        for copy in 1...copies {
            bytes += little(entries.count, 2)
            for (tag, value) in entries { bytes += little(tag, 2) + little(4, 2) + little(1, 4) + little(value, 4) }
            bytes += little(copy < copies ? start + copy * directory : 0, 4)
        }
        return bytes
    }

    /// Turned by a few degrees about its middle, points between points mixed.
    func rotated(_ degrees: Double) -> TestPicture {
        var result = TestPicture(width: width, height: height)
        // Without the mathematics of a library: exact enough for a few degrees.
        let angle = degrees * 3.14159265358979 / 180
        let (sine, cosine) = (angle - angle * angle * angle / 6, 1 - angle * angle / 2)
        let (middleX, middleY) = (Double(width) / 2, Double(height) / 2)
        for y in 0..<height {
            for x in 0..<width {
                let (dx, dy) = (Double(x) - middleX, Double(y) - middleY)
                let (fromX, fromY) = (dx * cosine + dy * sine + middleX, dy * cosine - dx * sine + middleY)
                let (left, top) = (Int(fromX.rounded(.down)), Int(fromY.rounded(.down)))
                guard left >= 0, top >= 0, left + 1 < width, top + 1 < height else { continue }
                let (partX, partY) = (fromX - Double(left), fromY - Double(top))
                let upper = mixed(left, top, partX)
                let lower = mixed(left, top + 1, partX)
                result.points[y * width + x] = UInt8(upper + (lower - upper) * partY)
            }
        }
        return result
    }

    private func mixed(_ x: Int, _ y: Int, _ part: Double) -> Double {
        let (a, b) = (Double(points[y * width + x]), Double(points[y * width + x + 1]))
        return a + (b - a) * part
    }

    /// With grain: each point lighter or darker by up to so much.
    func noisy(_ most: Int, seed: UInt64) -> TestPicture {
        var random = SeededGenerator(seed: seed)
        var result = self
        for index in points.indices {
            let moved = Int(points[index]) + Int.random(in: -most...most, using: &random)
            result.points[index] = UInt8(min(max(moved, 0), 255))
        }
        return result
    }

    /// Half as many dots an inch.
    func halved() -> TestPicture {
        var result = TestPicture(width: width / 2, height: height / 2)
        for y in 0..<result.height {
            for x in 0..<result.width {
                let place = 2 * y * width + 2 * x
                let sum = [place, place + 1, place + width, place + width + 1].reduce(0) { $0 + Int(points[$1]) }
                result.points[y * result.width + x] = UInt8(sum / 4)
            }
        }
        return result
    }

    func upperQuarter() -> TestPicture {
        var result = TestPicture(width: width, height: height / 4)
        result.points = Array(points.prefix(result.points.count))
        return result
    }

    /// Turned to the right by a quarter.
    func turned() -> TestPicture {
        var result = TestPicture(width: height, height: width)
        for y in 0..<height {
            for x in 0..<width { result.points[x * height + (height - 1 - y)] = points[y * width + x] }
        }
        return result
    }
}
