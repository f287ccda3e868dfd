import HearthCore

/// An archive of files, however they are packed: ZIP, tar, or tar in gzip.
struct FileArchive {
    private enum Kind {
        case zip(ZipArchive)
        case tar(TarArchive)
    }

    private var kind: Kind
    /// Whether it unpacks to more than is read.
    private var isCut = false
    private var isDamaged = false

    /// - Parameter entrySize: The most bytes of one file.
    init(_ bytes: [UInt8], entrySize: Int, maximumEntries: Int) throws {
        if GzipFile.begins(bytes) {
            let limit = min(ZipArchive.maximumTotalSize, ArchiveBudget.current?.bytes ?? .max)
            let unpacked = try Inflater.unpack(bytes[...], .gzip, limit: limit)
            ArchiveBudget.current?.spend(bytes: unpacked.bytes.count)
            kind = .tar(try TarArchive(unpacked.bytes, entrySize: entrySize, maximumEntries: maximumEntries))
            (isCut, isDamaged) = (unpacked.end == .cut, unpacked.end == .damaged)
        } else if TarArchive.begins(bytes) {
            kind = .tar(try TarArchive(bytes, entrySize: entrySize, maximumEntries: maximumEntries))
        } else {
            kind = .zip(try ZipArchive(bytes, entrySize: entrySize, maximumEntries: maximumEntries))
        }
    }

    /// The names of its files, in no order, and of folders in ZIP archives, which end with a stroke.
    var names: [String] {
        switch kind {
        case .zip(let archive): Array(archive.entries.keys)
        case .tar(let archive): Array(archive.entries.keys)
        }
    }

    /// The contents of a file; `nil` where there is none of that name.
    ///
    /// - Parameter limit: The most bytes of it, where they are others than those of every file.
    mutating func contents(of name: String, limit: Int? = nil) throws -> ZipArchive.Contents? {
        switch kind {
        case .zip(var archive):
            defer { kind = .zip(archive) }
            return try archive.contents(of: name, limit: limit)
        case .tar(var archive):
            defer { kind = .tar(archive) }
            return try archive.contents(of: name, limit: limit)
        }
    }

    /// What of it is not among its files.
    var notes: [ExtractionWarning] {
        var builder = DocumentBuilder()
        let repeated: Int
        var (links, isDamaged) = (0, isDamaged)
        switch kind {
        case .zip(let archive): repeated = archive.repeated
        case .tar(let archive):
            (repeated, links) = (archive.repeated, archive.others)
            if archive.isDamaged { isDamaged = true }
        }
        if isCut {
            builder.warnings.append(
                ExtractionWarning(
                    .truncated,
                    "The archive unpacks to more than \(ZipArchive.maximumTotalSize >> 20) MB; what follows was not read."
                ))
        } else if isDamaged {
            builder.warnings.append(
                ExtractionWarning(
                    .damaged, "The archive ends in the middle or is damaged; what follows is not there."))
        }
        builder.warn(
            repeated, .skipped, "1 file of the archive was left out that is called as another.",
            "files of the archive were left out that are called as others.")
        builder.warn(
            links, .skipped, "1 link or device in the archive was left out.",
            "links and devices in the archive were left out.")
        return builder.warnings
    }
}
