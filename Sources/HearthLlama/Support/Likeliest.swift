/// Finds the greatest of many numbers, a vocabulary's logits, in one pass over memory.
enum Likeliest {
    /// The first place of the greatest number; 0 where there is none that can be compared.
    static func index(in values: UnsafeBufferPointer<Float>) -> Int {
        typealias Lanes = SIMD16<Float>
        var greatest = -Float.infinity
        let whole = values.count - values.count % Lanes.scalarCount
        if whole > 0 {
            let bytes = UnsafeRawBufferPointer(values)
            var lanes = Lanes(repeating: -.infinity)
            for start in stride(from: 0, to: whole, by: Lanes.scalarCount) {
                let next = bytes.loadUnaligned(fromByteOffset: start * MemoryLayout<Float>.stride, as: Lanes.self)
                // What is not a number is never greater.
                lanes.replace(with: next, where: next .> lanes)
            }
            greatest = lanes.max()
        }
        for value in values[whole...] where value > greatest { greatest = value }
        return values.firstIndex(of: greatest) ?? 0
    }
}
