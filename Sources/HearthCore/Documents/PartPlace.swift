/// The places of the pieces in which a file is read that is too large for one document.
///
/// The first is kept under the file's own path; further ones behind two strokes, which no path of a file has: "/home/ann/All mail.mbox//part 2".
/// So they lie below the file as what is in a folder does below that, for labels, collections and listings.
package enum PartPlace {
    private static let mark = "//part "

    /// - Parameter number: The piece's, from 1.
    package static func place(of number: Int, in file: String) -> String {
        number == 1 ? file : file + mark + "\(number)"
    }

    /// The file of which a place is a piece, and the number of the piece; the place itself and 1 for any other.
    package static func origin(of place: String) -> (file: String, number: Int) {
        guard let start = place.utf8.lastIndex(of: UInt8(ascii: "/")), start > place.utf8.startIndex else {
            return (place, 1)
        }
        let tail = place[place.utf8.index(before: start)...]
        guard tail.hasPrefix(mark), let number = Int(tail.dropFirst(mark.count)), number > 1,
            tail == mark + "\(number)"
        else { return (place, 1) }
        return (String(place[..<tail.startIndex]), number)
    }
}

extension DocumentStore {
    /// The places of the pieces of a file but for the first, in their order.
    package func places(ofPartsOf file: String) async throws -> [String] {
        try await sourceStates(under: file).map { ($0.file.path, PartPlace.origin(of: $0.file.path)) }
            .filter { $0.1.number > 1 && $0.1.file == file }.sorted { $0.1.number < $1.1.number }.map(\.0)
    }
}
