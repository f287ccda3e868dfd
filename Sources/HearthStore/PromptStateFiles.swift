import Crypto
public import Foundation
public import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Prompt states as encrypted files, one a conversation.
///
/// A state holds the conversation's text as tokens and what the model made of it, so it is as private as the database. The
/// files are sealed (``SealedStateFile``) under keys derived from the database's; their names are keyed digests, so that a
/// folder listing shows no ids. They are a cache: not in backups, removed with the conversation and with everything, the
/// least recently used go first when they grow beyond ``Configuration/maximumTotalSize``.
///
/// A removal wins over a state that was begun before it, also when another program makes that: each removal writes another
/// mark into a file beside the folder, and a state is put in its place only while the mark is the one that it was begun under.
public struct PromptStateFiles: PromptStateStore {
    public struct Configuration: Hashable, Sendable {
        /// Bytes of one state. Default 1 GiB: 8,192 tokens of a model of eight billion parameters. More would be written
        /// at every turn.
        public var maximumStateSize: Int
        /// Bytes of all states together. Default 4 GiB, a fraction of what the models themselves take on the disk.
        public var maximumTotalSize: Int

        public init(maximumStateSize: Int = 1 << 30, maximumTotalSize: Int = 4 << 30) {
            self.maximumStateSize = maximumStateSize
            self.maximumTotalSize = maximumTotalSize
        }
    }

    private let folder: URL
    private let configuration: Configuration
    private let fileKey: SymmetricKey
    private let nameKey: SymmetricKey
    /// The mark, as text.
    private let marks: PrivateFile

    public var maximumStateSize: Int { configuration.maximumStateSize }

