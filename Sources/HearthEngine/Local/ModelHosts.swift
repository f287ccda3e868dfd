import Foundation
import HearthLlama
import HearthRunner

/// Where the local models of a data folder run: in processes of their own where the program says which (``RunnerProgram``), else
/// in this one.
enum ModelHosts {
    static func host(dataFolder: URL) -> any ModelHost {
        guard let program = RunnerProgram.standard else { return InProcessHost() }
        return ChildHost(
            program: program, crashLog: ModelFiles(dataFolder: dataFolder).crashes)
    }
}
