#if canImport(Darwin)
import CoreFoundation
import Foundation

extension LegacyDecoder {
    /// Decodes with CoreFoundation, which knows every encoding in question but gives nothing where one byte is wrong: then
    /// the lines are decoded one by one, and those with wrong bytes keep their ASCII only.
    static func convertWithCoreFoundation(
        _ bytes: [UInt8], _ encoding: LegacyEncoding
    ) -> (utf8: [UInt8], errors: Int)? {
        let code = CFStringConvertIANACharSetNameToEncoding(encoding.rawValue as CFString)
        guard code != kCFStringEncodingInvalidId else { return nil }
        let known = String.Encoding(rawValue: CFStringConvertEncodingToNSStringEncoding(code))
        if let whole = String(data: Data(bytes), encoding: known) { return (Array(whole.utf8), 0) }
        var output: [UInt8] = []
        var errors = 0
        for (number, line) in bytes.split(separator: newline, omittingEmptySubsequences: false).enumerated() {
            if number > 0 { output.append(newline) }
            if let text = String(data: Data(line), encoding: known) {
                output.append(contentsOf: text.utf8)
            } else {
                for byte in line {
                    if byte < 0x80 {
                        output.append(byte)
                    } else {
                        output.append(contentsOf: [0xEF, 0xBF, 0xBD])
                        errors += 1
                    }
                }
            }
        }
        return (output, errors)
    }
}
#endif
