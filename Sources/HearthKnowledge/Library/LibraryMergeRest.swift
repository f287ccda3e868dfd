import Foundation
import HearthCore

/// What follows from documents and entries, feeds, and who is who.
extension LibraryMerge {
    /// What was made of the journal. Of a journal that is not there as a whole it may say what was withheld.
    func rollups(isWhole: Bool, _ progress: Progress) async throws -> LibraryMergeReport.Tally {
        var tally = LibraryMergeReport.Tally(name: LibraryRow.Kind.rollup.rawValue)
        try await forEach(.rollup, progress) { row in
            tally.total += 1
            guard isWhole else {
                tally.withheld += 1
                return
            }
            guard let level = row.values[0].text.flatMap(RollupLevel.init(rawValue:)), let period = row.values[1].text,
                let model = row.values[2].text
            else { throw LibraryRow.damaged(.rollup) }
            // Another one of the same period was made of the entries there; each is made anew when entries are others.
            if try await target.journalContents(level, model: model, periods: [period])[period] != nil {
                tally.present += 1
            } else {
                try await target.add(LibraryItem([row], of: .rollup))
                tally.added += 1
            }
        }
        return tally
    }

    /// What analyses worked out of documents that are there. What is of no document is made anew, or is no analysis.
    func analyses(
        _ report: inout LibraryMergeReport, _ progress: Progress
    ) async throws -> LibraryMergeReport.Tally {
        var tally = LibraryMergeReport.Tally(name: LibraryRow.Kind.analysis.rawValue)
        var carried: [ContentHash: Bool] = [:]
        var left = 0
        try await forEach(.analysis, progress) { row in
            guard let key = row.values[0].bytes.flatMap({ ContentHash(bytes: Array($0)) }) else {
                throw LibraryRow.damaged(.analysis)
            }
            guard let content = row.values[2].bytes.flatMap({ ContentHash(bytes: Array($0)) }) else {
                left += 1
                return
            }
            tally.total += 1
            let isCarried: Bool
            if let known = carried[content] {
                isCarried = known
            } else {
                isCarried = try await isThere(content)
                carried[content] = isCarried
            }
            if !isCarried {
                tally.withheld += 1
            } else if try await target.row(.analysis(key)) != nil {
                tally.present += 1
            } else {
                try await target.add(LibraryItem([row], of: .analysis))
                tally.added += 1
            }
        }
        if left > 0 { report.left[.analysis] = left }
        return tally
    }

    /// Whether a content may be spoken of in the target.
    private func isThere(_ content: ContentHash) async throws -> Bool {
        guard try await target.row(.document(content)) != nil else { return false }
        guard let id = try await source.row(.document(content))?.values[1].text else { return withPrivate }
        let label = try await source.document(id: id)?.label ?? .private
        return !isWithheld(label)
    }

    func feeds(_ report: inout LibraryMergeReport) async throws -> LibraryMergeReport.Tally {
        var tally = LibraryMergeReport.Tally(name: LibraryRow.Kind.feed.rawValue)
        let there = Dictionary(
            uniqueKeysWithValues: try await target.records(of: .feed).map { ($0.name, $0.value) })
        for record in try await source.records(of: .feed) {
            tally.total += 1
            // What cannot be read may be private.
            let feed = try? JSONDecoder().decode(Feed.self, from: record.value)
            if isWithheld(feed.map { $0.label ?? .personal } ?? .private) {
                tally.withheld += 1
            } else if let ours = there[record.name] {
                tally.present += 1
                // When it was looked at, and what was new then, differs everywhere.
                let known = try? JSONDecoder().decode(Feed.self, from: ours)
                if let feed, let known, known.url == feed.url, known.label == feed.label { continue }
                guard ours != record.value else { continue }
                tally.conflicts += 1
                report.tell(.init(of: tally.name, name: record.name, keptAs: nil))
            } else {
                try await target.keepRecord(record.value, of: .feed, named: record.name, replacing: nil)
                tally.added += 1
            }
        }
        return tally
    }

    /// Names that are no person's are of a journal that is private, unless all of it is asked for.
    func people(_ report: inout LibraryMergeReport) async throws -> LibraryMergeReport.Tally {
        var tally = LibraryMergeReport.Tally(name: "people")
        let (theirs, ours) = (try await source.peopleRegister(), try await target.peopleRegister())
        var (persons, names) = (ours.persons, ours.names)
        let known = Dictionary(uniqueKeysWithValues: ours.persons.map { ($0.id, $0) })
        let said = Dictionary(uniqueKeysWithValues: ours.names.map { ($0.key, $0) })
        var withheld: Set<String> = []
        for person in theirs.persons {
            tally.total += 1
            if isWithheld(person.label) {
                tally.withheld += 1
                withheld.insert(person.id)
            } else if let there = known[person.id] {
                guard there != person else { continue }
                tally.conflicts += 1
                report.tell(.init(of: tally.name, name: person.name, keptAs: nil))
                if person.label > there.label, let index = persons.firstIndex(where: { $0.id == person.id }) {
                    persons[index].label = person.label
                }
            } else {
                persons.append(person)
            }
        }
        for name in theirs.names {
            if name.personID == nil, !withPrivate {
                tally.total += 1
                tally.withheld += 1
                continue
            }
            if let id = name.personID ?? (withPrivate ? "" : nil), !withheld.contains(id) {
                guard let there = said[name.key] else {
                    names.append(name)
                    continue
                }
                guard there.meaning != name.meaning else { continue }
                tally.conflicts += 1
                report.tell(.init(of: tally.name, name: name.name, keptAs: nil))
            }
        }
        let merged = PeopleRegister(persons: persons, names: names)
        // One all of whose names are others' there has none, and so is not kept.
        let added = merged.persons.filter { known[$0.id] == nil }.count
        tally.added = added
        tally.present = tally.total - tally.withheld - added
        if merged != ours { try await target.storePeopleRegister(merged, over: ours) }
        return tally
    }
}
