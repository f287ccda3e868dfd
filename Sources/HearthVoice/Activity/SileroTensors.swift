/// The numbers in a file of ggml's format for Silero VAD, by their names.
///
/// The file is one whose hash is known (``SileroFile``); what is checked here keeps a file of another network from being
/// taken for this one.
struct SileroTensors {
    private static let magic: UInt32 = 0x6767_6D6C
    private static let prefix = "_model."

    private let bytes: [UInt8]
    /// Where each tensor is, and whether its numbers are of 16 bits.
    private var places: [String: (offset: Int, count: Int, isHalf: Bool)] = [:]

    init(_ bytes: [UInt8]) throws {
        self.bytes = bytes
        var position = 0
        func number() throws -> Int {
            guard position + 4 <= bytes.count else { throw Self.damaged }
            defer { position += 4 }
            return Int(bytes.littleEndian32(at: position))
        }
        func text(_ length: Int) throws -> String {
            guard length <= bytes.count - position else { throw Self.damaged }
            defer { position += length }
            return String(decoding: bytes[position..<(position + length)], as: UTF8.self)
        }
        guard try number() == Int(Self.magic), try text(try number()) == "silero-16k" else { throw Self.damaged }
        // The version, then what a frame is.
        for _ in 0..<3 { _ = try number() }
        guard try number() == SileroNetwork.frame else { throw Self.damaged }
        _ = try number()
        let layers = try number()
        guard layers == SileroNetwork.convolutions.count else { throw Self.damaged }
        for _ in 0..<(3 * layers + 4) { _ = try number() }
        while position < bytes.count {
            let (dimensions, length, type) = (try number(), try number(), try number())
            guard dimensions <= 4, type <= 1 else { throw Self.damaged }
            var count = 1
            for _ in 0..<dimensions {
                let (product, overflow) = count.multipliedReportingOverflow(by: try number())
                guard !overflow, product <= bytes.count else { throw Self.damaged }
                count = product
            }
            let name = try text(length)
            let size = count * (type == 1 ? 2 : 4)
            guard size <= bytes.count - position else { throw Self.damaged }
            places[name] = (position, count, type == 1)
            position += size
        }
    }

    /// The numbers of a tensor, in the file's order.
    func floats(_ name: String, count: Int) throws -> [Float] {
        guard let place = places[Self.prefix + name] ?? places[name], place.count == count else { throw Self.damaged }
        return (0..<count).map { index in
            place.isHalf
                ? Self.float(half: bytes.littleEndian16(at: place.offset + 2 * index))
                : Float(bitPattern: bytes.littleEndian32(at: place.offset + 4 * index))
        }
    }

    /// The value of a number of 16 bits (IEEE 754, binary16) that is finite.
    private static func float(half: UInt16) -> Float {
        // Its exponent and fraction in a Float's places are too small by 2^112; this is right for the smallest ones too.
        let size = Float(bitPattern: UInt32(half & 0x7FFF) << 13) * 0x1p112
        return half & 0x8000 == 0 ? size : -size
    }

    private static let damaged = VoiceError(
        .modelDamaged, "The voice activity model is damaged, or is another network. Fetch it again.")
}
