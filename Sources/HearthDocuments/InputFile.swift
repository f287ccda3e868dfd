import HearthSystem

/// Reads a file that the user named, and nothing that merely looks like one: only regular files (also behind a symbolic link)
/// are opened, and at most a limit of bytes is taken.
enum InputFile {
    static func open(_ path: String) throws -> OpenFile {
        do {
            return try OpenFile(path: path)
        } catch let error as SystemError {
            throw DocumentError(.notReadable, error.message)
        }
    }

    /// The whole file.
    static func bytes(path: String, limit: Int) throws -> [UInt8] {
        try bytes(of: open(path), name: path, limit: limit)
    }

    /// The first bytes, for telling the format.
    static func head(of file: OpenFile, name: String, count: Int) throws -> [UInt8] {
        try bytes(of: file, name: name, upTo: count)
    }

    static func bytes(of file: OpenFile, name: String, limit: Int) throws -> [UInt8] {
        guard file.size <= limit else {
            throw DocumentError(
                .tooLarge, "\(name) has \(file.size / 1_000_000) MB; at most \(limit / 1_000_000) MB are read.")
        }
        return try bytes(of: file, name: name, upTo: file.size)
    }

    private static func bytes(of file: OpenFile, name: String, upTo count: Int) throws -> [UInt8] {
        do {
            return try file.bytes(count: count)
        } catch let error as SystemError {
            throw DocumentError(.notReadable, "\(name): \(error.message)")
        }
    }
}
