import HearthCore
import HearthKnowledge

/// What of this machine a program may have read into the library: what its owner gave to it.
///
/// Whatever is read can be read out again, so a program that chose the path would have every file of the owner, wherever the program
/// itself is kept from: a browser's passwords, `~/.ssh`.
package struct GivenPlaces: Sendable {
    /// Nobody is held back: the owner reads, or what is read was sent.
    static let all = GivenPlaces(holdsAll: true)

    fileprivate(set) var holdsAll = false
    /// Absolute, without links.
    fileprivate(set) var files: Set<String> = []
    /// What the owner called each folder that has a label, by its path: the same, each with `/` at its end.
    fileprivate(set) var folders: [String: SensitivityLabel] = [:]
    /// The strictest label of a folder that gives what is in it.
    fileprivate(set) var ceiling = SensitivityLabel.private

    /// Whether a path is given: a file of a document, or what lies in a folder and is not hidden in it. Who gave a home folder did not
    /// give `.ssh`, nor a folder in it that is called more private.
    func hold(_ path: String) -> Bool {
        if holdsAll || files.contains(path) { return true }
        // By bytes, as the store compares paths: a name may begin with a mark that joins the slash before it.
        let place = (path + "/").utf8
        let nearest = folders.filter { place.starts(with: $0.key.utf8) }.max { $0.key.utf8.count < $1.key.utf8.count }
        guard let nearest, nearest.value <= ceiling else { return false }
        return !place.dropFirst(nearest.key.utf8.count).split(separator: UInt8(ascii: "/"))
            .contains { $0.first == UInt8(ascii: ".") }
    }
}

extension Hearth.Documents {
    /// Refuses paths, where a program names them, that its owner did not give to Hearth: files that documents were read from which the
    /// program may read, and folders that the owner labelled, up to its ceiling, with what is in them and not hidden. What
    /// lies in a folder is as private as the nearest one that has a label.
    ///
    /// A folder that has no label is known by its files alone: nobody wrote down whether the owner named the folder or one file in it, and
    /// what lies beside a file in a home folder is no program's.
    ///
    /// - Throws: ``EngineError`` with the code `owner-only`, the same for what is there and for what is not.
    @discardableResult
    package func requireGiven(_ paths: [String]) async throws -> GivenPlaces {
        // The files are those of whoever runs the server, and no account's.
        guard Person.current == nil else {
            throw EngineError(
                .ownerOnly,
                "Which places of this machine are read is for whoever runs this server to say. Send the files as an upload."
            )
        }
        guard let reader = Reader.current else { return .all }
        let library = try await hearth.library()
        var given = GivenPlaces()
        given.ceiling = reader.ceiling
        given.folders = try await library.folderLabels().filter { $0.key.hasPrefix("/") }
        for path in paths {
            // Links are followed here and not later: what the path leads to is what counts. A pattern leads nowhere.
            let real = FileFinder.realPath(path)
            // What was a file and is a folder by now is not what was given.
            if let real, FileFinder.isFile(real), try await library.document(atPath: real) != nil {
                given.files.insert(real)
            }
            guard let real, given.hold(real) else {
                throw EngineError(
                    .ownerOnly,
                    "Which places of this machine Hearth reads is the owner's to say. A program may have files read again that it "
                        + "may read, and what is in folders that the owner labelled. It may send any file itself, as an upload.",
                    help: [.setLabel])
            }
        }
        return given
    }
}
