import HearthCore

/// Texts and their tokens as bytes. A text may have a million tokens, so they are not put into JSON.
enum TokenCoding {
    /// What is asked: how the tokens are listed, and the text.
    static func bytes(_ text: String, _ listing: TokenListing) -> [UInt8] {
        var writer = WireWriter()
        var flags: UInt8 = 0
        if listing.addsSpecials { flags |= 1 }
        if listing.namesSpecials { flags |= 2 }
        if listing.withBytes { flags |= 4 }
        writer.put(flags)
        writer.put(text)
        return writer.bytes
    }

    static func text(_ bytes: [UInt8]) throws -> (text: String, listing: TokenListing) {
        var reader = WireReader(bytes)
        let flags = try reader.number(UInt8.self)
        let listing = TokenListing(
            addsSpecials: flags & 1 != 0, namesSpecials: flags & 2 != 0, withBytes: flags & 4 != 0)
        return (try reader.text(), listing)
    }

    /// What is answered: the numbers, then the lengths of what they stand for and all of that in one, where it was asked for.
    static func bytes(_ tokens: [ModelToken], _ listing: TokenListing) -> [UInt8] {
        var writer = WireWriter()
        writer.put(tokens.map(\.id))
        guard listing.withBytes else { return writer.bytes }
        writer.put(tokens.map { Int32(clamping: $0.bytes.count) })
        writer.put(tokens.flatMap(\.bytes))
        return writer.bytes
    }

    /// - Parameter length: Bytes of the text that was asked about.
    /// - Throws: ``WireError`` for what cannot be its tokens.
    static func tokens(_ bytes: [UInt8], _ listing: TokenListing, ofBytes length: Int) throws -> [ModelToken] {
        var reader = WireReader(bytes)
        let ids = try reader.numbers()
        // No token is shorter than nothing, and escapes make one of each byte; a few stand around a prompt.
        guard ids.count <= length * 4 + 16, ids.allSatisfy({ $0 >= 0 }) else { throw WireError() }
        guard listing.withBytes else {
            guard reader.rest == 0 else { throw WireError() }
            return ids.map { ModelToken(id: $0) }
        }
        let lengths = try reader.numbers()
        let all = try reader.content()
        guard lengths.count == ids.count, lengths.allSatisfy({ $0 >= 0 }), reader.rest == 0,
            lengths.reduce(0, { $0 + Int($1) }) == all.count
        else { throw WireError() }
        var start = 0
        return zip(ids, lengths).map { id, length in
            defer { start += Int(length) }
            return ModelToken(id: id, bytes: Array(all[start..<start + Int(length)]))
        }
    }
}
