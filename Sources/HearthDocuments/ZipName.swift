/// The names of entries in a ZIP archive.
enum ZipName {
    /// A name in UTF-8, whatever the archive says of it, else in the code page 437 of the first computers with ZIP archives, as APPNOTE
    /// (4.4.4, bit 11) has it. Names in other encodings may look wrong then, but no two of them the same.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String {
        if let name = String(validating: bytes, as: UTF8.self) { return name }
        var name = String.UnicodeScalarView()
        for byte in bytes { name.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80]) }
        return String(name)
    }

    /// The characters from 0x80 on.
    private static let upper = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
        """.unicodeScalars)
}
