import Foundation
import HearthCore
import HearthSystem

/// Reads a WAV file, a piece at a time.
struct WAVSource: AudioSource {
    let name: String
    let file: OpenFile
    let header: WAVHeader
    let layout: ChannelLayout
    let limits: AudioLimits

    func produce(into channel: BoundedChannel<AudioChunk>) async throws -> AudioReport {
        let reader = try WAVReader(file, header, layout, limits)
        while let chunks = await reader.next() {
            try Task.checkCancellation()
            for chunk in chunks { try await channel.send(chunk) }
        }
        return await reader.report
    }
}

/// Reads and decodes on a thread of its own: a disk may be slow, or behind a network.
private actor WAVReader {
    private let executor = ThreadExecutor(name: "hearth.audio.read")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Bytes that are read at once.
    private static let block = 1 << 16

    private let file: OpenFile
    private let header: WAVHeader
    private var splitter: ChannelSplitter
    private var decoder: SampleDecoder
    /// Bytes that were not read yet.
    private var left: Int
    private var isFinished = false

    init(_ file: OpenFile, _ header: WAVHeader, _ layout: ChannelLayout, _ limits: AudioLimits) throws {
        guard
            let splitter = ChannelSplitter(
                channels: header.channels, rate: header.sampleRate, layout: layout, limits: limits)
        else { throw VoiceError(.badOption, "The recording's channels cannot be kept apart.") }
        self.file = file
        self.header = header
        self.splitter = splitter
        decoder = SampleDecoder(header.encoding)
        left = header.dataBytes
    }

    /// What the next bytes hold, which may be no whole chunk yet; `nil` at the end.
    func next() -> [AudioChunk]? {
        guard !isFinished else { return nil }
        let start = header.dataOffset + header.dataBytes - left
        guard left > 0, !splitter.isCut,
            let bytes = try? file.bytes(from: start, count: min(left, Self.block)), !bytes.isEmpty
        else {
            isFinished = true
            return splitter.finish()
        }
        left -= bytes.count
        var samples: [Float] = []
        decoder.decode(bytes, into: &samples)
        return splitter.feed(samples)
    }

    var report: AudioReport {
        let duration = AudioFormat.seconds(splitter.position)
        return AudioReport(
            duration: duration, declaredDuration: header.declaredDuration,
            warnings: AudioWarnings.of(
                duration: duration, declared: header.declaredDuration, tolerance: 0.01, repaired: decoder.repaired,
                isCut: splitter.isCut))
    }
}

/// What there is to say about a recording that was not read as it claims to be.
enum AudioWarnings {
    /// - Parameter tolerance: Seconds that may be missing without a word.
    static func of(
        duration: Double, declared: Double?, tolerance: Double, repaired: Int, isCut: Bool
    ) -> [ExtractionWarning] {
        var warnings: [ExtractionWarning] = []
        if isCut {
            warnings.append(
                ExtractionWarning(.truncated, "Only the first \(seconds(duration)) were read; the recording is longer.")
            )
        } else if let declared, declared - duration > tolerance {
            warnings.append(
                ExtractionWarning(
                    .truncated,
                    "The file is cut off: it should last \(seconds(declared)), and holds \(seconds(duration))."))
        }
        if repaired > 0 {
            warnings.append(
                ExtractionWarning(.damaged, "\(repaired) samples were no numbers; they were taken for silence."))
        }
        return warnings
    }

    static func seconds(_ time: Double) -> String {
        let whole = Int(min(max(time, 0), 1e9))
        return whole < 60
            ? "\((time * 100).rounded() / 100) s" : "\(whole / 3600) h \(whole / 60 % 60) min \(whole % 60) s"
    }
}

/// What stands before the samples of a WAV file (RIFF, RF64 or BW64).
///
/// After "Multimedia Programming Interface and Data Specifications 1.0" (IBM and Microsoft, 1991), Microsoft's
/// WAVEFORMATEXTENSIBLE, and ITU-R BS.2088 for the 64-bit sizes.
struct WAVHeader: Equatable {
    enum Encoding: Equatable {
        case unsigned8
        case signed16
        case signed24
        case signed32
        case float32
        case float64

        var bytes: Int {
            switch self {
            case .unsigned8: 1
            case .signed16: 2
            case .signed24: 3
            case .signed32, .float32: 4
            case .float64: 8
            }
        }
    }

    var encoding: Encoding
    var channels: Int
    var sampleRate: Int
    /// Where the samples begin in the file.
    var dataOffset: Int
    /// Bytes of samples that are there, whole frames only.
    var dataBytes: Int
    /// Bytes of samples that the header promises; `nil` where it was written before the end was known.
    var declaredBytes: Int?

