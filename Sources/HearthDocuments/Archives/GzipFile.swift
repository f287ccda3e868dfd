/// Tells gzip files (RFC 1952) that hold a tar archive; ``Inflater`` unpacks them.
enum GzipFile {
    static func begins(_ head: some Collection<UInt8>) -> Bool { head.starts(with: [0x1F, 0x8B, 0x08]) }

    /// Whether a gzip file holds a tar archive, by what its first bytes unpack to.
    static func holdsTar(_ head: [UInt8]) -> Bool {
        guard begins(head), let contents = try? Inflater.unpack(head[...], .gzip, limit: TarArchive.blockSize) else {
            return false
        }
        return TarArchive.begins(contents.bytes)
    }
}
