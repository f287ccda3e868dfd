import Foundation
import Testing

/// That keys and settings stay where they belong, tried on the real binary.
@Suite struct KeysTests {
    private static let key = "sk-proj-planted0123456789abcdWXYZ"
    /// No session bus: the tests must not write into the keyring of whoever runs them.
    private static let noBus = ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": ""]

    /// Whatever a person does with a key, right or wrong: it stands in no output and no file.
    @Test func aKeyIsNeverRepeatedOrWrittenDown() throws {
        let hearth = try HearthProgram()
        let key = Self.key
        let set = try hearth.run("keys", "set", "openai", input: key + "\n", environment: Self.noBus)
        #expect(set.status == 0)
        var outcomes = [set]
        for arguments in [
            ["keys", "list"], ["keys", "list", "--json"], ["keys", "set", "openai", key], ["keys", "set", key],
            ["keys", "remove", key], ["keys", "remove", "openai", key], ["keys", "list", key], ["keys", key],
            ["keys", "set", "openai", "--in", key], ["keys", "set", "openai", "--key", key],
            ["settings", "set", "openai-model", key], ["settings", "set", "openai-key", key],
            ["settings", "set", key, "x"], ["settings", "unset", key], ["settings", "set", "mode", key],
            ["settings", "set", "custom-url", "https://me:\(key)@example.com"], ["settings"], ["settings", "--json"],
            ["environment", "add", key], ["environment", "add", "x", "--key", "openai=\(key)"],
            ["environment", "add", "x", "--set", "openai-model=\(key)"], ["environment", "use", key],
            ["environment", "list", "--json"], ["environment", "show"], ["--environment", key], ["doctor"],
        ] {
            let process = try hearth.start(arguments, environment: Self.noBus)
            let output = process.standardOutput as! Pipe
            let errors = process.standardError as! Pipe
            try (process.standardInput as! Pipe).fileHandleForWriting.close()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            outcomes.append(.init(status: process.terminationStatus, output: text, errors: words))
        }
        for variable in ["HEARTH_MODE", "HEARTH_OPENAI_MODEL", "HEARTH_CUSTOM_URL", "HEARTH_ENVIRONMENT"] {
            outcomes.append(try hearth.run("settings", environment: Self.noBus.merging([variable: key]) { $1 }))
        }
        for outcome in outcomes {
            #expect(!(outcome.output + outcome.errors).contains("planted"))
            #expect(!(outcome.output + outcome.errors).contains("0123456789"))
        }
        // The key is still there after all that, and only under encryption.
        let kept = try hearth.run("keys", "list", "--json", environment: Self.noBus).lines
        #expect(kept.count == 1 && kept.first?["lastCharacters"] as? String == "WXYZ")
        var searched = 0
        for case let name as String in FileManager.default.enumerator(atPath: hearth.home.path) ?? .init() {
            guard let data = FileManager.default.contents(atPath: hearth.home.path + "/" + name) else { continue }
            searched += data.count
            for form in [Data(key.utf8), Data(key.utf8).base64EncodedData(), Data("planted".utf8), Data("WXYZ".utf8)] {
                #expect(data.range(of: form) == nil, "in \(name)")
            }
        }
        #expect(searched > 50)
    }

    @Test func whatIsNoKeyIsWrongUsage() throws {
        let hearth = try HearthProgram()
        for input in ["", "\n", "short\n", "two words 0123456789\n", String(repeating: "k", count: 20_000)] {
            #expect(try hearth.run("keys", "set", "openai", input: input, environment: Self.noBus).status == 2)
        }
        #expect(try hearth.run("keys", "set", "nobody", input: Self.key, environment: Self.noBus).status == 2)
        #expect(try hearth.run("keys", "remove", "openai", environment: Self.noBus).status == 1)
        #expect(try hearth.run("keys", "list", "--json", environment: Self.noBus).output.isEmpty)
    }

