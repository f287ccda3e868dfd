import Foundation

/// A task as the row that it is kept in: the same in every store, and in a copy of a library.
extension WorkTask {
    /// In the order of `LibraryRow.Kind.work.columns`.
    package var row: LibraryRow {
        get throws {
            let failure = try failure.map { failure in
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return try encoder.encode(failure)
            }
            return LibraryRow([
                .text(id), .text(kind.rawValue), .text(requester), .text(title), .bytes(payload),
                .text(label.rawValue), .init(priority.rawValue), .text(state.rawValue),
                .real(createdAt.timeIntervalSince1970), .real(notBefore.timeIntervalSince1970), .init(attempts),
                .init(mostAttempts), .init(lease?.token), .init(lease?.worker),
                .init(lease?.until.timeIntervalSince1970), .init(isCancelling ? 1 : 0), .init(report), .init(failure),
                .init(startedAt?.timeIntervalSince1970), .init(endedAt?.timeIntervalSince1970),
            ])
        }
    }

    /// - Throws: ``StoreError`` `damaged` for a row that is no task.
    package init(_ row: LibraryRow) throws {
        let values = row.values
        guard values.count == LibraryRow.Kind.work.columns.count, let id = values[0].text, let kind = values[1].text,
            let requester = values[2].text, let title = values[3].text, let payload = values[4].bytes,
            let label = values[5].text, let priority = values[6].integer,
            let state = values[7].text.flatMap(State.init), let created = values[8].real, let next = values[9].real,
            let attempts = values[10].integer, let most = values[11].integer, let cancelling = values[15].integer
        else { throw LibraryRow.damaged(.work) }
        func date(_ column: Int) -> Date? { values[column].real.map { Date(timeIntervalSince1970: $0) } }
        self.init(
            id: id, kind: WorkKind(rawValue: kind), requester: requester, title: title, payload: payload,
            label: SensitivityLabel(stored: label), priority: WorkPriority(rawValue: Int(priority)) ?? .normal,
            createdAt: Date(timeIntervalSince1970: created), mostAttempts: Int(most), state: state,
            notBefore: Date(timeIntervalSince1970: next))
        self.attempts = Int(attempts)
        if let token = values[12].text, let worker = values[13].text, let until = date(14) {
            lease = WorkLease(token: token, worker: worker, until: until)
        }
        isCancelling = cancelling != 0
        report = values[16].bytes
        // One of a newer version says at least that it failed.
        failure = values[17].bytes.map { bytes in
            (try? JSONDecoder().decode(WorkFailure.self, from: bytes))
                ?? WorkFailure(code: "failed", kind: .internal, message: "It failed; a newer version knows why.")
        }
        (startedAt, endedAt) = (date(18), date(19))
    }
}
