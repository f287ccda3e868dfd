/// The page's files as a browser fetches them: one script for what every view needs, one more for each view, and one style sheet, in place
/// of some two hundred files.
///
/// The page is written in small modules, and a browser asks for each of them by itself, for those that a module names only once it was
/// read. A phone over a home network waits for every such step. So the modules are joined here, when the page is first asked for, and no
/// made file lies beside its sources.
///
/// - Each module becomes a function that returns what it exports, below those that it imports; so the order in which they run is that of
///   the standard (ECMA-262, 16.2.1.5: depth first), and no name of one is in the way of another's.
/// - What is imported only when it is needed (`import("./views/journal/journal.js")`) begins a file of its own. What several of these need
///   goes to the one that imports them.
/// - Every module keeps its address, where then stands what passes on what the joined one exports: there is one of each, whoever asks.
///
/// It knows the forms in which the page is written, and nothing else: names in braces, exports in front of what is declared, no imports in a
/// circle, nothing exported that is assigned later. A file that it cannot read leaves all of them as they are.
struct PageBundle {
    /// The text of a file by its address, of those that change.
    private(set) var files: [String: String] = [:]

    /// Where the joined style sheet stands.
    static let styles = "/css/page.css"
    /// Whether it is made of the file at an address, among others.
    static func reads(_ address: String) -> Bool {
        address == "/" || address.hasPrefix("/js/") || address.hasPrefix("/css/")
    }

    private let modules: [String: Module]
    /// What is loaded before all else, as it is: what `main` imports.
    private var single: Set<String> = []

    /// - Parameters:
    ///   - files: The text of each script, style sheet and page by its address, such as `/js/main.js`.
    ///   - main: The module that the page names.
    init?(_ files: [String: String], main: String = "/js/main.js") {
        var modules: [String: Module] = [:]
        for (address, text) in files where address.hasPrefix("/js/") && address.hasSuffix(".js") {
            guard let module = Module(text, at: address) else { return nil }
            modules[address] = module
        }
        self.modules = modules
        guard let begin = modules[main], let first = order(from: [main], without: []) else { return nil }
        single = Set(first)
        for entry in begin.later { guard join(entry) else { return nil } }
        if let page = files["/"] { joinStyles(of: page, files) }
    }

    // MARK: - Scripts

    /// What a module names, and itself, each below what it needs; `nil` where they name each other in a circle, or one that is not there.
    private func order(from entries: [String], without known: Set<String>) -> [String]? {
        var found: [String] = []
        var done = known
        var open: Set<String> = []
        func visit(_ address: String) -> Bool {
            if done.contains(address) { return true }
            guard let module = modules[address], open.insert(address).inserted else { return false }
            for wanted in module.imports { guard visit(wanted.from) else { return false } }
            open.remove(address)
            done.insert(address)
            found.append(address)
            return true
        }
        for entry in entries { guard visit(entry) else { return nil } }
        return found
    }

    /// Joins what an entry needs, and the entries that it imports later, each with what it alone needs.
    private mutating func join(_ entry: String) -> Bool {
        guard let own = order(from: [entry], without: single) else { return false }
        let entries = Set(own.flatMap { modules[$0]?.later ?? [] }).subtracting(own).sorted()
        let known = single.union(own)
        var uses: [String: Int] = [:]
        for later in entries {
            guard let needed = order(from: [later], without: known) else { return false }
            for address in needed { uses[address, default: 0] += 1 }
        }
        let shared = Set(uses.filter { $0.value > 1 }.keys)
        guard let all = order(from: [entry] + shared.sorted(), without: single) else { return false }
        files[entry] = text(of: all, entry: entry, below: nil)
        for later in entries where !shared.contains(later) {
            guard let needed = order(from: [later], without: single.union(all)),
                // One level is what the page has.
                needed.allSatisfy({ Set(modules[$0]?.later ?? []).isSubset(of: single.union(all).union(entries)) })
            else { return false }
            files[later] = text(of: needed, entry: later, below: (entry, Set(all)))
        }
        return true
    }

    /// The text of a joined file, and in `files` what stands at the addresses of its modules.
    private mutating func text(
        of addresses: [String], entry: String, below: (address: String, modules: Set<String>)?
    ) -> String {
        let places = Dictionary(uniqueKeysWithValues: addresses.enumerated().map { ($1, "hearth$\($0)") })
        var singles: [String] = []
        var body = ""
        for address in addresses {
            guard let module = modules[address], let place = places[address] else { continue }
            body += "// \(address)\nconst \(place) = (() => {\n"
            for wanted in module.imports where !wanted.names.isEmpty {
                let source: String
                if let place = places[wanted.from] {
                    source = place
                } else if let below, below.modules.contains(wanted.from) {
                    source = "hearth$below[\"\(wanted.from)\"]"
                } else {
                    if !singles.contains(wanted.from) { singles.append(wanted.from) }
                    source = "hearth$single\(singles.firstIndex(of: wanted.from) ?? 0)"
                }
                body += "const {\(wanted.names)} = \(source);\n"
            }
            body += module.body
            body += "\nreturn {\(module.exports.joined(separator: ", "))};\n})();\n"
        }
        var head = below.map { "import {hearth$modules as hearth$below} from \"\($0.address)\";\n" } ?? ""
        for (number, address) in singles.enumerated() {
            head += "import * as hearth$single\(number) from \"\(address)\";\n"
        }
        let list = addresses.map { "\"\($0)\": \(places[$0] ?? "")" }.joined(separator: ", ")
        var foot = "export const hearth$modules = {\(list)};\n"
        let exports = modules[entry]?.exports ?? []
        if !exports.isEmpty, let place = places[entry] {
            foot += "export const {\(exports.joined(separator: ", "))} = \(place);\n"
        }
        for address in addresses where address != entry {
            let exports = modules[address]?.exports ?? []
            files[address] =
                "import {hearth$modules} from \"\(entry)\";\nexport const {\(exports.joined(separator: ", "))} = "
                + "hearth$modules[\"\(address)\"];\n"
        }
        return head + body + foot
    }

