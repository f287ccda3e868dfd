import Crypto
public import Foundation
import HearthCore

/// A file with a recognizer's weights, and what is known about it.
public struct SpeechModelFile: Sendable, Hashable {
    /// Names the weights: `whisper-base`.
    public var id: String
    public var path: String
    /// What the file must measure and hash to; `nil` where nobody knows.
    public var bytes: Int?
    public var sha256: String?

    public init(id: String, path: String, bytes: Int? = nil, sha256: String? = nil) {
        self.id = id
        self.path = path
        self.bytes = bytes
        self.sha256 = sha256
    }

    /// Compares the file with what is known about it.
    ///
    /// - Throws: ``VoiceError`` `speech-model-missing` or `speech-model-damaged`; `CancellationError`.
    package func check() throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw VoiceError(
                .modelMissing,
                "The speech model \(id) is not at \(path). Check the path.", help: [.see(.models)])
        }
        defer { try? file.close() }
        let size = Int(try file.seekToEnd())
        if let bytes, bytes != size {
            let fault: ModelFileFault =
                size < bytes
                ? .cutOff(has: size, needs: bytes) : .damaged("it has \(size) bytes, and should have \(bytes)")
            throw VoiceError(.modelDamaged, fault.sentence(of: path), help: [.fetchModel(id: id)])
        }
        guard let sha256 else { return }
        try file.seek(toOffset: 0)
        var hash = SHA256()
        while let block = try file.read(upToCount: 1 << 20), !block.isEmpty {
            try Task.checkCancellation()
            hash.update(data: block)
        }
        guard hash.finalize().hexadecimal == sha256.lowercased() else {
            throw VoiceError(
                .modelDamaged,
                "The speech model \(path) is not the one that was published.", help: [.fetchModel(id: id)])
        }
    }

    /// Whether it can put speech into English, by its header.
    ///
    /// - Throws: ``VoiceError`` `speech-model-missing` or `speech-model-damaged`.
    package func translates() throws -> Bool { try WhisperModelFile.check(path).canTranslate }

    /// The same; `false` too where the file cannot be read, which whoever loads it is told.
    public var canTranslate: Bool { (try? translates()) ?? false }

    static func hash(of data: Data) -> String { SHA256.hash(data: data).hexadecimal }
}

/// Knows where speech models are. The model registry is one; a folder is the simplest.
public protocol SpeechModelLocator: Sendable {
    /// The model of this name, or the best that is installed where no name is given.
    ///
    /// - Returns: `nil` when it is not installed.
    func speechModel(named id: String?) throws -> SpeechModelFile?

    /// The best that is installed of those that can put speech into English.
    ///
    /// - Returns: `nil` when there is none.
    func translatingModel() throws -> SpeechModelFile?
}

/// A folder with Whisper models under the names that they are published with: `ggml-base.bin` is `whisper-base`.
public struct SpeechModelFolder: SpeechModelLocator {
    private let folders: [URL]

    /// - Parameter folders: Searched in this order.
    public init(_ folders: [URL]) { self.folders = folders }

    /// From the one that hears best to the fastest, by their published error rates.
    private static let order = [
        "large-v3-turbo", "large-v3", "large-v2", "large-v1", "medium", "medium.en", "small", "small.en", "base",
        "base.en",
        "tiny", "tiny.en",
    ]

    public func speechModel(named id: String?) -> SpeechModelFile? {
        guard let id else { return known.first }
        guard !id.contains("/"), !id.contains("\0") else { return nil }
        let name = id.hasPrefix("whisper-") ? String(id.dropFirst("whisper-".count)) : id
        for folder in folders {
            let path = folder.appendingPathComponent("ggml-\(name).bin").path
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
                return SpeechModelFile(id: "whisper-\(name)", path: path)
            }
        }
        return nil
    }

    public func translatingModel() -> SpeechModelFile? { known.first(where: \.canTranslate) }

    /// Those with a name that is published, the best first.
    private var known: some Collection<SpeechModelFile> {
        Self.order.lazy.compactMap { speechModel(named: "whisper-" + $0) }
    }
}

extension VoiceError {
    /// There is no model to recognize speech with.
    ///
    /// - Parameters:
    ///   - id: The name that was asked for; `nil` where any would do.
    ///   - isListed: Whether the list of models has one of that name, so that it can be fetched.
    public static func noSpeechModel(_ id: String? = nil, isListed: Bool = true) -> VoiceError {
        let id = id ?? "whisper-base"
        return VoiceError(
            .modelMissing, "There is no speech model \(id) on this machine.",
            help: [isListed ? .fetchModel(id: id) : .see(.models)])
    }
}

// MARK: - Whisper's format

/// Looks through a Whisper model's file before the library does.
///
/// whisper.cpp takes a file that ends after its header for a model "for tests" and recognizes nothing with it, and believes
/// every length that a file names. Here each length is held against the file, and the last tensor must end where it does.
struct WhisperModelFile {
    /// What the model is, after its header.
    struct Shape: Equatable {
        var vocabulary: Int
        var audioLayers: Int
        var textLayers: Int
        var mels: Int

        /// Models for English alone have one token less (whisper.cpp, `is_multilingual`).
        var isMultilingual: Bool { vocabulary >= 51_865 }
        /// Models that were made quicker have an eighth of the decoder's layers or less ("turbo", distilled ones), and were
        /// trained to write down alone.
        var canTranslate: Bool { isMultilingual && textLayers * 4 >= audioLayers }
        /// Tensors that whisper.cpp expects: 11 of the whole, 15 for each layer of the encoder, 24 of the decoder.
        var tensors: Int { 11 + 15 * audioLayers + 24 * textLayers }
    }

