import HearthCore

/// What a document is called where others' interfaces speak of files.
package enum DocumentName {
    /// The last part of its path, as OpenAI's interface has it wherever a file is named: in `/v1/files`, in what a search finds, and where an
    /// answer cites it. An entry of the journal is no file, and has its title.
    ///
    /// - Parameter id: Stands where there is neither.
    package static func file(path: String?, title: String?, id: String) -> String {
        let isFile = path.map { !$0.hasPrefix(JournalSession.pathPrefix) } ?? false
        let origin = PartPlace.origin(of: path ?? "")
        if isFile, let last = origin.file.split(separator: "/").last {
            guard origin.number > 1 else { return String(last) }
            let dot = last.lastIndex(of: ".") ?? last.endIndex
            return "\(last[..<dot]) (\(origin.number))\(last[dot...])"
        }
        return title ?? id
    }
}

extension Citation {
    /// The name of the file that is cited, the same as `/v1/files` has for its id.
    var fileName: String { DocumentName.file(path: path, title: title, id: documentID) }

    /// What a person would call it: never a path, which tells of folders that are nobody's concern.
    var shownName: String { title ?? fileName }
}
