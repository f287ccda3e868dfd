#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin

#endif

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
            text: String(decoding: utf8, as: UTF8.self), encoding: encoding.rawValue, replacements: errors,
            isVerbatim: false)
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
            text: String(scalars), encoding: LegacyEncoding.windows1252.rawValue, replacements: errors,
            isVerbatim: false)
    }

    /// What Windows-1252 has in place of the controls 0x80 to 0x9F of Latin-1.
    private static let windows1252Controls: [UInt32] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD,
        0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
