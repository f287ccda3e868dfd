import Foundation
import Hearth
import HearthHTTP

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The recording that lies beside a transcript, under the same name with another ending.
///
/// Only a transcript that was read from a file of this machine has one, and only a regular file in that very folder is it:
/// a link in its place leads anywhere.
struct RecordingFile: Sendable {
    let path: String
    let type: String

    /// - Returns: `nil` when there is none. Nothing was opened.
    init?(beside document: StoredDocument) {
        for source in document.paths where source.hasPrefix("/") {
            guard let slash = source.lastIndex(of: "/"), let dot = source.lastIndex(of: "."), dot > slash else {
                continue
            }
            let folder = String(source[..<slash])
            // A folder that has become a link since does not count.
            guard folder.isEmpty || FileFinder.realPath(folder) == folder else { continue }
            let stem = String(source[..<dot])
            // `talk.m4a.vtt` is what some programs write beside `talk.m4a`.
            let whole = RecordingFormat.type(ofName: stem).map { [(stem, $0)] } ?? []
            let others = RecordingFormat.endings.flatMap { ending in
                [ending, ending.uppercased()].compactMap { name in
                    SoundFile.types[ending].map { ("\(stem).\(name)", $0) }
                }
            }
            for (path, type) in whole + others where Self.isFile(path) {
                self.path = path
                self.type = type
                return
            }
        }
        return nil
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Opens it for reading, with its size and what changes when it does.
    ///
    /// - Returns: `nil` when it is not there any more, or is not what it was.
    func handle() -> (file: FileHandle, size: Int, tag: String)? {
        // Not through a link, and without waiting where it is a pipe meanwhile.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        let tag = [Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec), Int(status.st_ino)]
            .map { String($0, radix: 36) }.joined(separator: "-")
        return (file, Int(status.st_size), "\"\(tag)\"")
    }
}

/// Files that hold sound, told by the ending of their name.
enum RecordingFormat {
    /// In the order in which a recording is looked for beside a transcript: what browsers play comes first.
    static let endings = usual + SoundFile.types.keys.filter { !usual.contains($0) }.sorted()

    private static let usual = ["m4a", "mp3", "wav", "opus", "ogg", "flac", "aac", "mp4", "webm"]

    static func type(ofName name: String) -> String? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        return SoundFile.types[name[name.index(after: dot)...].lowercased()]
    }
}

/// A recording as an answer, whole or in part (RFC 9110, 14).
struct RecordingResponse: Sendable {
    private static let pieceBytes = 64 << 10

    let recording: RecordingFile

    func respond(to request: ServerRequest) throws -> ServerResponse {
        guard let (file, size, tag) = recording.handle() else { throw Self.missing }
        var headers: [(name: String, value: String)] = [
            ("content-type", recording.type), ("accept-ranges", "bytes"), ("etag", tag),
            ("cache-control", "private, no-cache"),
        ]
        if EntityTag.isMatch(request.headers["if-none-match"], tag, weak: true) {
            return ServerResponse(.notModified, headers: headers)
        }
        // A part of what it was does not fit to a part of what it is.
        let isSame = request.headers["if-range"].map { $0 == tag } ?? true
        switch isSame ? ByteRange.read(request.headers["range"], size: size) : .whole {
        case .whole:
            headers.append(("content-length", String(size)))
            return ServerResponse(.ok, headers: headers, content: Self.content(file, 0..<size))
        case .part(let range):
            headers.append(("content-length", String(range.count)))
            headers.append(("content-range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"))
            return ServerResponse(.partialContent, headers: headers, content: Self.content(file, range))
        case .outside:
            headers.append(("content-range", "bytes */\(size)"))
            return ServerResponse(.rangeNotSatisfiable, headers: headers)
        }
    }

    static let missing = ServerError(.noAudio, "The recording of this transcript is not kept here.")

    private static func content(_ file: FileHandle, _ range: Range<Int>) -> ServerResponse.Content {
        .stream(.raw) { sink in
            try file.seek(toOffset: UInt64(range.lowerBound))
            var left = range.count
            sink.start()
            while left > 0, let piece = try file.read(upToCount: min(left, pieceBytes)), !piece.isEmpty {
                try await sink.send(raw: Array(piece))
                left -= piece.count
            }
        }
    }
}

/// What a `Range` header asks for.
enum ByteRange: Equatable {
    case whole
    case part(Range<Int>)
    case outside

    /// Several ranges, other units and what cannot be read are left out of account, as the standard allows.
    static func read(_ header: String?, size: Int) -> ByteRange {
        guard let header, header.lowercased().hasPrefix("bytes=") else { return .whole }
        let halves = header.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return .whole }
        func number(_ text: Substring) -> Int? {
            text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
        }
        if halves[0].isEmpty {
            guard let count = number(halves[1]) else { return .whole }
            return count > 0 && size > 0 ? .part(max(0, size - count)..<size) : .outside
        }
        guard let first = number(halves[0]) else { return .whole }
        if halves[1].isEmpty { return first < size ? .part(first..<size) : .outside }
        guard let last = number(halves[1]), first <= last else { return .whole }
        return first < size ? .part(first..<(min(last, size - 1) + 1)) : .outside
    }
}
