import Foundation

/// One line of ``IgnorePatterns``.
struct IgnorePattern: Hashable, Sendable {
    /// What stands for one character, or for any number of them.
    enum Element: Hashable, Sendable {
        case character(Unicode.Scalar)
        case any
        case set(ScalarSet)
        case star
    }

    /// A part between two slashes.
    enum Part: Hashable, Sendable {
        /// `**`: any number of folders, none included; at the end, everything that is in the folder before it.
        case folders
        case name([Element])
    }

    enum Reading: Hashable, Sendable {
        case pattern(IgnorePattern)
        /// An empty line, or a comment.
        case nothing
        case problem(IgnorePatterns.Problem.Reason)
    }

    var isNegated = false
    var isForFolders = false
    var parts: [Part] = []
    /// The one part of a pattern that fits at any depth: it is compared with the last part of a path alone.
    private var anywhere: [Element]?

    // MARK: Reading

    static func read(_ line: String, isFirst: Bool = false) -> Reading {
        var characters = IgnorePath.scalars(line)[...]
        // What some editors begin a file with, and end a line with.
        if isFirst, characters.first == "\u{FEFF}" { characters.removeFirst() }
        if characters.last == "\r" { characters.removeLast() }
        if characters.first == "#" { return .nothing }
        var pattern = IgnorePattern()
        if characters.first == "!" {
            pattern.isNegated = true
            characters.removeFirst()
        }
        characters = withoutTrailingSpaces(characters)
        guard !characters.isEmpty else { return .nothing }
        guard characters.count <= IgnorePatterns.mostCharacters else { return .problem(.tooLong) }
        guard var pieces = pieces(characters) else { return .problem(.unfinished) }
        if pieces.count > 1, pieces.last?.isEmpty == true {
            pattern.isForFolders = true
            pieces.removeLast()
        }
        let isBound = pieces.count > 1
        if pieces.first?.isEmpty == true { pieces.removeFirst() }
        guard !pieces.isEmpty else { return .nothing }
        // No name is empty.
        guard pieces.allSatisfy({ !$0.isEmpty }) else { return .problem(.unfinished) }
        pattern.parts = pieces.map { piece in
            piece.allSatisfy { $0 == .star } && piece.count == 2 ? .folders : .name(collapsed(piece))
        }
        if !isBound {
            if case .name(let only)? = pattern.parts.first {
                pattern.anywhere = only
            }
            pattern.parts.insert(.folders, at: 0)
        }
        // Two in a row are one; more would only be compared again and again.
        pattern.parts = pattern.parts.reduce(into: []) { parts, part in
            if part != .folders || parts.last != .folders { parts.append(part) }
        }
        return .pattern(pattern)
    }

    private static func withoutTrailingSpaces(_ characters: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var characters = characters
        while characters.last == " " {
            // One behind a backslash is meant, unless that stands for itself.
            let backslashes = characters.dropLast().reversed().prefix { $0 == "\\" }.count
            guard backslashes.isMultiple(of: 2) else { break }
            characters.removeLast()
        }
        return characters
    }

    /// The elements between slashes; `nil` where a set or an escape has no end.
    private static func pieces(_ characters: ArraySlice<Unicode.Scalar>) -> [[Element]]? {
        var pieces: [[Element]] = [[]]
        func add(_ element: Element) { pieces[pieces.count - 1].append(element) }
        var place = characters.startIndex
        while place < characters.endIndex {
            let character = characters[place]
            place += 1
            switch character {
            case "/": pieces.append([])
            case "*": add(.star)
            case "?": add(.any)
            case "\\":
                guard place < characters.endIndex else { return nil }
                if characters[place] == "/" { pieces.append([]) } else { add(.character(characters[place])) }
                place += 1
            case "[":
                guard let set = ScalarSet.read(characters, &place) else { return nil }
                add(.set(set))
            default: add(.character(character))
            }
        }
        return pieces
    }

    /// Several stars in a row are one.
    private static func collapsed(_ piece: [Element]) -> [Element] {
        piece.reduce(into: []) { elements, element in
            if element != .star || elements.last != .star { elements.append(element) }
        }
    }

    // MARK: Comparing

    func fits(_ path: IgnorePath, isFolder: Bool) -> Bool {
        guard isFolder || !isForFolders, let last = path.parts.last else { return false }
        if let anywhere { return Self.fits(anywhere, last) }
        return fitsParts(path.parts)
    }

