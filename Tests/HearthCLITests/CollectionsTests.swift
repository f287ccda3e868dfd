import Foundation
import Testing

/// Collections, through the real binary.
@Suite struct CollectionsTests {
    @Test func aCollectionIsMadeFilledSharedAndTakenBack() throws {
        let hearth = try HearthProgram()
        let lease = try hearth.write("house/lease.md", "The lease ends in May.\n")
        _ = try hearth.write("other/harbour.md", "The lease of the harbour is long.\n")
        #expect(try hearth.run("ingest", hearth.folder.path + "/house", hearth.folder.path + "/other").status == 0)
        #expect(try hearth.run("collections").output.contains("hearth collections make"))
        #expect(try hearth.run("collections", "make", "House").status == 0)
        #expect(try hearth.run("collections", "make", "house").status != 0)
        let added = try hearth.run("collections", "add", "House", lease, "--json")
        #expect(added.lines.first?["documents"] as? Int == 1, "\(added.errors)")
        let found = try hearth.run("search", "lease", "--in", "collection:House", "--json")
        #expect(found.output.contains("lease.md") && !found.output.contains("harbour.md"), "\(found.errors)")

        // Nobody to share with; then somebody.
        let alone = try hearth.run("collections", "share", "House", "--everyone")
        #expect(alone.status != 0 && alone.errors.contains("account"), "\(alone.errors)")
        #expect(try hearth.run("collections", "share", "House").status == 2)
        let word = "a walk along the river\n"
        #expect(try hearth.run("people", "add", "Mira", input: word).status == 0)
        let unknown = try hearth.run("collections", "share", "House", "--with", "Nobody")
        #expect(unknown.status != 0, "\(unknown.output)")
        #expect(try hearth.run("collections", "share", "House", "--with", "Mira", "--everyone").status == 0)
        #expect(try hearth.run("collections", "rename", "House", "Our house").status == 0)
        let listed = try hearth.run("collections", "list", "--json")
        #expect(
            listed.lines.first?["people"] as? [String] == ["Mira"] && listed.lines.first?["everyone"] as? Bool == true)
        #expect(try hearth.run("collections").output.contains("shared with everyone, Mira"))
        let taken = try hearth.run("collections", "unshare", "Our house", "--everyone", "--json")
        #expect(
            taken.lines.first?["everyone"] as? Bool == false && taken.lines.first?["people"] as? [String] == ["Mira"])
        // A person's account ends, and what was shared with them.
        #expect(try hearth.run("people", "remove", "Mira").status == 0)
        #expect(try hearth.run("collections", "--json").lines.first?["people"] as? [String] == [])
        #expect(try hearth.run("collections", "take", "Our house", lease).status == 0)
        // What is in a folder of it stays in it, and whoever takes it out is told.
        let folder = hearth.folder.path + "/house"
        #expect(try hearth.run("collections", "add", "Our house", folder, lease).status == 0)
        let stays = try hearth.run("collections", "take", "Our house", lease)
        #expect(stays.status != 0 && stays.errors.contains("its folder"), "\(stays.errors)")
        let both = try hearth.run("collections", "take", "Our house", lease, folder, "--json")
        #expect(both.status == 0 && both.lines.first?["documents"] as? Int == 0, "\(both.errors)")
        #expect(try hearth.run("collections", "remove", "Our house").status == 0)
        #expect(try hearth.run("documents", "list", "--json").lines.count == 2)
    }

    @Test func whoIsSharedWithToWriteMayAddUntilItIsSaidOtherwise() throws {
        let hearth = try HearthProgram()
        let lease = try hearth.write("lease.md", "The lease ends in May.\n")
        #expect(try hearth.run("ingest", lease).status == 0)
        #expect(try hearth.run("collections", "make", "House").status == 0)
        #expect(try hearth.run("collections", "add", "House", lease).status == 0)
        for name in ["Mira", "Noah"] {
            #expect(try hearth.run("people", "add", name, input: "a walk along the river\n").status == 0)
        }
        func row(_ arguments: String...) throws -> [String: Any] {
            let result = try hearth.run(["collections"] + arguments + ["--json"])
            #expect(result.status == 0, "\(result.errors)")
            return result.lines.first ?? [:]
        }
        // To write with one of them, to read with the other.
        #expect(try row("share", "House", "--with", "Noah", "--write")["mayAdd"] as? [String] == ["Noah"])
        let both = try row("share", "House", "--with", "Mira")
        #expect(both["people"] as? [String] == ["Mira", "Noah"] && both["mayAdd"] as? [String] == ["Noah"])
        let shown = try hearth.run("collections").output
        #expect(shown.contains("Noah (may add)") && !shown.contains("Mira (may add)"), "\(shown)")
        // With everyone it is said by itself.
        let everyone = try row("share", "House", "--everyone", "--write")
        #expect(everyone["everyoneMayAdd"] as? Bool == true && everyone["mayAdd"] as? [String] == ["Noah"])
        #expect(try hearth.run("collections").output.contains("everyone (may add)"))
        // What is said last holds: the right to write goes, and the right to read stays.
        let narrowed = try row("share", "House", "--with", "Noah", "--everyone")
        #expect(narrowed["everyone"] as? Bool == true && narrowed["everyoneMayAdd"] as? Bool == false)
        #expect(narrowed["people"] as? [String] == ["Mira", "Noah"] && narrowed["mayAdd"] as? [String] == [])
        // Taken back from all, nobody may anything.
        _ = try row("share", "House", "--with", "Mira", "--write")
        let taken = try row("unshare", "House")
        #expect(taken["people"] as? [String] == [] && taken["mayAdd"] as? [String] == [])
        #expect(taken["everyone"] as? Bool == false && taken["everyoneMayAdd"] as? Bool == false)
        // With nobody named it is refused, with the right to write as well.
        #expect(try hearth.run("collections", "share", "House", "--write").status == 2)
    }
}
