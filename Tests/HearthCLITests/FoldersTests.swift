import Foundation
import Testing

/// Folders in step, through the real binary: each call is a process of its own, as after a restart.
@Suite struct FoldersTests {
    private func report(_ outcome: HearthProgram.Outcome) -> [String: Any] {
        outcome.lines.last { $0["examined"] != nil } ?? [:]
    }

    @Test func whatChangedMeanwhileIsReadAndNothingElse() throws {
        let hearth = try HearthProgram()
        try hearth.write("papers/lease.md", "The lease ends in May.\n")
        try hearth.write("papers/scan.pdf", Data())
        let added = try hearth.run("folders", "add", hearth.folder.path + "/papers", "--label", "private", "--json")
        #expect(added.lines.first?["name"] as? String == "papers", "\(added.errors)")
        #expect(added.lines.contains { $0["status"] as? String == "added" }, "\(added.output)")

        try FileManager.default.moveItem(
            atPath: hearth.folder.path + "/papers/lease.md", toPath: hearth.folder.path + "/papers/contract.md")
        let moved = report(try hearth.run("folders", "refresh", "--json"))
        #expect(moved["moved"] as? Int == 1 && moved["removed"] as? Int == 0, "\(moved)")
        let listed = try hearth.run("folders", "list", "--errors", "--skipped", "--json")
        #expect(listed.lines.first?["label"] as? String == "private", "\(listed.output)")
        #expect(
            listed.lines.contains { $0["path"] as? String == "scan.pdf" && $0["message"] != nil }, "\(listed.output)")
        #expect(try hearth.run("folders", "list").output.contains("1 in the library"))

        try FileManager.default.moveItem(
            atPath: hearth.folder.path + "/papers", toPath: hearth.folder.path + "/unplugged")
        let missing = try hearth.run("folders", "refresh")
        #expect(missing.status != 0 && missing.errors.contains("Nothing was forgotten"), "\(missing.errors)")
        #expect(try hearth.run("documents", "list", "--json").lines.count == 1)
        #expect(try hearth.run("folders", "remove", "papers", "--documents").status == 0)
        #expect(try hearth.run("documents", "list", "--json").lines.isEmpty)
    }

    @Test func whatIsCalledWronglySaysWhatToDo() throws {
        let hearth = try HearthProgram()
        let nowhere = try hearth.run("folders", "add", hearth.folder.path + "/nowhere")
        #expect(nowhere.status == 1 && nowhere.errors.contains("There is no folder"), "\(nowhere.errors)")
        let unknown = try hearth.run("folders", "pause", "nothing")
        #expect(unknown.status == 1 && unknown.errors.contains("nothing"), "\(unknown.errors)")
        #expect(try hearth.run("folders", "prune", "nothing").status == 2)
        #expect(try hearth.run("folders").output.contains("hearth folders add"))
    }
}
