import HearthStore

/// A deletion receipt for a person.
enum ReceiptView {
    static func text(_ receipt: DeletionReceipt) -> String {
        "\(receipt)\n"
    }
}
