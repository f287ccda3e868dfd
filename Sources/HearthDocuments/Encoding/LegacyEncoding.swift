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
        }
    }
}
