import Crypto
import Foundation
import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The form of a prompt state on the disk, and the reading of one.
///
/// ```
/// magic 8 | salt 32 | bytes of the sealed head 8 | bytes of the state 8 | sealed head | sealed chunks of 1 MiB
/// ```
///
/// Every file has a key of its own, derived from the folder's key and the salt, so a chunk's number serves as its nonce and no
/// nonce is ever used twice. Each chunk is AES-256-GCM over its bytes with the clear part of the file, its number and the
/// file's name as associated data: a chunk cannot be changed, moved, left out or taken from another file. Chunks let the head
/// be read alone, which tells whether the rest is worth reading.
struct SealedStateFile {
    struct Head: Codable {
        var identity: String
        var tokens: [Int32]
    }

    let head: Head
    private let sealed: Data
    private let chunksStart: Int
    private let byteCount: Int
    private let key: SymmetricKey
    private let frame: Data

    private static let magic = Array("HRTHPST1".utf8)
    private static let saltCount = 32
    private static let clearCount = 8 + saltCount + 16
    private static let chunkCount = 1 << 20
    private static let tagCount = 16
    /// Far more tokens than any window holds, written as decimal numbers.
    private static let maximumHead = 64 << 20

    private struct Damaged: Error {}

    /// Reads and checks the head. Throws when the file is not there, is damaged, or is another conversation's.
    init(opening file: URL, key: SymmetricKey, name: String) throws {
        // Mapped, so that only what is looked at is read.
        sealed = try Data(contentsOf: file, options: .alwaysMapped)
        guard sealed.count >= Self.clearCount, sealed.prefix(8).elementsEqual(Self.magic) else { throw Damaged() }
        let clear = Data(sealed.prefix(Self.clearCount))
        let headCount = Self.number(clear, 8 + Self.saltCount)
        let byteCount = Self.number(clear, 16 + Self.saltCount)
        guard let headCount, let byteCount, headCount >= Self.tagCount, headCount <= Self.maximumHead,
            sealed.count - Self.clearCount >= headCount
        else { throw Damaged() }
        self.byteCount = byteCount
        chunksStart = Self.clearCount + headCount
        self.key = Self.fileKey(key, salt: clear[8..<8 + Self.saltCount])
        frame = clear + Data(name.utf8)
        let opened = try Self.open(
            sealed[Self.clearCount..<chunksStart], number: 0, key: self.key, frame: frame)
        head = try JSONDecoder().decode(Head.self, from: opened)
    }

    /// The state's bytes; `nil` when any of them is not what was written.
    func data(limit: Int) -> [UInt8]? {
        // The count is in the clear, so it can be anything.
        guard byteCount <= min(limit, sealed.count) else { return nil }
        let chunks = (byteCount + Self.chunkCount - 1) / Self.chunkCount
        guard sealed.count == chunksStart + byteCount + chunks * Self.tagCount else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(byteCount)
        var start = chunksStart
        for number in 0..<chunks {
            let end = min(sealed.count, start + Self.chunkCount + Self.tagCount)
            guard
                let chunk = try? Self.open(
                    sealed[start..<end], number: UInt64(number) + 1, key: key, frame: frame)
            else { return nil }
            result += chunk
            start = end
        }
        return result
    }

    /// Writes a new file. It is not forced onto the disk: a state that a power cut damages fails its check and is made again.
    static func create(_ state: PromptState, at file: URL, key: SymmetricKey, name: String) throws {
        let salt = Secret.random(count: saltCount).exposedBytes()
        let own = fileKey(key, salt: Data(salt))
        let head = try JSONEncoder().encode(Head(identity: state.identity, tokens: state.tokens))
        var clear = Data(magic + salt)
        for count in [head.count + tagCount, state.data.count] {
            withUnsafeBytes(of: UInt64(count).littleEndian) { clear.append(contentsOf: $0) }
        }
        let frame = clear + Data(name.utf8)
        let descriptor = Platform.open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError.system("The prompt state could not be written", errno) }
        defer { Platform.close(descriptor) }
        try append(clear, to: descriptor)
        try append(try seal(head, number: 0, key: own, frame: frame), to: descriptor)
        var number: UInt64 = 1
        for start in stride(from: 0, to: state.data.count, by: chunkCount) {
            let chunk = state.data[start..<min(start + chunkCount, state.data.count)]
            try append(try seal(chunk, number: number, key: own, frame: frame), to: descriptor)
            number += 1
        }
    }

    // MARK: -

    private static func fileKey(_ key: SymmetricKey, salt: Data) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: salt, info: Data("hearth prompt state 1".utf8), outputByteCount: 32)
    }

    private static func nonce(_ number: UInt64) throws -> AES.GCM.Nonce {
        var bytes = [UInt8](repeating: 0, count: 4)
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        return try AES.GCM.Nonce(data: bytes)
    }

    private static func associated(_ frame: Data, _ number: UInt64) -> Data {
        var data = frame
        withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        return data
    }

    private static func seal(
        _ bytes: some DataProtocol, number: UInt64, key: SymmetricKey, frame: Data
    ) throws -> Data {
        let box = try AES.GCM.seal(
            bytes, using: key, nonce: try nonce(number), authenticating: associated(frame, number))
        return box.ciphertext + box.tag
    }

    private static func open(_ bytes: Data, number: UInt64, key: SymmetricKey, frame: Data) throws -> Data {
        guard bytes.count >= tagCount else { throw Damaged() }
        let box = try AES.GCM.SealedBox(
            nonce: try nonce(number), ciphertext: bytes.dropLast(tagCount), tag: bytes.suffix(tagCount))
        return try AES.GCM.open(box, using: key, authenticating: associated(frame, number))
    }

    private static func number(_ data: Data, _ offset: Int) -> Int? {
        let value = data.dropFirst(offset).prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    private static func append(_ data: Data, to descriptor: Int32) throws {
        let isWhole = data.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = UnsafeRawBufferPointer(rebasing: rest).withMemoryRebound(to: UInt8.self) {
                    write(descriptor, $0.baseAddress, $0.count)
                }
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        guard isWhole else { throw StoreError.system("The prompt state could not be written", errno) }
    }
}
