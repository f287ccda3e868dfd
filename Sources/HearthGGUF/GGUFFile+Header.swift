extension GGUFFile {
    static func readMetadata(
        _ cursor: inout GGUFCursor, count: Int
    ) throws(GGUFError) -> ([String], [String: GGUFValue]) {
        var keys: [String] = []
        var metadata: [String: GGUFValue] = [:]
        for _ in 0..<count {
            let place = try cursor.stringRange()
            guard !place.isEmpty, place.count <= Limit.keyLength else {
                throw GGUFError(.malformed, "The model file has a metadata key of \(place.count) bytes.")
            }
            let key = String(decoding: cursor.storage.bytes[place], as: UTF8.self)
            let value = try cursor.value(of: try cursor.elementType())
            guard metadata.updateValue(value, forKey: key) == nil else {
                throw GGUFError(.malformed, "The model file has the metadata key \(key.prefix(80)) twice.")
            }
            keys.append(key)
        }
        return (keys, metadata)
    }

    static func alignment(in metadata: [String: GGUFValue]) throws(GGUFError) -> Int {
        guard let value = metadata["general.alignment"] else { return 32 }
        guard let alignment = value.int, alignment > 0, alignment <= Limit.alignment, alignment.nonzeroBitCount == 1
        else {
            throw GGUFError(.malformed, "The model file's alignment is not a power of two up to \(Limit.alignment).")
        }
        return alignment
    }

    /// - Parameter limit: Where the file ends.
    static func readTensors(
        _ cursor: inout GGUFCursor, count: Int, alignment: Int, limit: Int
    ) throws(GGUFError) -> ([GGUFTensor], [String: Int], Int) {
        var entries: [(name: String, dimensions: [Int], elements: Int, type: GGUFTensorType, offset: Int)] = []
        var index: [String: Int] = [:]
        for number in 0..<count {
            let place = try cursor.stringRange()
            guard place.count <= Limit.tensorNameLength else {
                throw GGUFError(.malformed, "The model file has a tensor name of \(place.count) bytes.")
            }
            let name = String(decoding: cursor.storage.bytes[place], as: UTF8.self)
            guard index.updateValue(number, forKey: name) == nil else {
                throw GGUFError(.malformed, "The model file has the tensor \(name) twice.")
            }
            let (dimensions, elements) = try readShape(&cursor, of: name)
            let type = GGUFTensorType(rawValue: try cursor.integer(UInt32.self))
            guard let offset = Int(exactly: try cursor.integer(UInt64.self)), offset % alignment == 0 else {
                throw GGUFError(.malformed, "The tensor \(name) does not begin at a multiple of \(alignment) bytes.")
            }
            entries.append((name, dimensions, elements, type, offset))
        }
        // No overflow: the header lies in memory, and the alignment is at most 2^20.
        let dataOffset = (cursor.offset + alignment - 1) / alignment * alignment
        var tensors: [GGUFTensor] = []
        tensors.reserveCapacity(count)
        for entry in entries {
            var range: Range<Int>?
            if let rowBytes = entry.type.byteCount(of: entry.dimensions.first ?? 0) {
                range = try fileRange(
                    of: entry.name, offset: entry.offset, rowBytes: rowBytes,
                    rows: entry.elements / max(entry.dimensions.first ?? 1, 1), dataOffset: dataOffset, limit: limit)
            }
            tensors.append(
                GGUFTensor(
                    name: entry.name, dimensions: entry.dimensions, type: entry.type, elementCount: entry.elements,
                    fileRange: range))
        }
        return (tensors, index, dataOffset)
    }

    private static func readShape(_ cursor: inout GGUFCursor, of name: String) throws(GGUFError) -> ([Int], Int) {
        let rank = try cursor.integer(UInt32.self)
        guard rank >= 1, rank <= Limit.dimensions else {
            throw GGUFError(.malformed, "The tensor \(name) has \(rank) dimensions.")
        }
        var dimensions: [Int] = []
        var elements = 1
        for _ in 0..<rank {
            guard let size = Int(exactly: try cursor.integer(UInt64.self)), size > 0 else {
                throw GGUFError(.malformed, "The tensor \(name) has a dimension that is empty or too large.")
            }
            let (product, overflow) = elements.multipliedReportingOverflow(by: size)
            guard !overflow else { throw GGUFError(.malformed, "The tensor \(name) is too large.") }
            elements = product
            dimensions.append(size)
        }
        return (dimensions, elements)
    }

    private static func fileRange(
        of name: String, offset: Int, rowBytes: Int, rows: Int, dataOffset: Int, limit: Int
    ) throws(GGUFError) -> Range<Int> {
        let (size, tooLarge) = rowBytes.multipliedReportingOverflow(by: rows)
        let (start, startTooFar) = dataOffset.addingReportingOverflow(offset)
        let (end, endTooFar) = start.addingReportingOverflow(size)
        guard !tooLarge, !startTooFar, !endTooFar else {
            throw GGUFError(.malformed, "The tensor \(name) is too large.")
        }
        guard end <= limit else {
            throw GGUFError(.truncated, "The model file ends before its tensor \(name) does. Download it again.")
        }
        return start..<end
    }
}