    // MARK: - Style sheets

    /// The links of the page in a row become one, to all of them in their order.
    private mutating func joinStyles(of page: String, _ files: [String: String]) {
        guard files[Self.styles] == nil else { return }
        var lines: [Substring] = []
        var styles = ""
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("<link rel=\"stylesheet\" "), let address = Self.quoted(line, after: "href=\""),
                let text = files[address]
            else {
                lines.append(line)
                continue
            }
            if styles.isEmpty { lines.append("<link rel=\"stylesheet\" href=\"\(Self.styles)\">") }
            let media = Self.quoted(line, after: "media=\"")
            styles += media.map { "@media \($0) {\n\(text)\n}\n" } ?? text + "\n"
        }
        guard !styles.isEmpty else { return }
        self.files[Self.styles] = styles
        self.files["/"] = lines.joined(separator: "\n")
    }

    private static func quoted(_ line: Substring, after mark: String) -> String? {
        guard let start = line.firstRange(of: mark)?.upperBound, let end = line[start...].firstIndex(of: "\"") else {
            return nil
        }
        return String(line[start..<end])
    }
}

// MARK: - Modules

extension PageBundle {
    /// A module as it is written, taken apart.
    private struct Module {
        /// Names as they stand in a declaration that takes a value apart (`a, b: c`), and the address that they come from. No names where a
        /// module is only to have run.
        var imports: [(names: String, from: String)] = []
        /// What it imports when it is needed.
        var later: [String] = []
        var exports: [String] = []
        /// The rest of it, with addresses that hold anywhere.
        var body = ""

        init?(_ text: String, at address: String) {
            var statement: String?
            var lines: [String] = []
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if let begun = statement ?? (Self.importsAtOnce(line) ? "" : nil) {
                    let all = begun + line + " "
                    statement = line.hasSuffix(";") ? nil : all
                    if statement == nil { guard add(import: all, at: address) else { return nil } }
                } else if line.hasPrefix("export ") {
                    guard let declared = Self.declared(line) else { return nil }
                    exports.append(declared)
                    lines.append(String(line.dropFirst("export ".count)))
                } else {
                    lines.append(read(line, at: address))
                }
            }
            guard statement == nil else { return nil }
            body = lines.joined(separator: "\n")
        }

        private static func importsAtOnce(_ line: Substring) -> Bool {
            line.hasPrefix("import ") || line.hasPrefix("import{")
        }

        private mutating func add(import statement: String, at address: String) -> Bool {
            guard let source = PageBundle.quoted(statement[...], after: "\"") else { return false }
            let from = Self.resolved(source, against: address)
            let head = statement[..<(statement.firstIndex(of: "\"") ?? statement.endIndex)]
            guard let open = head.firstIndex(of: "{") else {
                imports.append(("", from))
                return head.allSatisfy { !$0.isLetter } || head == "import "
            }
            guard head[..<open].allSatisfy({ $0 == " " || "import".contains($0) }), let close = head.firstIndex(of: "}")
            else { return false }
            let names = head[head.index(after: open)..<close].split(separator: ",").map { name in
                name.split(separator: " ").filter { $0 != "as" }.joined(separator: ": ")
            }
            imports.append((names.filter { !$0.isEmpty }.joined(separator: ", "), from))
            return true
        }

        /// The name of what is exported; `nil` for a form that is not known.
        private static func declared(_ line: Substring) -> String? {
            let words = line.split(maxSplits: 5) { " ({=;".contains($0) }.dropFirst()
            guard let kind = words.first else { return nil }
            switch kind {
            case "const" where !line.hasPrefix("export const {") && !line.hasPrefix("export const ["), "class":
                return words.dropFirst().first.map(String.init)
            case "function", "function*": return words.dropFirst().first.map(String.init)
            case "async": return words.dropFirst(2).first.map(String.init)
            default: return nil
            }
        }

        /// A line of the rest. What is imported later is named by its whole address, since the file that it will stand in has another one.
        private mutating func read(_ line: Substring, at address: String) -> String {
            let mark = "import(\""
            let start = line.drop { $0 == " " }
            guard line.contains(mark), !start.hasPrefix("*"), !start.hasPrefix("//"), !start.hasPrefix("/*") else {
                return String(line)
            }
            var parts = line.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
            for place in parts.indices.dropFirst() {
                guard let end = parts[place].firstIndex(of: "\"") else { continue }
                let target = Self.resolved(String(parts[place][..<end]), against: address)
                later.append(target)
                parts[place].replaceSubrange(..<end, with: target)
            }
            return parts.joined(separator: mark)
        }

        /// An address as a module writes it, such as `../lib/words.js`, as the server knows it.
        private static func resolved(_ written: String, against address: String) -> String {
            guard written.hasPrefix(".") else { return written }
            var parts = address.split(separator: "/").dropLast().map(String.init)
            for part in written.split(separator: "/") where part != "." {
                if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
            }
            return "/" + parts.joined(separator: "/")
        }
    }
}