    var frameBytes: Int { encoding.bytes * channels }
    var duration: Double { Double(dataBytes / frameBytes) / Double(sampleRate) }
    var declaredDuration: Double? { declaredBytes.map { Double($0 / frameBytes) / Double(sampleRate) } }

    static let sampleRates = 1_000...768_000
    static let channelCounts = 1...64
    private static let maximumChunks = 1_000

    /// Whether a file begins like a WAV file.
    static func hasSignature(_ bytes: some Collection<UInt8>) -> Bool {
        let head = Array(bytes.prefix(12))
        guard head.count == 12, Array("WAVE".utf8).elementsEqual(head[8..<12]) else { return false }
        return ["RIFF", "RF64", "BW64"].contains { Array($0.utf8).elementsEqual(head[0..<4]) }
    }

    /// Reads the header.
    ///
    /// - Returns: `nil` for a sound format inside that is not plain samples; ffmpeg may know it.
    /// - Throws: ``VoiceError`` `damaged-audio` or `empty-audio`.
    static func read(_ file: FileHandle, size: Int) throws -> WAVHeader? {
        var format: [UInt8]?
        var longData: Int?
        var position = 12
        for _ in 0..<maximumChunks {
            try file.seek(toOffset: UInt64(position))
            guard let head = try file.read(upToCount: 8).map(Array.init), head.count == 8 else { break }
            let declared = Int(head.littleEndian32(at: 4))
            let body = position + 8
            switch String(decoding: head[0..<4], as: UTF8.self) {
            case "fmt ":
                guard declared >= 16 else { throw damaged("its description of the sound is too short") }
                format = try file.read(upToCount: min(declared, 64)).map(Array.init)
            case "ds64":
                if let sizes = try file.read(upToCount: 16).map(Array.init), sizes.count == 16 {
                    longData = Int(exactly: sizes.littleEndian64(at: 8)) ?? Int.max
                }
            case "data":
                guard let format, format.count >= 16 else { throw damaged("it does not say what its samples are") }
                let isLong = declared == 0xFFFF_FFFF
                return try header(format, declared: isLong ? longData : declared, offset: body, size: size)
            default: break
            }
            // Chunks begin at even offsets.
            position = body + declared + declared % 2
            if position >= size { break }
        }
        throw damaged("it holds no samples")
    }

    private static func header(_ format: [UInt8], declared: Int?, offset: Int, size: Int) throws -> WAVHeader? {
        var tag = Int(format.littleEndian16(at: 0))
        let channels = Int(format.littleEndian16(at: 2))
        let rate = Int(format.littleEndian32(at: 4))
        let block = Int(format.littleEndian16(at: 12))
        let bits = Int(format.littleEndian16(at: 14))
        if tag == 0xFFFE, format.count >= 26 { tag = Int(format.littleEndian16(at: 24)) }
        guard channelCounts.contains(channels) else { throw damaged("it claims to have \(channels) channels") }
        guard sampleRates.contains(rate) else { throw damaged("it claims \(rate) samples a second") }
        let encoding: Encoding
        switch (tag, bits) {
        case (1, 1...8): encoding = .unsigned8
        case (1, 9...16): encoding = .signed16
        case (1, 17...24): encoding = .signed24
        case (1, 25...32): encoding = .signed32
        case (3, 32): encoding = .float32
        case (3, 64): encoding = .float64
        default: return nil
        }
        let frame = encoding.bytes * channels
        guard block == frame else { throw damaged("its frames of \(block) bytes do not fit \(channels) channels") }
        let available = max(0, size - offset)
        // Written as 0 or as "all ones" by programs that could not go back to fill it in.
        let promised = declared.flatMap { $0 == 0 || $0 >= 0x7FFF_F000 && $0 > available ? nil : $0 }
        let bytes = min(available, promised ?? available) / frame * frame
        guard bytes > 0 else { throw VoiceError(.empty, "The recording has no samples.") }
        return WAVHeader(
            encoding: encoding, channels: channels, sampleRate: rate, dataOffset: offset, dataBytes: bytes,
            declaredBytes: promised)
    }

    private static func damaged(_ what: String) -> VoiceError {
        VoiceError(.damaged, "The WAV file is damaged: \(what). Export the recording again.")
    }
}

extension Array where Element == UInt8 {
    /// The caller has checked that the bytes are there.
    func littleEndian16(at index: Int) -> UInt16 { UInt16(self[index]) | UInt16(self[index + 1]) << 8 }

    func littleEndian32(at index: Int) -> UInt32 {
        UInt32(littleEndian16(at: index)) | UInt32(littleEndian16(at: index + 2)) << 16
    }

    func littleEndian64(at index: Int) -> UInt64 {
        UInt64(littleEndian32(at: index)) | UInt64(littleEndian32(at: index + 4)) << 32
    }
}
