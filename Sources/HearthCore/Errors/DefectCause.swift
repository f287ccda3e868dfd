import Foundation

extension Error {
    /// What a log says of a defect, so that it can be reported: of a store's failure its cause, of any other error its type and number.
    /// Never its text, which may quote what was asked or stored.
    package var defectCause: String {
        if let cause = (self as? StoreError)?.cause { return String(cause.prefix(300)) }
        let error: any Error = self
        let plain = error as NSError
        return "\(plain.domain) \(plain.code)"
    }
}
