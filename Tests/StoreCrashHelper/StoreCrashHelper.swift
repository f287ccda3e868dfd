// A process of its own for tests of HearthStore: one that can be killed, limited, or run as another user.
//
//   ingest FOLDER PREFIX COUNT   stores COUNT documents one transaction each, and prints a line after each
//   limited FOLDER BYTES         the same without end, with no file allowed to grow beyond BYTES; prints the error's code
//   nobody FOLDER                opens FOLDER, first for writing, then read-only, as a user without rights; prints the outcomes
//   key FOLDER                   loads or makes the key of FOLDER and prints its digest
//   ledger FOLDER COUNT          appends COUNT records, several at a time, and prints the number of each when it is written
import Foundation
import HearthCore
import HearthStore
import HearthTesting

@main
enum StoreCrashHelper {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(64) }
        let folder = URL(filePath: arguments[2])
        do {
            switch arguments[1] {
            case "ingest": try await ingest(folder, prefix: arguments[3], count: Int(arguments[4]) ?? 0)
            case "ledger": try await ledger(folder, count: Int(arguments[3]) ?? 0)
            case "limited": try await limited(folder, bytes: UInt64(arguments[3]) ?? 0)
            case "nobody": try await openAsNobody(folder)
            case "key":
                let key = try DatabaseKey.loadOrCreate(
                    in: KeyFileSecretStore(folder: folder), for: StoreFiles(folder: folder))
                report(ContentHash(of: key.exposedBytes()).hex)
            default: exit(64)
            }
        } catch {
            report((error as? any ReadableError)?.code ?? "\(error)")
            exit(1)
        }
    }

    /// Prints a line at once: the process may be killed the next moment.
    private static func report(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private static func open(_ folder: URL, readOnly: Bool = false) throws -> HearthDatabase {
        try HearthDatabase(.init(folder: folder, key: TemporaryStore.testKey, isReadOnly: readOnly))
    }

    private static func ingest(_ folder: URL, prefix: String, count: Int) async throws {
        let database = try open(folder)
        let samples = SampleDocuments()
        for number in 0..<count {
            // Every third document replaces another, so that removals are cut short too.
            let place = number % 3 == 2 ? number - 1 : number
            let document = samples.document(number, words: [prefix])
            try await database.replaceSource(samples.source("/\(prefix)/\(place)", of: document), with: document)
            report("\(number)")
        }
        try database.close()
    }

    private static func ledger(_ folder: URL, count: Int) async throws {
        let database = try open(folder)
        for _ in 0..<((count + 9) / 10) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let entry = LedgerEntry(
                            kind: .decision, time: Date(), task: .chat, engine: .basic, model: "basic")
                        report("\(try await database.append(entry))")
                    }
                }
                try await group.waitForAll()
            }
        }
        try database.close()
    }

    private static func limited(_ folder: URL, bytes: UInt64) async throws {
        signal(SIGXFSZ, SIG_IGN)
        #if canImport(Glibc)
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
        var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
        setrlimit(RLIMIT_FSIZE, &limit)
        #endif
        try await ingest(folder, prefix: "limited", count: 100_000)
    }

    private static func openAsNobody(_ folder: URL) async throws {
        guard setgid(65_534) == 0, setuid(65_534) == 0 else { return report("cannot change the user") }
        do {
            _ = try open(folder)
            report("opened")
        } catch {
            report((error as? any ReadableError)?.code ?? "\(error)")
        }
        let database = try open(folder, readOnly: true)
        report("\(try await database.counts().documents)")
        do {
            _ = try await database.createConversation()
            report("written")
        } catch {
            report((error as? any ReadableError)?.code ?? "\(error)")
        }
    }
}
