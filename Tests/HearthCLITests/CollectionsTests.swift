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
}