    /// With one place to go back to: where the last `**` stood. What comes before it was compared, and a later place for an earlier one
    /// could not fit more.
    private func fitsParts(_ names: [[Unicode.Scalar]]) -> Bool {
        var (part, name) = (0, 0)
        var back: (part: Int, name: Int)?
        while name < names.count {
            if part < parts.count, parts[part] == .folders {
                // At the end it stands for what is in a folder, which is at least one name.
                if part == parts.count - 1 { return true }
                back = (part + 1, name)
                part += 1
                continue
            }
            if part < parts.count, case .name(let elements) = parts[part], Self.fits(elements, names[name]) {
                part += 1
                name += 1
                continue
            }
            guard let last = back else { return false }
            back = (last.part, last.name + 1)
            (part, name) = (last.part, last.name + 1)
        }
        return part == parts.count
    }

    private static func fits(_ element: Element, _ character: Unicode.Scalar) -> Bool {
        switch element {
        case .character(let wanted): wanted == character
        case .any: true
        case .set(let set): set.holds(character)
        case .star: false
        }
    }

    /// The same for the characters of a name, and `*`.
    static func fits(_ elements: [Element], _ name: [Unicode.Scalar]) -> Bool {
        var (element, place) = (0, 0)
        var back: (element: Int, place: Int)?
        while place < name.count {
            if element < elements.count {
                switch elements[element] {
                case .star:
                    if element == elements.count - 1 { return true }
                    back = (element + 1, place)
                    element += 1
                    continue
                case let single where Self.fits(single, name[place]):
                    element += 1
                    place += 1
                    continue
                default: break
                }
            }
            guard let last = back else { return false }
            back = (last.element, last.place + 1)
            (element, place) = (last.element, last.place + 1)
        }
        while element < elements.count, elements[element] == .star { element += 1 }
        return element == elements.count
    }
}

/// `[…]` of a pattern.
struct ScalarSet: Hashable, Sendable {
    private var isNegated = false
    private var ranges: [ClosedRange<UInt32>] = []

    func holds(_ character: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(character.value) } != isNegated
    }

    /// Reads from behind `[` to behind `]`; `nil` where that is missing.
    static func read(_ characters: ArraySlice<Unicode.Scalar>, _ place: inout Int) -> ScalarSet? {
        var set = ScalarSet()
        func next() -> Unicode.Scalar? { place < characters.endIndex ? characters[place] : nil }
        if next() == "!" || next() == "^" {
            set.isNegated = true
            place += 1
        }
        var isFirst = true
        while let character = next() {
            if character == "]", !isFirst {
                place += 1
                return set
            }
            isFirst = false
            if character == "[", let named = namedRanges(characters, &place) {
                set.ranges += named
                continue
            }
            guard let low = one(characters, &place) else { return nil }
            // A minus at the end of a set stands for itself.
            if next() == "-", place + 1 < characters.endIndex, characters[place + 1] != "]" {
                place += 1
                guard let high = one(characters, &place) else { return nil }
                // A range that ends before it begins is its first character, as git has it.
                set.ranges.append(low.value...max(low.value, high.value))
            } else {
                set.ranges.append(low.value...low.value)
            }
        }
        return nil
    }

    /// One character, which may stand behind a backslash.
    private static func one(_ characters: ArraySlice<Unicode.Scalar>, _ place: inout Int) -> Unicode.Scalar? {
        if place < characters.endIndex, characters[place] == "\\" { place += 1 }
        guard place < characters.endIndex else { return nil }
        defer { place += 1 }
        return characters[place]
    }

    /// `[:alpha:]` and its like, of ASCII.
    private static func namedRanges(
        _ characters: ArraySlice<Unicode.Scalar>, _ place: inout Int
    ) -> [ClosedRange<UInt32>]? {
        guard place + 1 < characters.endIndex, characters[place + 1] == ":" else { return nil }
        var end = place + 2
        var name = ""
        while end < characters.endIndex, characters[end] != ":", name.utf8.count < 8 {
            name.unicodeScalars.append(characters[end])
            end += 1
        }
        guard end + 1 < characters.endIndex, characters[end] == ":", characters[end + 1] == "]",
            let ranges = named[name]
        else { return nil }
        place = end + 2
        return ranges
    }

    private static let named: [String: [ClosedRange<UInt32>]] = [
        "digit": [0x30...0x39], "upper": [0x41...0x5A], "lower": [0x61...0x7A], "alpha": [0x41...0x5A, 0x61...0x7A],
        "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A], "space": [0x09...0x0D, 0x20...0x20],
        "blank": [0x09...0x09, 0x20...0x20], "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E],
        "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66], "cntrl": [0x00...0x1F, 0x7F...0x7F],
        "graph": [0x21...0x7E], "print": [0x20...0x7E],
    ]
}
