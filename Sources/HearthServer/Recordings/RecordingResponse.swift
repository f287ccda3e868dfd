import Foundation
import HearthCore
import HearthHTTP

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
            return ServerResponse(ServerStatus(206), headers: headers, content: Self.content(file, range))
        case .outside:
            headers.append(("content-range", "bytes */\(size)"))
            return ServerResponse(ServerStatus(416), headers: headers)
        }
    }

    static let missing = ServerError(
        .notFound, "no-audio", "The recording of this transcript is not kept here.")

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
