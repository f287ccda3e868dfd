#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Chooses borders so that their scores are high and no stretch between them gets much shorter than the mean.
struct BorderChooser {
    /// What stands at each place, ascending.
    let places: [Int]
    let scores: [Double]
    /// Words before each place, ascending.
    let positions: [Int]
    /// Words in all.
    let length: Int
    let shortness: Double

    /// Places that the search looks at, for each border that is wanted; the others score too low to be chosen.
    private static let breadth = 25
    private static let mostPlaces = 600
    private static let mostBorders = 100

    /// The places of the best `count` borders, or of all there are.
    func best(_ count: Int) -> [Int] {
        guard count > 0, !places.isEmpty else { return [] }
        guard count < places.count else { return places }
        // The search takes time by the square of the places and by the count: so many are simply the best.
        guard count <= Self.mostBorders else { return promising(count).map { places[$0] } }
        let kept = promising(max(count, min(Self.mostPlaces, max(100, count * Self.breadth))))
        let mean = max(1, Double(length) / Double(count + 1))
        // Stretch costs between all pairs of kept places, the beginning at 0 and the end.
        let at = [0.0] + kept.map { Double(positions[$0]) / mean } + [Double(length) / mean]
        let value = [0.0] + kept.map { scores[$0] }
        let nodes = kept.count + 1
        var best = [Double](repeating: -.infinity, count: nodes)
        best[0] = 0
        var back: [[Int32]] = []
        for _ in 0..<count {
            var next = [Double](repeating: -.infinity, count: nodes)
            var from = [Int32](repeating: 0, count: nodes)
            for node in 1..<nodes {
                for previous in 0..<node where best[previous] > -.infinity {
                    let total = best[previous] + value[node] - cost(at[node] - at[previous])
                    if total > next[node] {
                        next[node] = total
                        from[node] = Int32(truncatingIfNeeded: previous)
                    }
                }
            }
            best = next
            back.append(from)
        }
        guard
            var node = (1..<nodes).max(by: { best[$0] - cost(at[nodes] - at[$0]) < best[$1] - cost(at[nodes] - at[$1]) }
            )
        else { return [] }
        var chosen: [Int] = []
        for from in back.reversed() where node > 0 {
            chosen.append(places[kept[node - 1]])
            node = Int(from[node])
        }
        return chosen.reversed()
    }

    private func cost(_ share: Double) -> Double { Self.cost(share, shortness: shortness) }

    /// A stretch costs the more the shorter it is against the mean; a long one costs nothing.
    static func cost(_ share: Double, shortness: Double) -> Double {
        guard share < 1 else { return 0 }
        let logarithm = log(max(share, 0.001))
        return shortness * logarithm * logarithm
    }

    private func promising(_ most: Int) -> [Int] {
        guard places.count > most else { return Array(places.indices) }
        let ranked = places.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
        return ranked.prefix(most).sorted()
    }
}
