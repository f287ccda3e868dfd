public import Foundation
public import HearthCore

extension MemoryLibrary {
    public func records(of kind: StoredRecord.Kind) throws -> [StoredRecord] {
        guard kind.isShown else { return [] }
        return (state.namedRecords[kind] ?? [:]).values.sorted { $0.name.precedes($1.name) }
    }

    @discardableResult
    public func keepRecord(
        _ value: Data, of kind: StoredRecord.Kind, named name: String, replacing version: Int?
    ) throws -> Int {
        try kind.checkChange(of: name)
        return try change { state in
            guard state.namedRecords[kind]?[name]?.version == version else { throw kind.changed }
            let next = (version ?? 0) + 1
            state.namedRecords[kind, default: [:]][name] = StoredRecord(name: name, version: next, value: value)
            return next
        }
    }

    @discardableResult
    public func removeRecord(of kind: StoredRecord.Kind, named name: String) throws -> Bool {
        try kind.checkChange(of: name)
        return try change { state in
            if kind == .watchedFolder { state.watchedFiles[name] = nil }
            return state.namedRecords[kind]?.removeValue(forKey: name) != nil
        }
    }
}
