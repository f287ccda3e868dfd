import Foundation
import HearthCore
import HearthSchema
import PublicSuites
import Testing

/// The JSON-Schema-Test-Suite (https://github.com/json-schema-org/JSON-Schema-Test-Suite), required and optional tests, for the
/// five drafts that are understood.
@Suite(.enabled(if: PublicSuite.jsonSchema.isExpected, Comment(rawValue: PublicSuite.hint)))
struct JSONSchemaSuiteTests {
    private struct Case {
        var name: String
        var schema: JSONValue
        var value: JSONValue
        var isValid: Bool
        var formats: Bool
    }

    /// What is answered otherwise on purpose: `draft/file: case: test`, each with its reason. The test fails, too, when one of
    /// these is answered as the suite has it.
    private static let differing: [String: String] = {
        let float = "1.0 is an integer in every draft: the later drafts say so, and models write it"
        let content =
            "contentEncoding and contentMediaType describe, and are not asserted, in every draft as since 2019-09"
        let vocabulary = "format is asserted where the caller asks for it, whatever a metaschema's vocabulary says"
        return [
            "draft4/optional/zeroTerminatedFloats.json: some languages do not distinguish between different types of numeric "
                + "value: a float is not an integer even without fractional part": float,
            "draft7/optional/content.json: validation of string-encoded content based on media type: an invalid JSON document":
                content,
            "draft7/optional/content.json: validation of binary string-encoding: an invalid base64 string (% is not a valid "
                + "character)": content,
            "draft7/optional/content.json: validation of binary-encoded media type documents: a validly-encoded invalid JSON "
                + "document": content,
            "draft7/optional/content.json: validation of binary-encoded media type documents: an invalid base64 string that "
                + "is valid JSON": content,
            "draft2020-12/optional/format-assertion.json: schema that uses custom metaschema with format-assertion: false: "
                + "format-assertion: false: invalid string": vocabulary,
            "draft2020-12/optional/format-assertion.json: schema that uses custom metaschema with format-assertion: true: "
                + "format-assertion: true: invalid string": vocabulary,
        ]
    }()

    @Test(
        arguments: [
            (SchemaDraft.draft4, "draft4", 863), (.draft6, "draft6", 1149), (.draft7, "draft7", 1465),
            (.draft2019, "draft2019-09", 1864), (.draft2020, "draft2020-12", 1906),
        ])
    func everyTestOfTheSuiteIsAnsweredAsItShouldBe(draft: SchemaDraft, folder: String, count: Int) throws {
        let cases = try cases(of: folder)
        #expect(cases.count == count)
        let remotes = try remotes()
        var wrong: [String: String] = [:]
        for test in cases {
            do {
                let schema = try JSONSchema(test.schema, draft: draft, resources: remotes)
                let answer = try schema.isValid(test.value, formats: test.formats)
                if answer != test.isValid { wrong[test.name] = "is taken to be \(answer ? "valid" : "invalid")" }
            } catch {
                wrong[test.name] = "\(error)"
            }
        }
        let expected = Self.differing.keys.filter { $0.hasPrefix(folder + "/") }
        for (name, found) in wrong.sorted(by: { $0.key < $1.key }) where Self.differing[name] == nil {
            Issue.record("\(name) \(found)")
        }
        for name in expected where wrong[name] == nil { Issue.record("\(name) does not differ any more") }
    }

    // MARK: The suite's files

    private func cases(of folder: String) throws -> [Case] {
        let root = PublicSuite.jsonSchema.folder.appending(path: "tests").appending(path: folder)
        var found: [Case] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
        where path.hasSuffix(".json") {
            for group in try parsed(root.appending(path: path)).arrayValue ?? [] {
                for test in group["tests"]?.arrayValue ?? [] {
                    guard let schema = group["schema"], let value = test["data"], let isValid = test["valid"]?.boolValue
                    else { continue }
                    let names = [group, test].compactMap { $0["description"]?.stringValue }.joined(separator: ": ")
                    found.append(
                        Case(
                            name: "\(folder)/\(path): \(names)", schema: schema, value: value, isValid: isValid,
                            formats: path.hasPrefix("optional/format/")))
                }
            }
        }
        return found
    }

    /// What the suite's schemas refer to, which is served at this address nowhere but in the suite.
    private func remotes() throws -> [String: JSONValue] {
        let root = PublicSuite.jsonSchema.folder.appending(path: "remotes")
        var found: [String: JSONValue] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path) where path.hasSuffix(".json") {
            found["http://localhost:1234/\(path)"] = try parsed(root.appending(path: path))
        }
        return found
    }

    private func parsed(_ file: URL) throws -> JSONValue { try JSONValue(parsing: Array(Data(contentsOf: file))) }
}