    private static let magic: UInt32 = 0x6767_6D6C
    /// Header, mel filters and vocabulary take less than a megabyte.
    private static let headBytes = 8 << 20
    /// Elements in a block, and bytes of a block, by the number of ggml's type.
    private static let types: [UInt32: (elements: Int, bytes: Int)] = [
        0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 10: (256, 84),
        11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 30: (1, 2),
    ]

    private let path: String
    private let bytes: [UInt8]
    private var position = 0

    /// - Throws: ``VoiceError`` `speech-model-missing` or `speech-model-damaged`.
    static func check(_ path: String) throws -> Shape {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw VoiceError(.modelMissing, "There is no speech model at \(path). Check the path.")
        }
        defer { try? file.close() }
        return try check(file, path)
    }

    /// - Parameter path: What the file is called in an error.
    static func check(_ file: FileHandle, _ path: String) throws -> Shape {
        let size = Int(try file.seekToEnd())
        try file.seek(toOffset: 0)
        let head = try file.read(upToCount: headBytes).map(Array.init) ?? []
        var reader = WhisperModelFile(path: path, bytes: head)
        let shape = try reader.shape()
        try reader.tensors(of: shape, in: file, size: size)
        return shape
    }

    private init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    private mutating func shape() throws -> Shape {
        guard try number() == Self.magic else {
            throw VoiceError(
                .modelDamaged,
                "\(path) is no Whisper model in ggml's format. Files for whisper.cpp begin with \"ggml-\".")
        }
        var fields: [Int] = []
        for _ in 0..<11 { fields.append(Int(try number())) }
        let limits = [
            50_000...60_000, 1...3_000, 1...8_192, 1...256, 1...128, 1...4_096, 1...8_192, 1...256, 1...128, 1...256,
        ]
        for (field, limit) in zip(fields, limits) where !limit.contains(field) {
            throw damaged("its header holds the impossible number \(field)")
        }
        // The library would end the process at the first clip: its code for processors has no such convolution.
        guard fields[10] % 1_000 != 0 else {
            throw VoiceError(
                .modelDamaged,
                "\(path) holds weights of 32 bits, which whisper.cpp cannot run. Choose a model of 16 bits.")
        }
        let shape = Shape(vocabulary: fields[0], audioLayers: fields[4], textLayers: fields[8], mels: fields[9])
        let (rows, columns) = (Int(try number()), Int(try number()))
        guard rows == shape.mels, (1...1_024).contains(columns) else { throw damaged("its mel filters do not fit it") }
        try skip(rows * columns * 4)
        let words = Int(try number())
        guard (1...shape.vocabulary).contains(words) else { throw damaged("its vocabulary does not fit it") }
        for _ in 0..<words {
            let length = Int(try number())
            guard length <= 4_096 else { throw damaged("a word of its vocabulary is too long") }
            try skip(length)
        }
        return shape
    }

    private func tensors(of shape: Shape, in file: FileHandle, size: Int) throws {
        var next = position
        var count = 0
        while next < size {
            try file.seek(toOffset: UInt64(next))
            guard let head = try file.read(upToCount: 28).map(Array.init), head.count >= 12 else { throw cut(size) }
            let (dimensions, length) = (Int(head.littleEndian32(at: 0)), Int(head.littleEndian32(at: 4)))
            guard (1...3).contains(dimensions), (1...256).contains(length) else {
                throw damaged("tensor \(count + 1) is none")
            }
            guard let type = Self.types[head.littleEndian32(at: 8)] else {
                throw damaged("tensor \(count + 1) has a type that is not known")
            }
            guard head.count >= 12 + 4 * dimensions else { throw cut(size) }
            var elements = 1
            for index in 0..<dimensions {
                let extent = Int(head.littleEndian32(at: 12 + 4 * index))
                let (product, overflow) = elements.multipliedReportingOverflow(by: extent)
                guard extent > 0, !overflow, product <= 1 << 40 else {
                    throw damaged("tensor \(count + 1) is too large")
                }
                elements = product
            }
            guard elements % type.elements == 0 else { throw damaged("tensor \(count + 1) has a broken block") }
            next += 12 + 4 * dimensions + length + elements / type.elements * type.bytes
            count += 1
            // Or a large file of tiny tensors would be walked through for minutes.
            guard count <= shape.tensors else { throw damaged("it has more than \(shape.tensors) tensors") }
        }
        guard next == size else { throw cut(size) }
        guard count > 0 else { throw damaged("it ends after its header, without weights") }
        guard count == shape.tensors else { throw damaged("it has \(count) tensors of \(shape.tensors)") }
    }

    private mutating func number() throws -> UInt32 {
        guard position + 4 <= bytes.count else { throw damaged("it ends within its header") }
        defer { position += 4 }
        return bytes.littleEndian32(at: position)
    }

    private mutating func skip(_ count: Int) throws {
        guard count <= bytes.count - position else { throw damaged("it ends within its header") }
        position += count
    }

    private func cut(_ size: Int) -> VoiceError { faulty(.cutOff(has: size, needs: nil)) }

    private func damaged(_ what: String) -> VoiceError { faulty(.damaged(what)) }

    /// In the words in which the list of models says it.
    private func faulty(_ fault: ModelFileFault) -> VoiceError {
        VoiceError(.modelDamaged, fault.sentence(of: path))
    }
}