    /// - Parameters:
    ///   - folder: Made when the first state is kept.
    ///   - key: The key of the database. The states' keys are derived from it (HKDF-SHA256, RFC 5869), so that neither
    ///     reveals the other.
    public init(folder: URL, key: Secret, configuration: Configuration = Configuration()) {
        self.folder = folder
        self.configuration = configuration
        marks = PrivateFile(
            folder.deletingLastPathComponent().appending(path: folder.lastPathComponent + ".mark"), mostBytes: 1024)
        let master = key.withExposedBytes { SymmetricKey(data: $0) }
        func derived(_ purpose: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: master, info: Data(purpose.utf8), outputByteCount: 32)
        }
        fileKey = derived("hearth prompt state files 1")
        nameKey = derived("hearth prompt state names 1")
    }

    public func tokens(ofConversation id: String, identity: String) -> [Int32]? {
        guard let file = try? SealedStateFile(opening: place(of: id), key: fileKey, name: name(of: id)),
            file.head.identity == identity
        else { return nil }
        return file.head.tokens
    }

    public func state(ofConversation id: String, identity: String) -> PromptState? {
        let place = place(of: id)
        guard let file = try? SealedStateFile(opening: place, key: fileKey, name: name(of: id)),
            file.head.identity == identity
        else { return nil }
        guard let data = file.data(limit: configuration.maximumStateSize) else {
            // It can never become readable again.
            unlink(place.path)
            return nil
        }
        // What was used last goes last.
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: place.path)
        return PromptState(identity: identity, tokens: file.head.tokens, data: data)
    }

    /// Throws `busy`, `disk-full`, `read-only`, `store-io`.
    public func mark() throws -> PromptStateMark {
        try marks.update { bytes in
            let known = bytes ?? Self.freshMark
            bytes = known
            return PromptStateMark(String(decoding: known, as: UTF8.self))
        }
    }

    /// Throws `invalid-input` when the state is larger than ``maximumStateSize``, `busy`, `disk-full`, `read-only`, `store-io`.
    public func save(_ state: PromptState, ofConversation id: String, since mark: PromptStateMark) throws {
        guard state.data.count <= maximumStateSize else {
            throw StoreError(.invalidInput, "The prompt state has \(state.data.count) bytes, more than the limit.")
        }
        // Looked at before anything is written, too.
        let expected = Array(mark.value.utf8)
        guard try marks.read() == expected else { return }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StoreError(.io, "The folder for prompt states could not be made.", cause: "\(error)")
        }
        let name = name(of: id)
        // Two processes may save at once: each writes a file of its own, and the later rename wins.
        let partial = folder.appending(path: "\(name).\(UUID().uuidString.prefix(8))\(Self.partialSuffix)")
        do {
            try SealedStateFile.create(state, at: partial, key: fileKey, name: name)
            let isKept = try marks.update { bytes in
                guard bytes == expected else { return false }
                guard rename(partial.path, place(of: id).path) == 0 else {
                    throw StoreError.system("The prompt state could not be kept", errno)
                }
                return true
            }
            guard isKept else {
                unlink(partial.path)
                return
            }
        } catch {
            unlink(partial.path)
            throw error
        }
        makeRoom(keeping: name)
    }

    public func removeState(ofConversation id: String) throws {
        let place = place(of: id)
        try forget {
            guard unlink(place.path) == 0 || errno == ENOENT else {
                throw StoreError.system("A prompt state could not be removed", errno)
            }
        }
    }

    /// Forgets the states of all conversations.
    public func removeAll() throws {
        try forget {
            let files =
                (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
            for file in files {
                let name = file.lastPathComponent
                guard name.hasSuffix(Self.suffix) || name.hasSuffix(Self.partialSuffix) else { continue }
                guard unlink(file.path) == 0 || errno == ENOENT else {
                    throw StoreError.system("A prompt state could not be removed", errno)
                }
            }
        }
    }

    // MARK: -

    /// Removes states, and sees to it that none that was begun before takes their place.
    private func forget(_ remove: () throws -> Void) throws {
        // Where nobody ever took a mark, nobody is making a state.
        guard try marks.read() != nil else { return try remove() }
        try marks.update { bytes in
            try remove()
            bytes = Self.freshMark
        }
    }

    private static var freshMark: [UInt8] { Array(UUID().uuidString.utf8) }

    static let suffix = ".state"
    static let partialSuffix = ".partial"

    private func name(of id: String) -> String {
        HMAC<SHA256>.authenticationCode(for: Data(id.utf8), using: nameKey).prefix(16).hexadecimal
    }

    private func place(of id: String) -> URL { folder.appending(path: name(of: id) + Self.suffix) }

    /// Removes the least recently used states until the rest is within bounds, and what crashes left behind.
    private func makeRoom(keeping kept: String) {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(keys))) ?? []
        var states: [(file: URL, size: Int, used: Date)] = []
        for file in files {
            guard let values = try? file.resourceValues(forKeys: keys) else { continue }
            let used = values.contentModificationDate ?? .distantPast
            if file.lastPathComponent.hasSuffix(Self.partialSuffix) {
                // Another process may be writing it; in an hour it is done or dead.
                if used.timeIntervalSinceNow < -3_600 { unlink(file.path) }
            } else if file.lastPathComponent.hasSuffix(Self.suffix) {
                states.append((file, values.fileSize ?? 0, used))
            }
        }
        var total = states.reduce(0) { $0 + $1.size }
        for state in states.sorted(by: { $0.used < $1.used }) where total > configuration.maximumTotalSize {
            guard state.file.lastPathComponent != kept + Self.suffix else { continue }
            unlink(state.file.path)
            total -= state.size
        }
    }
}

extension HearthDatabase {
    /// Does what removes text that a model may have read, and forgets what models have read: before it, so that a crash leaves
    /// nothing behind, and after it, so that nothing stays of what was read in between.
    func forgettingPromptStates<Result>(_ change: () async throws -> Result) async throws -> Result {
        let states = promptStates()
        try states.removeAll()
        let result = try await change()
        try states.removeAll()
        return result
    }

    /// The same for what was read of one conversation.
    func forgettingPromptState<Result>(
        ofConversation id: String, _ change: () async throws -> Result
    ) async throws -> Result {
        let states = promptStates()
        try states.removeState(ofConversation: id)
        let result = try await change()
        try states.removeState(ofConversation: id)
        return result
    }

    /// The prompt states of this database's conversations.
    public func promptStates(
        configuration states: PromptStateFiles.Configuration = .init()
    ) -> PromptStateFiles {
        PromptStateFiles(
            folder: configuration.files.modelCache.appending(path: "states"), key: configuration.key,
            configuration: states)
    }
}

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