    @Test func settingsSayWhereTheyComeFrom() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("settings", "set", "threads", "3").status == 0)
        #expect(try hearth.run("environment", "add", "work", "--set", "mode=local-only").status == 0)
        let lines = try hearth.run(
            "settings", "--environment", "work", "--json", environment: ["HEARTH_OFFLINE": "1", "HEARTH_OFLINE": "1"])
        #expect(lines.status == 0 && lines.errors.contains("HEARTH_OFLINE"))
        var rows: [String: (String?, String?)] = [:]
        for line in lines.lines {
            rows[line["name"] as? String ?? ""] = (line["value"] as? String, line["source"] as? String)
        }
        #expect(rows["threads"]! == ("3", "file"))
        #expect(rows["mode"]! == ("localOnly", "environment"))
        #expect(rows["offline"]! == ("true", "variable"))
        #expect(rows["enforce"]! == ("policy", "default"))
        #expect(rows["proxy"]! == (nil, "default"))
    }

    @Test func aSettingIsChangedInTheEnvironmentThatWasNamed() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("environment", "add", "work").status == 0)
        #expect(try hearth.run("settings", "set", "--environment", "work", "threads", "2").status == 0)
        func threads(of environment: String? = nil) throws -> String? {
            let rows = try hearth.run("settings", "--json", environment.map { "--environment=\($0)" } ?? "--json").lines
            return rows.first { $0["name"] as? String == "threads" }?["value"] as? String
        }
        #expect(try threads(of: "work") == "2")
        #expect(try threads() == nil)
        // A variable chooses what holds for a call, but not what a change is written to.
        let variable = ["HEARTH_ENVIRONMENT": "work"]
        #expect(try hearth.run("settings", "set", "threads", "3", environment: variable).status == 0)
        #expect(try threads(of: "work") == "2")
        #expect(try threads() == "3")
        #expect(try hearth.run("--environment=work", "settings", "unset", "threads").status == 0)
        #expect(try threads(of: "work") == "3")
    }

    @Test func aChangeIsOneOfTheEnvironmentInUseAndOfNoOther() throws {
        let hearth = try HearthProgram()
        func value(_ name: String, in environment: String) throws -> String? {
            let rows = try hearth.run("settings", "--json", "--environment=\(environment)").lines
            return rows.first { $0["name"] as? String == name }?["value"] as? String
        }
        #expect(try hearth.run("settings", "set", "threads", "3").errors.isEmpty)
        #expect(try hearth.run("environment", "use", "production").status == 0)
        let set = try hearth.run("settings", "set", "custom-url", "http://127.0.0.1:9/v1")
        #expect(set.status == 0 && set.errors.contains("production"), "\(set.errors)")
        #expect(try hearth.run("mode", "localOnly").status == 0)
        #expect(try hearth.run("--environment", "work", "mode", "byoOnly").status == 2)
        for (name, production, development) in [
            ("custom-url", "http://127.0.0.1:9/v1", nil), ("mode", "localOnly", "auto"), ("threads", "3", "3"),
        ] {
            #expect(try value(name, in: "production") == production)
            #expect(try value(name, in: "development") == development)
        }
        // What all share is not this environment's to take away, and that is said.
        let unset = try hearth.run("settings", "unset", "threads")
        #expect(unset.status == 0 && unset.errors.contains("nothing was changed"), "\(unset.errors)")
        #expect(try hearth.run("settings", "unset", "mode").status == 0)
        #expect(try value("mode", in: "production") == "auto" && value("threads", in: "production") == "3")
        #expect(try hearth.run("--environment=development", "mode", "appleOnly").status == 0)
        #expect(try value("mode", in: "production") == "auto" && value("mode", in: "development") == "appleOnly")
    }

    @Test func wrongValuesEndWithTheStatusOfTheirPlace() throws {
        let hearth = try HearthProgram()
        #expect(try hearth.run("settings", "set", "mode", "fast").status == 2)
        #expect(try hearth.run("settings", "--environment", "nowhere").status == 2)
        #expect(try hearth.run("settings", environment: ["HEARTH_THREADS": "many"]).status == 1)
        try hearth.write("home/settings.json", #"{"mode": "fast", "threads": 2}"#)
        #expect(try hearth.run("settings").status == 1)
        #expect(try hearth.run("settings", "unset", "mode").status == 0)
        #expect(try hearth.run("settings").status == 0)
    }
}
