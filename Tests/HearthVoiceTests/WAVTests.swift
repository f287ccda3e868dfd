import Foundation
import HearthCore
import HearthTesting
import Testing

@testable import HearthVoice

@Suite struct WAVTests {
    @Test(arguments: [(1, 8), (1, 16), (1, 24), (1, 32), (3, 32), (3, 64)])
    func readsEverySampleFormat(tag: Int, bits: Int) async throws {
        let values: [Double] = (0..<1_000).map { Foundation.sin(Double($0) / 20) * 0.8 }
        var data: [UInt8] = []
        for value in values {
            switch (tag, bits) {
            case (1, 8): data.append(UInt8(128 + value * 127))
            case (1, 16): withUnsafeBytes(of: Int16(value * 32_767).littleEndian) { data += $0 }
            case (1, 24): withUnsafeBytes(of: Int32(value * 8_388_607).littleEndian) { data += $0.prefix(3) }
            case (1, 32): withUnsafeBytes(of: Int32(value * 2_147_483_647).littleEndian) { data += $0 }
            case (3, 32): withUnsafeBytes(of: Float(value).bitPattern.littleEndian) { data += $0 }
            default: withUnsafeBytes(of: value.bitPattern.littleEndian) { data += $0 }
            }
        }
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("a.wav")
            // An odd chunk before the samples is skipped with its filling byte.
            let writer = WAVWriter(bits: bits, tag: tag, extraChunks: [("LIST", [1, 2, 3])])
            try Data(writer.bytes(data)).write(to: file)
            let samples = try await TestFiles.samples(AudioFile.open(file.path))
            #expect(samples.count == values.count)
            let tolerance: Float = bits == 8 ? 0.02 : 0.001
            #expect(zip(samples, values).allSatisfy { abs($0 - Float($1)) <= tolerance })
        }
    }

    @Test func mixesChannelsOrKeepsThemApart() async throws {
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("stereo.wav")
            let interleaved = (0..<20_000).flatMap { _ in [Float(0.5), Float(-0.25)] }
            try WAVWriter.write(interleaved, to: file, WAVWriter(channels: 2))
            let mixed = try await TestFiles.samples(AudioFile.open(file.path))
            #expect(mixed.count == 20_000 && mixed.allSatisfy { abs($0 - 0.125) < 0.001 })
            var apart: [Int: [Float]] = [:]
            let recording = try await AudioFile.open(file.path, layout: .separate)
            for try await chunk in recording.chunks() {
                #expect(chunk.start == apart[chunk.channel, default: []].count)
                apart[chunk.channel, default: []] += chunk.samples
            }
            #expect(apart[0]?.count == 20_000 && apart[0]?.allSatisfy { abs($0 - 0.5) < 0.001 } == true)
            #expect(apart[1]?.count == 20_000 && apart[1]?.allSatisfy { abs($0 + 0.25) < 0.001 } == true)
        }
    }

    @Test(arguments: [8_000, 11_025, 22_050, 44_100, 48_000])
    func changesTheRateWithoutChangingTheSound(rate: Int) async throws {
        let seconds = 0.5
        let tone = { (rate: Int, count: Int) in
            (0..<count).map { Float(Foundation.sin(2 * Double.pi * 440 * Double($0) / Double(rate)) * 0.5) }
        }
        try await TestFiles.withFolder { folder in
            let file = folder.appendingPathComponent("tone.wav")
            try WAVWriter.write(tone(rate, Int(Double(rate) * seconds)), to: file, WAVWriter(rate: rate))
            let samples = try await TestFiles.samples(AudioFile.open(file.path))
            let wanted = tone(16_000, 8_000)
            #expect(abs(samples.count - wanted.count) <= 2)
            // Away from the ends, where silence is taken to surround the sound.
            for index in 800..<7_200 { #expect(abs(samples[index] - wanted[index]) < 0.005, "sample \(index)") }
        }
    }

    @Test func removesWhatTheLowerRateCannotHold() throws {
        var resampler = try #require(Resampler(from: 48_000))
        // 12 kHz would come out as 4 kHz.
        var output: [Float] = []
        resampler.feed((0..<24_000).map { Float(sin(2 * Double.pi * 12_000 * Double($0) / 48_000)) }, into: &output)
        #expect(output[500..<7_000].allSatisfy { abs($0) < 0.001 })
    }

    @Test func givesTheSameWhateverThePieces() throws {
        var generator = SeededGenerator(seed: 1)
        let samples = (0..<5_000).map { _ in generator.sample() }
        var whole = try #require(Resampler(from: 44_100))
        var (a, b): ([Float], [Float]) = ([], [])
        whole.feed(samples, into: &a)
        var pieces = try #require(Resampler(from: 44_100))
        var start = 0
        while start < samples.count {
            let end = min(samples.count, start + 1 + Int(generator.next() % 97))
            pieces.feed(Array(samples[start..<end]), into: &b)
            start = end
        }
        #expect(a == b)
    }
}
