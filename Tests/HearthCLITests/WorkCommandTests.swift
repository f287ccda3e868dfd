import Foundation
import Testing

/// `hearth work`, as a person and a program use it.
@Suite struct WorkCommandTests {
    @Test func `Where nothing is to be done, it says so and ends`() throws {
        let hearth = try HearthProgram()
        let list = try hearth.run("work", "list")
        #expect(list.status == 0 && list.output == "Nothing is to be done.\n", "\(list.errors)")
        #expect(try hearth.run("work", "list", "--failed").output == "Nothing failed.\n")
        #expect(try hearth.run("work", "list", "--json").output == "")
        for arguments in [["work", "--once"], ["work", "run", "--once", "--kind", "transcribe", "--json"]] {
            let run = try hearth.run(arguments)
            #expect(run.status == 0 && run.output == "", "\(run.errors)")
        }
    }

    @Test func `What is called wrongly is refused, and what is not there is named`() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("work", "--parallel", "0").status == 2)
        #expect(try hearth.run("work", "--kind", "everything").status == 2)
        #expect(try hearth.run("work", "list", "--failed", "--all").status == 2)
        for act in ["retry", "cancel"] {
            let run = try hearth.run("work", act, "nothing")
            #expect(run.status == 1 && run.errors.contains("There is no such task"), "\(run.errors)")
        }
    }
}
