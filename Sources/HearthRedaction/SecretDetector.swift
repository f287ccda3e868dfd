import HearthCore
import HearthText

/// What opens doors: API keys by their known beginnings, tokens, private keys, passwords that are named as such.
struct SecretDetector {
    let text: RedactionText

    /// Known beginnings, and how many characters must follow at least. From the providers' documentation of their formats.
    private static let prefixes: [(StaticString, Int)] = [
        ("sk-", 16), ("sk_live_", 10), ("sk_test_", 10), ("pk_live_", 10), ("rk_live_", 10), ("whsec_", 10),
        ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20), ("ghr_", 20), ("github_pat_", 20), ("glpat-", 16),
        ("xoxb-", 10), ("xoxp-", 10), ("xoxa-", 10), ("xoxr-", 10), ("xoxs-", 10), ("xapp-", 10),
        ("akia", 16), ("asia", 16), ("aiza", 30), ("ya29.", 20), ("hf_", 20), ("npm_", 20), ("pypi-", 20), ("gsk_", 20),
        ("xai-", 20), ("dop_v1_", 20), ("age-secret-key-1", 20), ("shpat_", 20), ("sg.", 20), ("eyj", 20),
    ]

    private static let names: [StaticString] = [
        "password", "passwort", "passwd", "passphrase", "pwd", "kennwort", "mot de passe", "contraseña", "secret",
        "token",
        "api key", "api-key", "api_key", "apikey", "access key", "access_key", "client_secret", "authorization",
        "bearer",
        "basic", "pass", "pin",
    ]

    func spans() -> [PrivateSpan] { pems() + urlLogins() + walk() }

    private func walk() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var place = 0
        while place < text.count {
            guard text.isWord(place) else {
                place += 1
                continue
            }
            if let span = known(at: place) ?? shapeless(at: place) {
                found.append(span)
                place = span.range.upperBound
                continue
            }
            if let span = named(at: place) {
                found.append(span)
                place = span.range.upperBound
                continue
            }
            while text.isWord(place) { place += 1 }
        }
        return found
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        RedactionText.isLetter(byte) || RedactionText.isDigit(byte) || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "-")
    }

    private static func isRunPart(_ byte: UInt8) -> Bool {
        isToken(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "=")
    }

    // MARK: - By form

    private func known(at start: Int) -> PrivateSpan? {
        // Only at the beginning of a run, so that no run is read again from each of its parts.
        guard !Self.isRunPart(text[start - 1]) else { return nil }
        for (prefix, least) in Self.prefixes where text.matches(prefix, at: start) {
            let body = start + prefix.utf8CodeUnitCount
            var end = body
            while Self.isToken(text[end]) || text[end] == UInt8(ascii: ".") && Self.isToken(text[end + 1]) { end += 1 }
            // A word may begin like that: a key has a digit.
            if end - body >= least, text.bytes[body..<end].contains(where: RedactionText.isDigit) {
                return PrivateSpan(range: start..<end, kind: .key)
            }
        }
        return nil
    }

    /// A long run of mixed letters and digits, which may be a key without a known beginning, or a harmless hash.
    private func shapeless(at start: Int) -> PrivateSpan? {
        guard !Self.isRunPart(text[start - 1]) else { return nil }
        var end = start
        var (digits, turns, hex) = (0, 0, true)
        while Self.isRunPart(text[end]) {
            let isDigit = text.isDigit(end)
            if isDigit { digits += 1 }
            if end > start, text.isDigit(end - 1) != isDigit { turns += 1 }
            if !RedactionText.isHex(text[end]) { hex = false }
            end += 1
        }
        guard end - start >= 20, digits >= 3, turns >= 4, !text.isUUID(at: start) else { return nil }
        guard hex ? end - start >= 32 : true else { return nil }
        return PrivateSpan(range: start..<end, kind: .key, isDoubtful: true)
    }

    // MARK: - By name

    /// `password: hunter2`, `API_KEY=…`, "my password is swordfish".
    private func named(at start: Int) -> PrivateSpan? {
        guard !text.isLetter(start - 1),
            let name = Self.names.first(where: {
                text.matches($0, at: start) && !text.isLetter(start + $0.utf8CodeUnitCount)
            })
        else { return nil }
        var at = start + name.utf8CodeUnitCount
        let isPIN = text.matches("pin", at: start)
        let isScheme = text.matches("bearer", at: start) || text.matches("basic", at: start)
        while text[at] == 0x20 || text[at] == UInt8(ascii: "\"") || text[at] == UInt8(ascii: "'") { at += 1 }
        if text[at] == UInt8(ascii: ":") || text[at] == UInt8(ascii: "=") {
            at += 1
            if text[at] == UInt8(ascii: ">") { at += 1 }
            return value(at: at, isCertain: true)
        }
        if isPIN, text.isDigit(at) { return value(at: at, isCertain: true) }
        if isScheme { return value(at: at, isCertain: false, least: 12) }
        for verb in ["is ", "ist ", "was ", "lautet ", "est ", "es "] as [StaticString]
        where text.matches(verb, at: at) && text[at - 1] == 0x20 {
            return value(at: at + verb.utf8CodeUnitCount, isCertain: false)
        }
        return nil
    }

    /// - Parameter isCertain: Whether a value must follow; else ordinary words are let pass ("the secret is to wait").
    private func value(at place: Int, isCertain: Bool, least: Int = 3) -> PrivateSpan? {
        var start = place
        while text[start] == 0x20 { start += 1 }
        // `Authorization: Bearer …`
        for scheme in ["bearer ", "basic "] as [StaticString] where text.matches(scheme, at: start) {
            start += scheme.utf8CodeUnitCount
            break
        }
        let quote = text[start]
        var end: Int
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") || quote == UInt8(ascii: "`") {
            start += 1
            end = start
            while end < text.count, text[end] != quote, text[end] != 0x0A { end += 1 }
        } else {
            end = start
            while end < text.count, !text[end].isASCIISpace, !Self.endsValue(text[end]) { end += 1 }
            while end > start, [0x2E, 0x21, 0x3F].contains(text[end - 1]) { end -= 1 }
        }
        guard end - start >= least else { return nil }
        if !isCertain, CommonWords.contains(text.string(start..<end).lowercased()) { return nil }
        return PrivateSpan(range: start..<end, kind: .key)
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\"")
            || byte == UInt8(ascii: "'")
            || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "<")
    }

    // MARK: - Blocks and addresses

    /// `-----BEGIN … PRIVATE KEY-----` to its end; to the end of the text when that is cut off.
    private func pems() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var place = 0
        while place < text.count {
            guard text[place] == UInt8(ascii: "-"), text.matches("-----begin ", at: place) else {
                place += 1
                continue
            }
            let label = place + 11
            var end = label
            while end < text.count, text[end] != UInt8(ascii: "-"), text[end] != 0x0A { end += 1 }
            let name = text.string(label..<end).uppercased()
            guard !name.contains("PUBLIC"), !name.contains("CERTIFICATE") else {
                place = end
                continue
            }
            while end < text.count, !(text[end] == UInt8(ascii: "-") && text.matches("-----end ", at: end)) { end += 1 }
            end = min(end + 9, text.count)
            while end < text.count, text[end] != UInt8(ascii: "-"), text[end] != 0x0A { end += 1 }
            while text[end] == UInt8(ascii: "-") { end += 1 }
            found.append(PrivateSpan(range: place..<end, kind: .key))
            place = end
        }
        return found
    }

    /// `https://name:password@host`.
    private func urlLogins() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var place = 0
        while place < text.count {
            guard text[place] == UInt8(ascii: ":"), text[place + 1] == UInt8(ascii: "/"),
                text[place + 2] == UInt8(ascii: "/")
            else {
                place += 1
                continue
            }
            let start = place + 3
            var end = start
            var at: Int?
            while end < text.count, !text[end].isASCIISpace, text[end] != UInt8(ascii: "/") {
                if text[end] == UInt8(ascii: "@") { at = end }
                end += 1
            }
            if let at, at > start { found.append(PrivateSpan(range: start..<at, kind: .key)) }
            place = max(end, start)
        }
        return found
    }
}
