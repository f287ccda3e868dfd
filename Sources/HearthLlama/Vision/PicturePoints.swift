#if Llama
internal import CLlama
import Foundation
import HearthCore

/// A picture unpacked: its points from the upper left, row after row, three bytes each, upright.
///
/// What unpacks it is written in C (stb_image, for PNG and JPEG alone). It runs where the model runs: in a process that has no key, no
/// network and no other file, where models have processes of their own.
struct PicturePoints {
    private(set) var width: Int
    private(set) var height: Int
    private(set) var bytes: [UInt8]

    /// - Throws: ``LlamaError`` `unreadable-picture`.
    init(_ picture: Picture) throws {
        guard let head = picture.head else { throw LlamaError.undecodablePicture }
        var (width, height) = (Int32(0), Int32(0))
        let points = picture.bytes.withUnsafeBytes { bytes in
            hearth_picture_decode(
                bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, Picture.mostPoints, &width, &height)
        }
        guard let points else { throw LlamaError.undecodablePicture }
        defer { hearth_picture_free(points) }
        // What was judged by its head has to be what was unpacked.
        guard Int(width) == head.width, Int(height) == head.height else { throw LlamaError.undecodablePicture }
        self.width = Int(width)
        self.height = Int(height)
        bytes = Array(UnsafeBufferPointer(start: points, count: 3 * Int(width) * Int(height)))
        if head.orientation != 1 { turn(head.orientation) }
    }

    /// Points, for tests.
    init(width: Int, height: Int, bytes: [UInt8]) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    /// Two numbers that stand for the picture in this process.
    var name: [Int] {
        (0..<2).map { salt in
            var hasher = Hasher()
            hasher.combine(salt)
            hasher.combine(width)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
            return hasher.finalize()
        }
    }

    /// Puts upright what a camera stored as it was held (Exif 2.32, tag 274).
    mutating func turn(_ orientation: Int) {
        guard (2...8).contains(orientation) else { return }
        let (oldWidth, oldHeight) = (width, height)
        // From 5 on, rows are what columns were.
        if orientation >= 5 { (width, height) = (height, width) }
        let (newWidth, newHeight) = (width, height)
        let old = bytes
        bytes = [UInt8](unsafeUninitializedCapacity: old.count) { new, filled in
            var to = 0
            for y in 0..<newHeight {
                for x in 0..<newWidth {
                    let (fromX, fromY) =
                        switch orientation {
                        case 2: (oldWidth - 1 - x, y)
                        case 3: (oldWidth - 1 - x, oldHeight - 1 - y)
                        case 4: (x, oldHeight - 1 - y)
                        case 5: (y, x)
                        case 6: (y, oldHeight - 1 - x)
                        case 7: (oldWidth - 1 - y, oldHeight - 1 - x)
                        default: (oldWidth - 1 - y, x)
                        }
                    let from = 3 * (fromY * oldWidth + fromX)
                    for channel in 0..<3 { new[to + channel] = old[from + channel] }
                    to += 3
                }
            }
            filled = to
        }
    }
}
#endif
