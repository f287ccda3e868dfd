import HearthCore

/// What stands behind the name of a firm and is a part of it: "Halden and Sons", "Holt & Co", "Lambert et Fils".
///
/// The word for "and" parts names otherwise, so that such a firm fell into a person and a word. The list is kept by hand.
package enum FirmWords {
    /// The end of the firm's name where such words follow.
    ///
    /// - Parameter name: One past the last byte of the name so far.
    package static func end(behind name: Int, in bytes: UTF8Bytes) -> Int? {
        guard let joiner = word(at: name, in: bytes), joiners.contains(joiner.text),
            let firm = word(at: joiner.end, in: bytes), firm.isCapital, words.contains(firm.text)
        else { return nil }
        return firm.end
    }

    /// Whether some words, in lower case, are a name and such words behind it.
    package static func areFirm(_ words: [String]) -> Bool {
        guard words.count > 1, let last = words.last, Self.words.contains(last) else { return false }
        return words.count > 2 && joiners.contains(words[words.count - 2])
    }

    /// Whether a name of some words, in lower case, that could be a person's is that of a firm by its last: "Bennett Roofing".
    package static func areTrade(_ words: [some StringProtocol]) -> Bool {
        guard words.count > 1, let last = words.last else { return false }
        return trades.contains(String(last))
    }

    /// The word behind one space; an ampersand is one.
    private static func word(at start: Int, in bytes: UTF8Bytes) -> (text: String, end: Int, isCapital: Bool)? {
        guard start + 1 < bytes.count, bytes[start] == 0x20 else { return nil }
        if bytes[start + 1] == 0x26 { return ("&", start + 2, false) }
        var end = start + 1
        while end < bytes.count, end - start <= longest {
            let (value, length) = bytes.scalar(at: end)
            guard value.isUppercase || value.isLowercase else { break }
            end += length
        }
        guard end > start + 1, end - start <= longest else { return nil }
        return (
            bytes.string((start + 1)..<end).lowercased(), end, bytes.scalar(at: start + 1).value.isUppercase
        )
    }

    /// Bytes of the longest such word, and more.
    private static let longest = 16

    private static let joiners: Set<String> = ["&", "and", "und", "et", "y", "e", "i", "en", "og", "och"]
    private static let words = Set(
        words: """
            sons son brothers bros daughters daughter partners associates company co cie söhne sohn töchter brüder partner fils frères associés \
            hijos hijo hermanos asociados figli figlio fratelli soci filhos filho irmãos zonen zoon sønner söner
            """)

    /// What firms do and sell, as they write it behind their names. Words that are family names, too, are left out: "Baker", "Cooper",
    /// "Golding".
    private static let trades = Set(
        words: """
            accounting advertising analytics appliances architects associates autos bakery books brewery brewing builders building butchers \
            cafe café carpentry carpets catering ceramics chemicals cleaners cleaning clinic coffee communications computers construction \
            consultancy consultants consulting contracting contractors decorating dental design designs distribution drainage electric \
            electrical electricals electronics energy engineering enterprises events exteriors fabrics fashion fencing films financial \
            fitness flooring florists foods freight furnishings furniture gallery garage glazing haulage healthcare heating homes hospitality \
            hotels hvac ink insulation insurance interiors investments ironworks jewellers jewelry joinery kitchens landscapes landscaping \
            laundry letting lettings lighting logistics lumber machinery manufacturing marketing masonry mechanical media medical metals \
            mining optics paints painting paving pharma pharmaceuticals pharmacy plastering plastics plumbing printing printers productions \
            properties publishing realty recruitment refrigeration removals renewables renovations rentals repairs restaurants robotics \
            roofing salon scaffolding security semiconductors services shipping software solar solicitors solutions staffing stores \
            supplies supply surveyors tech telecom textiles therapeutics timber toys tooling tours transport travel trucking upholstery \
            ventures veterinary windows wines workshop \
            bau bedachungen dachdecker elektro elektrotechnik gartenbau gebäudereinigung haustechnik heizungsbau immobilien logistik \
            malerbetrieb maschinenbau reisen sanitär schreinerei spedition tiefbau transporte verlag werke \
            bâtiment charpente couverture électricité immobilier menuiserie plomberie toitures transports \
            construcciones electricidad fontanería inmobiliaria muebles reformas transportes \
            costruzioni edilizia immobiliare impianti trasporti construções imobiliária bouw dakwerken schilderwerken vastgoed
            """)
}
