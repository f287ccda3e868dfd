/// The attributes of a start tag, read only when one is asked for.
struct XMLAttributes {
    let bytes: [UInt8]
    /// Between the element's name and the tag's end.
    let range: Range<Int>

    /// The value of the first attribute of this name, whatever its prefix, with references resolved.
    subscript(name: String) -> String? {
        var scanner = Scanner(bytes: bytes, position: range.lowerBound, limit: range.upperBound)
        while let attribute = scanner.next() {
            let local = attribute.colon.map { ($0 + 1)..<attribute.name.upperBound } ?? attribute.name
            if bytes[local].elementsEqual(name.utf8) { return value(attribute.value) }
        }
        return nil
    }

    /// The namespaces that the tag declares; the default one has an empty prefix.
    func declarations() -> [(prefix: ArraySlice<UInt8>, namespace: XMLNamespace)] {
        guard bytes.firstIndex(of: "xmlns", in: range) != nil else { return [] }
        var scanner = Scanner(bytes: bytes, position: range.lowerBound, limit: range.upperBound)
        var found: [(ArraySlice<UInt8>, XMLNamespace)] = []
        while let attribute = scanner.next() {
            guard bytes[attribute.name].starts(with: "xmlns") else { continue }
            let rest = bytes[attribute.name].dropFirst(5)
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { continue }
            found.append((rest.dropFirst(), XMLNamespace(uri: value(attribute.value))))
        }
        return found
    }

    private func value(_ range: Range<Int>) -> String {
        var output: [UInt8] = []
        XMLReference.append(bytes[range], to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position: Int
        let limit: Int

        mutating func next() -> (name: Range<Int>, colon: Int?, value: Range<Int>)? {
            while position < limit, isSpace(bytes[position]) || bytes[position] == UInt8(ascii: "/") { position += 1 }
            let start = position
            var colon: Int?
            while position < limit, bytes[position] != UInt8(ascii: "="), !isSpace(bytes[position]) {
                if bytes[position] == UInt8(ascii: ":"), colon == nil { colon = position }
                position += 1
            }
            let name = start..<position
            while position < limit, isSpace(bytes[position]) { position += 1 }
            guard position < limit, bytes[position] == UInt8(ascii: "="), !name.isEmpty else { return nil }
            position += 1
            while position < limit, isSpace(bytes[position]) { position += 1 }
            guard position < limit, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
                return nil
            }
            let quote = bytes[position]
            let first = position + 1
            position = first
            while position < limit, bytes[position] != quote { position += 1 }
            let value = first..<position
            position = min(limit, position + 1)
            return (name, colon, value)
        }
    }
}
