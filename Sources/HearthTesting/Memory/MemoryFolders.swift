public import HearthCore

extension MemoryLibrary {
    public func watchedFiles(
        of folder: String, under path: String?, in states: Set<WatchedFile.State>?, after last: String?, limit: Int
    ) throws -> [WatchedFile] {
        guard Reader.current == nil else { return [] }
        let found = (state.watchedFiles[folder] ?? [:]).values.filter { file in
            if let path, !PathRange(path).holds(file.path) { return false }
            if let states, !states.contains(file.state) { return false }
            if let last, !last.precedes(file.path) { return false }
            return true
        }
        return Array(found.sorted { $0.path.precedes($1.path) }.prefix(max(0, limit)))
    }

    public func keepWatchedFiles(_ files: [WatchedFile], forgetting paths: [String], of folder: String) throws {
        try WatchedFile.checkChange(of: folder, paths: files.map(\.path))
        try change { state in
            guard state.namedRecords[.watchedFolder]?[folder] != nil else { return }
            for path in paths { state.watchedFiles[folder]?[path] = nil }
            for file in files { state.watchedFiles[folder, default: [:]][file.path] = file }
        }
    }

    public func watchedFileCounts() throws -> [String: [WatchedFile.State: Int]] {
        guard Reader.current == nil else { return [:] }
        return state.watchedFiles.mapValues { files in
            files.values.reduce(into: [:]) { $0[$1.state, default: 0] += 1 }
        }.filter { !$0.value.isEmpty }
    }
}
