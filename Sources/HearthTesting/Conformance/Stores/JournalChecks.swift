import Foundation
import HearthCore

extension StoreRun {
    func entries() async throws {
        var first = entry("a", "2026-03-01", "It rained.", time: 3_600)
        first.title = "Rain"
        first.timeZone = "Europe/Zurich"
        first.languages = ["en", "de"]
        first.duration = 4.5
        first.cues = [Cue(start: 0, end: 1, speaker: "Ann", text: "It rained.")]
        try equal(try await write(first), [.added], "a new entry")
        try equal(try await library.journalSession(id: "a"), first, "the entry")
        try equal(try await write(first), [.unchanged], "the same again")
        let other = entry("a", "2026-03-02", "It snowed.")
        try equal(try await write(other), [.updated], "another of its id")
        try equal(
            try await library.journalSessions(ids: ["none", "a"]).map(\.text), ["It snowed."], "what is there")
        for (bad, what) in [
            (entry("", nil, "x"), "no id"), (entry(String(repeating: "x", count: 201), nil, "x"), "a long id"),
            (entry("b", nil, "x", time: -1), "a time"),
        ] {
            try await fails(.invalidInput, "an entry with \(what)") {
                try await write(entry("fine", nil, "fine"), bad)
            }
        }
        for blank in ["", " \n", "\u{200B}\u{FEFF}"] {
            do {
                try await write(entry("fine", nil, "fine"), entry("b", nil, blank))
            } catch is EmptyTextError { continue }
            throw StoreConformance.Failure(
                check: check, store: store, what: "an entry without text did not fail with empty-text")
        }
        try equal(try await library.journalHeads(from: nil, to: nil).map(\.id), ["a"], "entries")
        try equal(try await library.removeJournalSession(id: "a", source: nil), true, "a removal")
        try equal(try await library.removeJournalSession(id: "a", source: nil), false, "another")
    }

    func entryOrder() async throws {
        try await write(
            entry("late", "2026-03-02", "b"), entry("undated", nil, "c"),
            entry("noon", "2026-03-01", "a b", time: 43_200),
            entry("morning", "2026-03-01", "a", time: 100), entry("untimed", "2026-03-01", "a"))
        func heads(_ from: String?, _ to: String?) async throws -> [String] {
            try await library.journalHeads(
                from: from.flatMap { CivilDate($0) }, to: to.flatMap { CivilDate($0) }
            ).map(\.id)
        }
        try equal(try await heads(nil, nil), ["untimed", "morning", "noon", "late", "undated"], "all")
        try equal(try await heads("2026-03-02", nil), ["late"], "from a day on")
        try equal(try await heads(nil, "2026-03-01"), ["untimed", "morning", "noon"], "up to a day")
        let head = try unwrap(try await library.journalHeads(from: nil, to: nil).first { $0.id == "noon" }, "head")
        try equal(head.words, 2, "its words")
        try equal(head.hash, entry("noon", "2026-03-01", "a b", time: 43_200).contentHash, "its digest")
    }

    func entryIDs() async throws {
        try await write(entry("abc", nil, "x"), entry("abcd", nil, "x"), entry("xyz", nil, "x"))
        try equal(try await library.journalID(matching: "abc"), "abc", "a whole id")
        try equal(try await library.journalID(matching: "x"), "xyz", "a beginning")
        try await fails(.ambiguousItem, "a beginning of two") { _ = try await library.journalID(matching: "ab") }
        for id in ["", "q"] {
            try await fails(.unknownItem, "'\(id)'") { _ = try await library.journalID(matching: id) }
        }
    }

    func entryLabels() async throws {
        try await write(entry("a", "2026-03-01", "x", label: .private))
        try await write(entry("a", "2026-03-01", "y", label: .public))
        try equal(try await library.journalSession(id: "a")?.label, .private, "called milder in passing")
        try await write(entry("a", "2026-03-01", "y", label: .public), lowers: true)
        try equal(try await library.journalSession(id: "a")?.label, .public, "called milder on purpose")
        try equal(try await library.label(of: [.entry("a")]), .public, "as an origin")
        try equal(
            try await library.ledger(LedgerFilter(kind: .label)).map(\.entry.text), ["entry a: private to public"],
            "the record")
        try await write(entry("b", "2026-03-01", "secret", label: .private))
        try await asProgram(upTo: .personal) {
            try equal(try await library.journalHeads(from: nil, to: nil).map(\.id), ["a"], "what a program lists")
            try equal(try await library.journalSessions(ids: ["a", "b"]).map(\.id), ["a"], "what it reads")
            try await fails(.notAllowed, "what it replaces") { try await write(entry("b", nil, "other")) }
            try equal(try await library.removeJournalSession(id: "b", source: nil), false, "what it removes")
            try await fails(.unknownItem, "what it finds") { _ = try await library.journalID(matching: "b") }
        }
    }

