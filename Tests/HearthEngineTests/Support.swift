import Foundation
import HearthCore
import HearthStore

@testable import HearthEngine

/// A data folder that goes away with it.
final class TemporaryFolder: Sendable {
    let url = FileManager.default.temporaryDirectory
        .appendingPathComponent("hearth-test-\(UUID().uuidString)", isDirectory: true)

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: url.appendingPathComponent(name))
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appendingPathComponent(name)), as: UTF8.self)
    }

    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path + "/" + name)[.posixPermissions] as? Int
    }

    /// Every byte of every file, names included.
    func everything() throws -> String {
        var all = ""
        for case let name as String in FileManager.default.enumerator(atPath: url.path) ?? .init() {
            all += name + "\n"
            let data = (try? Data(contentsOf: url.appendingPathComponent(name))) ?? Data()
            all += String(decoding: data, as: UTF8.self) + "\n" + data.base64EncodedString() + "\n"
        }
        return all
    }

    func load(
        environment: String? = nil, flags: [SettingKey: String] = [:], variables: [String: String] = [:]
    ) throws -> EnvironmentSnapshot {
        try SettingsLoader(folder: url, environment: environment, flags: flags, variables: variables).load()
    }
}

/// The error that `body` throws, as a person and a program see it.
func failure(_ body: () throws -> Void) -> (code: String, message: String, help: [Failure.Help])? {
    do {
        try body()
        return nil
    } catch let error as any ReadableError {
        return (error.code, error.message, error.help)
    } catch {
        return ("\(type(of: error))", "\(error)", [])
    }
}

/// The same for what waits.
func failure(_ body: () async throws -> Void) async -> (code: String, message: String, help: [Failure.Help])? {
    let result: Result<Void, any Error>
    do {
        result = .success(try await body())
    } catch {
        result = .failure(error)
    }
    return failure { try result.get() }
}
