import Foundation
import HearthCore
import Testing

@testable import HearthDocuments

/// Writes ZIP archives, sound or with the given faults.
struct ZipWriter {
    private(set) var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count = 0

    static func archive(_ entries: [(String, String)]) -> [UInt8] {
        var writer = ZipWriter()
        for (name, contents) in entries { writer.add(name, Array(contents.utf8)) }
        return writer.finish()
    }

    /// - Parameters:
    ///   - deflated: The compressed form of `contents`, when the entry is not to be stored.
    ///   - declaredSize: What the directory shall say.
    ///   - rawName: The bytes of its name, where they are not those of UTF-8.
    mutating func add(
        _ name: String, _ contents: [UInt8], deflated: [UInt8]? = nil, declaredSize: Int? = nil,
        isEncrypted: Bool = false, rawName: [UInt8]? = nil
    ) {
        let name = rawName ?? Array(name.utf8)
        let offset = bytes.count
        let data = deflated ?? contents
        let fields: [UInt8] =
            little16(isEncrypted ? 1 : 0) + little16(deflated == nil ? 0 : 8) + little32(0)
            + little32(Self.checksum(contents)) + little32(UInt32(data.count))
            + little32(UInt32(declaredSize ?? contents.count)) + little16(UInt16(name.count)) + little16(0)
        bytes += Array("PK\u{3}\u{4}".utf8) + little16(20) + fields + name + data
        directory +=
            Array("PK\u{1}\u{2}".utf8) + little16(20) + little16(20) + fields + little16(0) + little16(0) + little16(0)
            + little32(0) + little32(UInt32(offset)) + name
        count += 1
    }

    func finish(copiesOfDirectory copies: Int = 1) -> [UInt8] {
        let all = Array(repeatElement(directory, count: copies).joined())
        return bytes + all + Array("PK\u{5}\u{6}".utf8) + little32(0) + little16(UInt16(count * copies))
            + little16(UInt16(count * copies)) + little32(UInt32(all.count)) + little32(UInt32(bytes.count))
            + little16(0)
    }

    private func little16(_ value: UInt16) -> [UInt8] { [UInt8(truncatingIfNeeded: value), UInt8(value >> 8)] }

    private func little32(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    /// CRC-32, bit by bit: an implementation of its own, to check zlib's use against.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }

    /// Deflated zero bytes, by hand: a literal zero, then matches of 258 bytes at distance 1 in fixed Huffman codes.
    static func deflatedZeros(matches: Int) -> [UInt8] {
        var output: [UInt8] = []
        var buffer: UInt32 = 0
        var filled: UInt32 = 0
        func put(_ bits: UInt32, _ count: UInt32) {
            buffer |= bits << filled
            filled += count
            while filled >= 8 {
                output.append(UInt8(truncatingIfNeeded: buffer))
                buffer >>= 8
                filled -= 8
            }
        }
        put(0b011, 3)  // last block, fixed codes
        put(0b0000_1100, 8)  // literal 0: 00110000, first bit first
        for _ in 0..<matches {
            put(0b1010_0011, 8)  // length 258: 11000101
            put(0, 5)  // distance 1
        }
        put(0, 7)  // end of block
        put(0, 7)
        return output
    }
}

extension ExtractedDocument {
    /// The text of each block, checked to lie inside the document in order.
    func pieces(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
        checkSpans(sourceLocation: sourceLocation)
        return blocks.map { text.text(in: $0.span) ?? "<bad span>" }
    }

    /// Blocks lie in order, inside the text and on characters' borders, and cover all that is not white space.
    func checkSpans(sourceLocation: SourceLocation = #_sourceLocation) {
        let bytes = Array(text.utf8)
        var end = 0
        for block in blocks {
            guard block.span.start >= end, block.span.end <= bytes.count, block.span.start < block.span.end else {
                Issue.record("block \(block) lies wrong", sourceLocation: sourceLocation)
                return
            }
            #expect(!bytes[end..<block.span.start].contains { $0 > 0x20 && $0 < 0x7F }, sourceLocation: sourceLocation)
            #expect(bytes[block.span.start] & 0xC0 != 0x80, sourceLocation: sourceLocation)
            #expect(
                block.span.end == bytes.count || bytes[block.span.end] & 0xC0 != 0x80, sourceLocation: sourceLocation)
            end = block.span.end
        }
        #expect(!bytes[end...].contains { $0 > 0x20 && $0 < 0x7F }, sourceLocation: sourceLocation)
        for (index, page) in pages.enumerated() {
            #expect(page.number == index + 1 && page.span.end <= bytes.count, sourceLocation: sourceLocation)
        }
    }
}

/// Reads bytes with the public reader.
func read(_ bytes: [UInt8], _ name: String, format: DocumentFormat? = nil) async throws -> ExtractedDocument {
    try await DocumentReader().read(bytes, format: format, name: name)
}

func read(_ text: String, _ name: String) async throws -> ExtractedDocument { try await read(Array(text.utf8), name) }

/// The code of the error that reading ends with; `nil` when it succeeds.
func errorCode(_ bytes: [UInt8], _ name: String, format: DocumentFormat? = nil) async -> String? {
    do {
        _ = try await read(bytes, name, format: format)
        return nil
    } catch {
        return (error as? DocumentError)?.code ?? "\(error)"
    }
}