    func entryDocuments() async throws {
        let samples = SampleDocuments(dimension: nil)
        let make: @Sendable (JournalSession) throws -> Ingestion = { session in
            var document = samples.document(title: session.id, texts: [session.text])
            document.label = session.label
            document.lowersLabel = true
            return Ingestion(
                source: samples.source(JournalSession.pathPrefix + session.id, of: document), document: document)
        }
        let session = entry("a", "2026-03-01", "windy", label: .personal)
        _ = try await library.storeJournal([session], lowersLabels: false, document: make)
        let match = try unwrap(try await found("windy").first, "chunk")
        let id = try unwrap(try await library.chunks(ids: [match.chunkID]).first, "chunk").documentID
        try equal(try await label(of: id), .personal, "its label")
        try await library.setLabel(.private, ofDocument: id)
        try equal(try await library.journalSession(id: "a")?.label, .private, "the entry's, when its document's rose")
        let failing: @Sendable (JournalSession) throws -> Ingestion = { _ in
            throw StoreError(.invalidInput, "Not this one.")
        }
        try await fails(.invalidInput, "an entry whose document fails") {
            _ = try await library.storeJournal(
                [entry("b", nil, "x"), entry("c", nil, "y")], lowersLabels: false, document: failing)
        }
        try equal(try await library.journalHeads(from: nil, to: nil).map(\.id), ["a"], "all or nothing")
        _ = try await library.removeJournalSession(id: "a", source: JournalSession.pathPrefix + "a")
        try equal(try await found("windy").count, 0, "chunks of an entry that is gone")
    }

