import HearthCore

/// International bank account numbers (ISO 13616), written in one or in groups.
struct AccountDetector {
    let text: RedactionText

    /// Lengths by country, from the SWIFT registry of IBAN formats, of the countries that people meet most.
    private static let lengths: [UInt16: Int] = {
        let list = """
            AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DK18 DO28 EE20 EG29 ES24 FI18 FO18
            FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20
            LV21 LY25 MC27 MD24 ME22 MK19 MR27 MT31 MU30 NL18 NO15 PK24 PL28 PS29 PT25 QA29 RO24 RS22 SA24 SC31 SE24 SI19
            SK24 SM27 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20
            """
        var table: [UInt16: Int] = [:]
        for entry in list.split(whereSeparator: \.isWhitespace) {
            let code = Array(entry.utf8)
            table[UInt16(code[0]) << 8 | UInt16(code[1])] = Int(entry.dropFirst(2))
        }
        return table
    }()

    func spans() -> [PrivateSpan] {
        var found: [PrivateSpan] = []
        var place = 0
        while place + 4 < text.count {
            if let span = account(at: place) {
                found.append(span)
                place = span.range.upperBound
            } else {
                place += 1
            }
        }
        return found
    }

    private func account(at start: Int) -> PrivateSpan? {
        guard text.isLetter(start), text.isLetter(start + 1), text.isDigit(start + 2), !text.isWord(start - 1) else {
            return nil
        }
        let country = UInt16(text[start] & 0xDF) << 8 | UInt16(text[start + 1] & 0xDF)
        guard let length = Self.lengths[country] else { return nil }
        var taken: [UInt8] = []
        var digits = 0
        var at = start
        while taken.count < length {
            let byte = text[at]
            if RedactionText.isLetter(byte) || RedactionText.isDigit(byte) {
                taken.append(RedactionText.isLetter(byte) ? byte & 0xDF : byte)
                if RedactionText.isDigit(byte) { digits += 1 }
                at += 1
            } else if byte == 0x20 || byte == 0x2D, !taken.isEmpty, text.isWord(at + 1) {
                at += 1
            } else {
                break
            }
        }
        // Cut short, run on, or mistyped: still somebody's account, most likely. Few digits are an ordinary code.
        let isWhole = taken.count == length && !text.isWord(at)
        guard digits >= 8, RedactionText.isDigit(taken[3]) else { return nil }
        return PrivateSpan(range: start..<at, kind: .iban, isDoubtful: !isWhole || !Self.isValid(taken))
    }

    /// ISO 7064, modulus 97.
    static func isValid(_ account: [UInt8]) -> Bool {
        guard account.count > 4 else { return false }
        var remainder = 0
        for byte in account[4...] + account[..<4] {
            let value = RedactionText.isDigit(byte) ? Int(byte - 0x30) : Int(byte - 0x41) + 10
            remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97
        }
        return remainder == 1
    }
}
