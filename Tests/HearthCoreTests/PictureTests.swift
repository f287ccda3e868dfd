import Foundation
import HearthCore
import Testing

@Suite("Pictures in messages: what their head says")
struct PictureTests {
    private func png(_ width: UInt32, _ height: UInt32) -> Picture {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        for number in [width, height] { bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
        return Picture(Data(bytes + [8, 2, 0, 0, 0, 0, 0, 0, 0]))
    }

    /// A head of a JPEG whose Exif says how a camera was held, in either order of bytes.
    private func jpeg(orientation: UInt8, isLittle: Bool) -> Picture {
        let tiff: [UInt8] =
            isLittle
            ? [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
            : [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let exif = Array("Exif".utf8) + [0, 0] + tiff
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
        bytes += [0xFF, 0xC2, 0, 11, 8, 0x01, 0x02, 0x03, 0x04, 1, 1, 0x11, 0, 0xFF, 0xDA]
        return Picture(Data(bytes))
    }

    @Test func `Kind and size are read from PNG and JPEG`() {
        let head = png(640, 488).head
        #expect(head?.kind == .png && head?.width == 640 && head?.height == 488 && head?.orientation == 1)
        #expect(png(640, 488).fault == nil)
        for isLittle in [false, true] {
            let head = jpeg(orientation: 6, isLittle: isLittle).head
            #expect(head?.kind == .jpeg && head?.width == 0x0304 && head?.height == 0x0102)
            #expect(head?.orientation == 6)
        }
        #expect(jpeg(orientation: 9, isLittle: false).head?.orientation == 1)
    }

    @Test func `The size holds in a slice of more bytes as well`() {
        let whole = Data([1, 2, 3]) + png(7, 9).bytes
        let head = Picture(whole.dropFirst(3)).head
        #expect(head?.width == 7 && head?.height == 9)
    }

    @Test func `What is none, or too large, says what to do`() {
        for bytes in [Data(), Data("hello".utf8), Data([0xFF, 0xD8, 0xFF]), Data(png(4, 4).bytes.prefix(18))] {
            #expect(Picture(bytes).fault?.contains("PNG or JPEG") == true)
        }
        #expect(png(0, 5).fault != nil && png(70_000, 1).fault != nil)
        #expect(png(60_000, 60_000).fault?.contains("million") == true)
        #expect(Picture(Data(count: Picture.mostBytes + 1)).fault?.contains("MB") == true)
    }

    @Test func `A segment without an end, or of no length, ends the search`() {
        #expect(Picture(Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xC0])).head == nil)
        #expect(Picture(Data([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 100_000))).head == nil)
    }

    @Test func `Fill bytes before the frame are passed over, and not without end`() {
        let head = jpeg(orientation: 1, isLittle: false).bytes
        func filled(_ count: Int) -> Picture {
            Picture(head.prefix(2) + Data(repeating: 0xFF, count: count) + head.dropFirst(2))
        }
        #expect(filled(100).head?.width == 0x0304)
        #expect(filled(10_000).head == nil)
    }

    @Test func `A message with none is written down as before there were any`() throws {
        let plain = try JSONEncoder().encode(Message(.user, "hi", pictures: []))
        #expect(!String(decoding: plain, as: UTF8.self).contains("pictures"))
        let shown = Message(.user, "hi", pictures: [png(1, 1)])
        #expect(try JSONDecoder().decode(Message.self, from: JSONEncoder().encode(shown)) == shown)
        #expect(ModelRequest(task: .chat, messages: [shown]).hasPictures)
    }
}