    func nodes() async throws {
        let (a, b) = (entry("a", "2026-03-01", "x", label: .personal), entry("b", "2026-03-02", "y"))
        try await write(a, b)
        func node(_ level: RollupLevel, _ period: String, _ entries: JournalSession..., model: String = "m")
            -> JournalNode
        {
            JournalNode(
                level: level, period: period, model: model, key: ContentHash(of: Data(period.utf8)),
                content: Data("\(model) \(period)".utf8),
                entries: Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0.contentHash) }))
        }
        let week = JournalPeriod(.week, holding: try unwrap(a.date, "date")).name
        try await library.storeJournalNodes([
            node(.session, "a", a), node(.session, "b", b), node(.day, "2026-03-01", a),
            node(.day, "2026-03-01", a, model: "k"), node(.month, "2026-03", a, b), node(.week, week, a),
            node(.day, "2026-03-09"),
        ])
        func keys(_ level: RollupLevel) async throws -> [String] {
            try await library.journalKeys(level, model: "m").keys.sorted()
        }
        try equal(try await keys(.session), ["a", "b"], "readings")
        try equal(try await keys(.day), ["2026-03-01"], "days; one that names no entry is left out")
        try equal(
            try await library.keptJournalContents(.day),
            ["2026-03-01": ["k", "m"].map { Data("\($0) 2026-03-01".utf8) }],
            "what each engine made")
        try equal(
            try await library.journalContents(.month, model: "m", periods: ["2026-03", "2026-04"]),
            ["2026-03": Data("m 2026-03".utf8)], "contents")
        try await asProgram(upTo: .personal) {
            try equal(
                try await library.journalContents(.month, model: "m", periods: ["2026-03"]), [:],
                "a month with a secret")
            try equal(
                try await library.journalContents(.day, model: "m", periods: ["2026-03-01"]).count, 1, "a day without")
            try equal(try await library.keptJournalContents(.month), [:], "months with a secret")
        }
        try await write(entry("b", "2026-03-02", "changed"))
        try equal(try await keys(.session), ["a"], "readings after a change")
        try equal(try await keys(.month), [], "months after a change")
        try equal(try await keys(.day), ["2026-03-01"], "days that the change does not touch")
        // What was made of the entry as it was comes too late.
        try await library.storeJournalNodes([node(.session, "b", b), node(.month, "2026-03", a, b)])
        try equal(try await keys(.month), [], "what was made of an entry that changed meanwhile")
        try await library.removeJournalNodes(.day, periods: ["2026-03-01", "none"])
        try equal(try await keys(.day), [], "days that were removed")
        _ = try await library.removeJournalSession(id: "a", source: nil)
        try equal(try await keys(.session) + keys(.week), [], "what was made of an entry that is gone")
    }

    func people() async throws {
        let none = PeopleRegister()
        try equal(try await library.peopleRegister(), none, "nothing said yet")
        let mother = PeopleRegister.Person(id: "p1", name: "Ingrid Søholm", label: .personal)
        let said = PeopleRegister(
            persons: [mother],
            names: [
                .init(key: "mum", name: "Mum", meaning: .person("p1")),
                .init(key: "ingrid", name: "Ingrid", meaning: .person("p1")),
                .init(key: "paris", name: "Paris", meaning: .notPerson(.place)),
            ])
        try await write(entry("a", "2026-03-01", "Mum is in Paris."))
        try await library.storePeopleRegister(said, over: none)
        try equal(try await library.peopleRegister(), said, "what was said")
        // What was said of names outlives the entries that have them.
        _ = try await library.removeJournalSession(id: "a", source: nil)
        try equal(try await library.peopleRegister(), said, "when the entries are gone")
        try await fails(.busy, "a register of before") {
            try await library.storePeopleRegister(PeopleRegister(), over: none)
        }
        let unknown = PeopleRegister(names: [.init(key: "x", name: "X", meaning: .person("nobody"))])
        let long = PeopleRegister(
            names: [.init(key: "x", name: String(repeating: "x", count: 201), meaning: .notPerson(.other))])
        let broken = PeopleRegister(names: [.init(key: "x", name: "two\nlines", meaning: .notPerson(.other))])
        for bad in [unknown, long, broken] {
            try await fails(.invalidInput, "what cannot be said") {
                try await library.storePeopleRegister(bad, over: said)
            }
        }
        try equal(try await library.peopleRegister(), said, "after what was refused")
        for ceiling in [SensitivityLabel.personal, .private] {
            try await asProgram(upTo: ceiling) {
                try equal(
                    try await library.peopleRegister(), ceiling == .private ? said : none,
                    "what a program up to \(ceiling.rawValue) reads")
                try await fails(.notAllowed, "a program's correction") {
                    try await library.storePeopleRegister(none, over: said)
                }
            }
        }
        // A name that means another person now; a person without names is gone.
        let other = PeopleRegister(
            persons: [mother, .init(id: "p2", name: "Rita")],
            names: [.init(key: "mum", name: "Mum", meaning: .person("p2"))])
        try equal(other.persons.map(\.id), ["p2"], "persons with names")
        try await library.storePeopleRegister(other, over: said)
        try equal(try await library.peopleRegister(), other, "what took its place")
        try await library.storePeopleRegister(none, over: other)
        try equal(try await library.peopleRegister(), none, "when all is forgotten")
    }

    func analyses() async throws {
        let (one, two, three) = (ContentHash(of: [1]), ContentHash(of: [2]), ContentHash(of: [3]))
        let id = try await store("/a", ["a"])
        let hash = try unwrap(try await library.document(id: id), "document").contentHash
        try await library.keepAnalysisNodes([one: Data([1]), two: Data([2])], source: hash)
        try await library.keepAnalysisNodes([three: Data([3])], source: nil)
        try equal(
            try await library.analysisNodes([one, three, ContentHash(of: [4])]), [one: Data([1]), three: Data([3])],
            "what is there")
        try equal(try await library.analysisNode(two), Data([2]), "one of them")
        try await asProgram(upTo: .personal) {
            try equal(try await library.analysisNodes([one, three]), [one: Data([1])], "what a program reads")
        }
        try await library.keepAnalysisNodes([one: Data([9])], source: hash)
        try equal(try await library.analysisNode(one), Data([9]), "what took its place")
        try await library.removeAnalysisNodes([one])
        try expect(try await library.analysisNode(one) == nil, "one that was removed")
        try await library.removeAnalysisNodes(source: hash)
        try equal(try await library.analysisNodes([one, two, three]).count, 1, "what is left of others")
        try await library.keepAnalysisNodes([one: Data([1])], source: hash)
        let other = samples.document(2)
        try await library.replaceSource(samples.source("/a", of: other), with: other)
        try expect(try await library.analysisNode(one) == nil, "one whose document was replaced")
        try await replacedAnalyses()
    }

    /// What is changed where what was read still holds, so that nobody undoes what another did meanwhile.
    private func replacedAnalyses() async throws {
        let (list, part, other) = (ContentHash(of: [10]), ContentHash(of: [11]), ContentHash(of: [12]))
        func replace(
            _ values: [ContentHash: Data], removing removed: [ContentHash] = [], is expected: Data?
        ) async throws -> Bool {
            try await library.replaceAnalysisNodes(values, removing: removed, where: list, is: expected)
        }
        func kept() async throws -> [ContentHash: Data] { try await library.analysisNodes([list, part, other]) }
        try expect(try await !replace([list: Data([1])], is: Data([0])), "a change of what is not there was made")
        try equal(try await kept(), [:], "what a change left that was not made")
        try expect(try await replace([list: Data([1]), part: Data([2])], is: nil), "the first change was not made")
        try expect(
            try await !replace([list: Data([9]), other: Data([9])], removing: [part], is: nil),
            "a change of what was there already was made")
        try equal(try await kept(), [list: Data([1]), part: Data([2])], "after a change that was not made")
        // Whoever reads: the values are of no document, and a program is given none of them.
        try await asProgram(upTo: .public) {
            try expect(
                try await replace([list: Data([3]), other: Data([4])], removing: [part, list], is: Data([1])),
                "a change of what was as expected was not made")
        }
        try equal(try await kept(), [list: Data([3]), other: Data([4])], "after a change")
        try expect(try await replace([:], removing: [list, other], is: Data([3])), "a removal was not made")
        try equal(try await kept(), [:], "what a removal left")
        // Of many who have read the same one changes it, also where there was nothing.
        for expected in [nil, Data([0])] as [Data?] {
            let changed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    group.addTask { [library] in
                        try await library.replaceAnalysisNodes(
                            [list: Data([UInt8(number + 1)])], removing: [], where: list, is: expected)
                    }
                }
                var count = 0
                for try await isMade in group where isMade { count += 1 }
                return count
            }
            try equal(changed, 1, "changes of one value that were made")
            try await library.keepAnalysisNodes([list: Data([0])], source: nil)
        }
    }
}
