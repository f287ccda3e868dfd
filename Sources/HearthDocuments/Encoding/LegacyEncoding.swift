#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin

#endif

/// An encoding from before Unicode that files are still found in.
///
/// Where Windows' version of a national standard holds more characters than the standard, files labelled with either are in
/// the larger one, which is therefore the one that is used.
enum LegacyEncoding: String, CaseIterable, Sendable {
    case windows1252 = "windows-1252"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1257 = "windows-1257"
    case windows874 = "windows-874"
    case koi8R = "koi8-r"
    case cp866 = "ibm866"
    case shiftJIS = "shift_jis"
    case eucJP = "euc-jp"
    case iso2022JP = "iso-2022-jp"
    case gb18030 = "gb18030"
    case eucKR = "euc-kr"
    case big5 = "big5"
    // Those that nobody would guess, and that only a declaration tells.
    case iso88592 = "iso-8859-2"
    case iso88593 = "iso-8859-3"
    case iso88594 = "iso-8859-4"
    case iso88595 = "iso-8859-5"
    case iso88596 = "iso-8859-6"
    case iso88597 = "iso-8859-7"
    case iso88598 = "iso-8859-8"
    case iso885910 = "iso-8859-10"
    case iso885913 = "iso-8859-13"
    case iso885914 = "iso-8859-14"
    case iso885915 = "iso-8859-15"
    case iso885916 = "iso-8859-16"
    case windows1258 = "windows-1258"
    case koi8U = "koi8-u"
    case macintosh = "macintosh"
    case macCyrillic = "x-mac-cyrillic"

    /// What iconv calls it, in order of preference: names differ between C libraries.
    var iconvNames: [String] {
        switch self {
        case .windows1252: ["CP1252"]
        case .windows1250: ["CP1250"]
        case .windows1251: ["CP1251"]
        case .windows1253: ["CP1253"]
        case .windows1254: ["CP1254"]
        case .windows1255: ["CP1255"]
        case .windows1256: ["CP1256"]
        case .windows1257: ["CP1257"]
        case .windows874: ["CP874"]
        case .koi8R: ["KOI8-R"]
        case .cp866: ["CP866"]
        case .shiftJIS: ["CP932", "SHIFT_JIS"]
        case .eucJP: ["EUC-JP-MS", "EUC-JP"]
        case .iso2022JP: ["ISO-2022-JP-2", "ISO-2022-JP"]
        case .gb18030: ["GB18030"]
        case .eucKR: ["CP949", "EUC-KR"]
        case .big5: ["BIG5-HKSCS", "CP950", "BIG5"]
        case .iso88592, .iso88593, .iso88594, .iso88595, .iso88596, .iso88597, .iso88598, .iso885910, .iso885913,
            .iso885914, .iso885915, .iso885916:
            [rawValue.uppercased()]
        case .windows1258: ["CP1258"]
        case .koi8U: ["KOI8-U"]
        case .macintosh: ["MACINTOSH"]
        case .macCyrillic: ["MAC-CYRILLIC", "MACCYRILLIC"]
        }
    }
}

/// Decodes legacy encodings with the C library's iconv(3), which Linux and Apple's systems both have.
///
/// Foundation on Linux knows only a handful of them, and fails as a whole where a single byte is wrong.
enum LegacyDecoder {
    /// `nil` where this system's iconv does not know the encoding.
    static func decode(_ bytes: [UInt8], _ encoding: LegacyEncoding) -> DecodedText? {
        guard let (utf8, errors) = convert(bytes, encoding) else {
            return encoding == .windows1252 ? decodeWindows1252(bytes) : nil
        }
        return DecodedText(
            text: String(decoding: utf8, as: UTF8.self), encoding: encoding.rawValue, replacements: errors)
    }

    /// The UTF-8 bytes and the number of replacements.
    ///
    /// `nil` where this system does not know the encoding.
    static func convert(_ bytes: [UInt8], _ encoding: LegacyEncoding) -> (utf8: [UInt8], errors: Int)? {
        #if canImport(Darwin)
        return convertWithCoreFoundation(bytes, encoding)
        #else
        for name in encoding.iconvNames {
            let converter = iconv_open("UTF-8", name)
            // iconv_open returns (iconv_t)-1 where it does not know the name.
            guard let converter, Int(bitPattern: converter) != -1 else { continue }
            defer { iconv_close(converter) }
            return convert(bytes, with: converter)
        }
        return nil
        #endif
    }

    #if !canImport(Darwin)

    private static func convert(_ bytes: [UInt8], with converter: iconv_t) -> (utf8: [UInt8], errors: Int) {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 3 / 2)
        var errors = 0
        var input = bytes.map { CChar(bitPattern: $0) }
        var buffer = [CChar](repeating: 0, count: 16_384)
        input.withUnsafeMutableBufferPointer { source in
            buffer.withUnsafeMutableBufferPointer { target in
                var from: UnsafeMutablePointer<CChar>? = source.baseAddress
                var left = source.count
                while left > 0 {
                    var to: UnsafeMutablePointer<CChar>? = target.baseAddress
                    var room = target.count
                    let result = iconv(converter, &from, &left, &to, &room)
                    let reason = errno
                    output.append(contentsOf: target.prefix(target.count - room).lazy.map { UInt8(bitPattern: $0) })
                    guard Int(truncatingIfNeeded: result) == -1 else { break }
                    if reason == E2BIG { continue }
                    // An invalid byte, or a character cut off at the end: one byte is replaced, and reading goes on.
                    output.append(contentsOf: [0xEF, 0xBF, 0xBD])
                    errors += 1
                    guard left > 0 else { break }
                    from = from?.advanced(by: 1)
                    left -= 1
                }
                // A letter to which a mark may still come (Windows-1255, Windows-1258) is held back until it is said that nothing follows.
                var to: UnsafeMutablePointer<CChar>? = target.baseAddress
                var room = target.count
                _ = iconv(converter, nil, nil, &to, &room)
                output.append(contentsOf: target.prefix(target.count - room).lazy.map { UInt8(bitPattern: $0) })
            }
        }
        return (output, errors)
    }
    #endif

    /// Windows-1252 without iconv, for systems whose C library comes without its tables.
    static func decodeWindows1252(_ bytes: [UInt8]) -> DecodedText {
        var scalars = String.UnicodeScalarView()
        var errors = 0
        for byte in bytes {
            let value = (0x80..<0xA0).contains(byte) ? windows1252Controls[Int(byte) - 0x80] : UInt32(byte)
            if value == 0xFFFD { errors += 1 }
            scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return DecodedText(
            text: String(scalars), encoding: LegacyEncoding.windows1252.rawValue, replacements: errors)
    }

    /// What Windows-1252 has in place of the controls 0x80 to 0x9F of Latin-1.
    private static let windows1252Controls: [UInt32] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
        0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
