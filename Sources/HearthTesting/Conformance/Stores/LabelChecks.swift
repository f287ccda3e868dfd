import Foundation
import HearthCore

extension StoreRun {
    func places() async throws {
        let id = try await store("/a", ["a"], label: .private)
        try equal(try await label(of: id), .private, "what its place was called")
        try await store("/a", ["a"], label: .public)
        try equal(try await label(of: id), .private, "called milder in passing")
        try await store("/a", ["a"], label: .public, lowers: true)
        try equal(try await label(of: id), .public, "called milder on purpose")
        try equal(try await library.label(ofPath: "/a"), .public, "the place")
        try expect(try await library.label(ofPath: "/none") == nil, "a place of which nobody said anything")
        try await library.setLabel(.private, ofSource: "/a", lowers: false)
        try await library.setLabel(.personal, ofSource: "/a", lowers: false)
        try equal(try await label(of: id), .private, "a stricter word stays")
        try await library.setLabel(.personal, ofSource: "/a", lowers: true)
        try equal(try await label(of: id), .personal, "its owner's milder word")
        try await library.setLabel(.private, ofSource: "/none", lowers: true)
    }

    func folders() async throws {
        let early = try await store("/f/early", ["early"])
        let own = try await store("/f/own", ["own"], label: .public, lowers: true)
        try await library.setLabel(.private, ofFolder: "/f", lowers: false)
        let late = try await store("/f/sub/late", ["late"])
        let beside = try await store("/f2/beside", ["beside"])
        try equal(try await label(of: early), .private, "what was there")
        try equal(try await label(of: own), .private, "what had a milder word")
        try equal(try await label(of: late), .private, "what came later")
        try equal(try await label(of: beside), .personal, "what lies beside")
        try equal(try await library.folderLabels(), ["/f/": .private], "the folders")
        try equal(try await library.label(ofPath: "/f/new"), .private, "a file to come")
        try await library.setLabel(.public, ofFolder: "/f/sub", lowers: false)
        try equal(try await label(of: late), .private, "a folder called milder in passing")
        try await library.setLabel(.public, ofFolder: "/f/sub/", lowers: true)
        try equal(try await label(of: late), .public, "the nearest folder counts")
        try await library.setLabel(.personal, ofFolder: "/f", lowers: true)
        try equal(try await library.folderLabels(), ["/f/": .personal], "folders within one that was called anew")
        try equal(try await label(of: late), .personal, "what is in them")
    }

    func contentInTwoPlaces() async throws {
        let id = try await store("/a", ["same"], label: .private)
        try await store("/b", ["same"], label: .public, lowers: true)
        try equal(try await label(of: id), .private, "the strictest of two places")
        try equal(
            try await library.label(
                ofContent: samples.document(title: "Sample", texts: ["same"]).contentHash,
                path: nil), .private, "a text of this content")
        try await library.removeSources(paths: ["/a"], keepsLabels: false)
        try equal(try await label(of: id), .private, "after one of them is gone")
        let other = try await store("/c", ["other"], label: .private)
        let taken = try await store("/c", ["next"])
        try equal(try await label(of: taken), .private, "what took the place of something private")
        try expect(try await library.document(id: other) == nil, "what was replaced")
        try await store("/d", ["shared"])
        try await store("/e", ["shared"], label: .private)
        let edited = try await store("/d", ["shared, and a word"])
        try equal(try await label(of: edited), .private, "what took the place of something private elsewhere")
        try await store("/d", ["shared, and two words"], label: .personal, lowers: true)
        try equal(try await library.label(ofPath: "/d"), .personal, "its owner's milder word for what stands there now")
    }

    func placesThatComeBack() async throws {
        try await store("/gone", ["secret"], label: .private)
        try await store("/told", ["secret too"], label: .private)
        try await library.removeSources(paths: ["/gone"], keepsLabels: true)
        try await library.removeSources(paths: ["/told"], keepsLabels: false)
        try equal(try await library.label(ofPath: "/gone"), .private, "a place whose file disappeared")
        try equal(try await label(of: store("/gone", ["again"])), .private, "what is there again")
        try equal(try await label(of: store("/told", ["again too"])), .personal, "what its owner had forgotten")
    }

    func documentLabels() async throws {
        let id = try await store("/a", ["a"])
        try await store("/b", ["a"])
        try await library.setLabel(.private, ofDocument: id)
        try equal(try await label(of: id), .private, "in all places")
        try await library.setLabel(.public, ofDocument: id)
        try equal(try await label(of: id), .public, "its owner's milder word")
        try await fails(.unknownItem, "a label for nothing") { try await library.setLabel(.public, ofDocument: "none") }
        try equal(try await library.label(of: [.document(id), .document("none")]), .public, "of what is there")
        try equal(try await library.label(of: [.document(id), .document("none")], gone: .private), .private, "of all")
        try expect(try await library.label(of: [.document("none")]) == nil, "of nothing")
        try expect(try await library.label(of: []) == nil, "of no origins")
    }

    func programs() async throws {
        let open = try await store("/open", ["word open"], label: .public, lowers: true)
        let mine = try await store("/mine", ["word mine"])
        let secret = try await store("/secret", ["word secret"], label: .private)
        let hidden = try await library.chunks(ofDocument: secret).map(\.id)
        try await asProgram(upTo: .personal) {
            try equal(
                Set(try await library.documents(matching: .everything, limit: .max, offset: 0).map(\.id)),
                [open, mine],
                "the listing")
            try equal(try await library.counts(), StoreCounts(documents: 2, sources: 2, chunks: 2), "the counts")
            try expect(try await library.document(id: secret) == nil, "a document above the ceiling")
            try expect(try await library.document(atPath: "/secret") == nil, "one by its place")
            try equal(try await library.documents(named: "secret").count, 0, "one by its name")
            try expect(try await library.content(ofDocument: secret) == nil, "its content")
            try expect(try await library.text(ofDocument: secret) == nil, "its text")
            try equal(try await library.chunks(ofDocument: secret), [], "its chunks")
            try equal(try await library.chunks(ids: hidden), [], "its chunks by id")
            try equal(try await library.neighbours(ofChunks: hidden, before: 1, after: 1), [:], "neighbours")
            try equal(try await library.chunks(after: 0, limit: 9).count, 2, "a walk")
            try equal(try await found("word").count, 2, "a search")
            try equal(try await library.removeDocuments(ids: [secret]).documentIDs, [], "a removal")
            try await fails(.notAllowed, "a milder label") { try await library.setLabel(.public, ofDocument: mine) }
            try await fails(.unknownItem, "a label above the ceiling") {
                try await library.setLabel(.private, ofDocument: secret)
            }
        }
        try await store("named", ["word named"], label: .private)
        try await asProgram(upTo: .personal) {
            try await fails(.notAllowed, "something else in a place above the ceiling") {
                try await store("named", ["other"])
            }
            let said = try await store("told", ["public words"], label: .public)
            try equal(try await label(of: said), .personal, "what a program calls public")
        }
    }

    func labelsAreInTheLedger() async throws {
        let id = try await store("/a", ["a"])
        try await library.setLabel(.private, ofDocument: id)
        try await library.setLabel(.private, ofDocument: id)
        try await asProgram(upTo: .private) { try await library.setLabel(.private, ofFolder: "/x", lowers: true) }
        let records = try await library.ledger(LedgerFilter(kind: .label)).map(\.entry)
        try equal(
            records.map(\.text), ["document \(id): personal to private", "folder /x/: no label to private"], "records")
        try equal(records.map(\.purpose), ["owner", "api"], "who it was")
        try equal(records.last?.host, "program", "what the program calls itself")
    }
}
