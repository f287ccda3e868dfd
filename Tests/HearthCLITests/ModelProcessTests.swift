import Foundation
import Testing
import TinyModels

#if Llama && os(Linux)
/// Where the command runs models, and what is left of it.
@Suite struct ModelProcessTests {
    /// The processes that `parent` started, with their state.
    private func children(of parent: Int32) -> [(pid: Int32, state: String)] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { name in
            guard let pid = Int32(name), let found = stat(pid), found.parent == parent else { return nil }
            return (pid, found.state)
        }
    }

    private func stat(_ pid: Int32) -> (parent: Int32, state: String)? {
        guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 1, let parent = Int32(fields[1]) else { return nil }
        return (parent, String(fields[0]))
    }

    /// Looks again and again; the bound is only for a machine that is stuck.
    private func wait(until isSo: () -> Bool) -> Bool {
        for _ in 0..<6000 {
            if isSo() { return true }
            usleep(10_000)
        }
        return false
    }

    @Test func noProcessIsLeftWhenItsParentIsKilled() throws {
        let hearth = try HearthProgram()
        try hearth.write("note.txt", "The gate is green.\n")
        #expect(try hearth.run("ingest", "note.txt").status == 0)
        let path = try hearth.write("tiny.gguf", TinyModel(context: 4096).encoded())
        #expect(try hearth.run("settings", "set", "local-model", path).status == 0)
        let chat = try hearth.start(["chat"])
        let input = chat.standardInput as! Pipe
        input.fileHandleForWriting.write(Data("What colour is the gate?\n".utf8))
        var found: [(pid: Int32, state: String)] = []
        let isThere = wait {
            found = children(of: chat.processIdentifier)
            return !found.isEmpty || !chat.isRunning
        }
        #expect(isThere && !found.isEmpty)
        kill(chat.processIdentifier, SIGKILL)
        for child in found {
            #expect(wait { stat(child.pid).map { $0.state == "Z" } ?? true }, "\(child.pid) lives on")
        }
    }

    @Test func aFileWhoseLoadEndsItsProcessIsNeverSaidToBeGood() throws {
        let hearth = try HearthProgram()
        // A head in which nothing is wrong, and a graph that llama.cpp ends the process for.
        let path = try hearth.write("odd.gguf", TinyModel.thatEndsItsProcess())
        let added = try hearth.run("models", "add", path)
        #expect(added.status != 0)
        #expect(added.errors.contains("trial"), "\(added.errors)")
        #expect(try hearth.run("models", "add", path, "--json").lines.contains { $0["compatible"] as? Bool == false })
        // The same, answered by a model that is fine.
        let fine = try hearth.write("fine.gguf", TinyModel().encoded())
        let good = try hearth.run("models", "add", fine)
        #expect(good.status == 0 && good.errors.contains("trial"), "\(good.errors)")
    }
}
#endif
