import Foundation
import Testing

/// `hearth library`, as a person and a program use it.
@Suite struct LibraryCommandTests {
    @Test func `A library is copied to a folder, and is the library of that folder`() throws {
        let hearth = try HearthProgram()
        let note = try hearth.write("note.txt", "The boiler was repaired in Ghent on 4 May.")
        #expect(try hearth.run("ingest", note).status == 0)
        let target = hearth.folder.appendingPathComponent("second").path
        let copied = try hearth.run("library", "copy", "this", target, "--json")
        #expect(copied.status == 0, "\(copied.errors)")
        let line = try #require(copied.lines.first)
        #expect(copied.lines.count == 1)
        #expect(line["to"] as? String == target)
        #expect(line["resumed"] as? Bool == false)
        let kinds = try #require(line["kinds"] as? [[String: Any]])
        let documents = kinds.first { $0["kind"] as? String == "documents" }
        #expect(documents?["count"] as? Int == 1)
        #expect((documents?["sha256"] as? String)?.count == 64)
        #expect(copied.errors.contains("copying documents"))
        let found = try hearth.run("search", "boiler", environment: ["HEARTH_HOME": target])
        #expect(found.output.contains("Ghent"))
        // A second time there is something.
        let again = try hearth.run("library", "copy", "this", target)
        #expect(again.status == 1)
        #expect(again.errors.contains("There is a library already (documents: 1"))
    }

    @Test func `A library is merged into another one, and what is private only where that is said`() throws {
        let hearth = try HearthProgram()
        let (note, secret) = (
            try hearth.write("note.txt", "The boiler was repaired in Ghent on 4 May."),
            try hearth.write("secret.txt", "The spare key lies under the third stone.")
        )
        #expect(try hearth.run("ingest", note).status == 0)
        let target = hearth.folder.appendingPathComponent("second").path
        #expect(try hearth.run("library", "merge", "this", target).errors.contains("There is no library in"))
        #expect(try hearth.run("library", "copy", "this", target).status == 0)
        #expect(try hearth.run("ingest", "--label", "private", secret).status == 0)
        let first = try hearth.run("library", "merge", "this", target, "--json")
        #expect(first.status == 0, "\(first.errors)")
        let tallies = try #require(first.lines.first?["tallies"] as? [[String: Any]])
        let documents = try #require(tallies.first { $0["name"] as? String == "documents" })
        #expect(documents["present"] as? Int == 1 && documents["added"] as? Int == 0)
        #expect(documents["withheld"] as? Int == 1)
        let second = try hearth.run("library", "merge", "this", target, "--with-private")
        #expect(second.output.contains("1 added, 1 there already"))
        #expect(second.status == 0, "\(second.errors)")
    }

    @Test func `Both places have to be named`() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("library", "copy", "this").status == 2)
        #expect(try hearth.run("library", "copy", "this", hearth.home.path).status != 0)
    }

    @Test func `The doctor tells of a library in PostgreSQL that it cannot use, and never of its password`() throws {
        let hearth = try HearthProgram()
        // Nobody listens there; a build without libpq says that it cannot ask.
        let address = "postgres://hearth@127.0.0.1:1/hearth"
        #expect(try hearth.run("settings", "set", "library", address).status == 0)
        let result = try hearth.run(
            "doctor", "--json", environment: ["HEARTH_LIBRARY_PASSWORD": "salt and pepper"])
        #expect(result.status == 1)
        let found = try #require(result.lines.first { $0["name"] as? String == "library" }, "\(result.output)")
        #expect(found["state"] as? String == "bad")
        #expect(!(result.output + result.errors).contains("salt and pepper"))
        // There is no file, and nothing is said of one.
        #expect(!result.lines.contains { $0["name"] as? String == "store" })
    }
}
