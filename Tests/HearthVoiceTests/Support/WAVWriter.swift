import Foundation

/// Writes WAV files, sound or with the faults that a test wants.
struct WAVWriter {
    var channels = 1
    var rate = 16_000
    var bits = 16
    var tag = 1
    /// What the header shall say, where that is not the truth.
    var declaredDataBytes: UInt32?
    var blockAlign: UInt16?
    var extraChunks: [(String, [UInt8])] = []

    func bytes(_ data: [UInt8]) -> [UInt8] {
        var body = Array("WAVE".utf8)
        func number16(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
        func number32(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
        let align = Int(blockAlign ?? UInt16(channels * bits / 8))
        body += Array("fmt ".utf8) + number32(16) + number16(tag) + number16(channels) + number32(UInt32(rate))
        body += number32(UInt32(rate * align)) + number16(align) + number16(bits)
        for (name, contents) in extraChunks {
            body += Array(name.utf8) + number32(UInt32(contents.count)) + contents
            if contents.count % 2 == 1 { body.append(0) }
        }
        body += Array("data".utf8) + number32(declaredDataBytes ?? UInt32(data.count)) + data
        return Array("RIFF".utf8) + number32(UInt32(body.count)) + body
    }

    /// 16-bit samples; `samples` are interleaved.
    func file(_ samples: [Float]) -> [UInt8] {
        var data: [UInt8] = []
        data.reserveCapacity(samples.count * 2)
        for sample in samples {
            let value = UInt16(bitPattern: Int16(min(max(sample, -1), 1) * 32_767))
            data.append(UInt8(value & 255))
            data.append(UInt8(value >> 8))
        }
        return bytes(data)
    }

    static func write(_ samples: [Float], to url: URL, _ writer: WAVWriter = WAVWriter()) throws {
        try Data(writer.file(samples)).write(to: url)
    }
}
