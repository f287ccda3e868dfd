import HearthText

/// Columns of tables that hold sums of money without a sign of it: "Date: 2024-03-05 · Item: Gas bill · Amount: 41.50".
///
/// What a number is stands once, above all rows. Kept here by hand, from the heads of statements and household books; no script makes the
/// list.
enum AmountColumns {
    /// Whether a cell stands in one of them.
    static func isOne(_ cell: TableCell) -> Bool {
        guard let name = cell.name else { return false }
        return SearchAnalyzer.unstemmed.terms(in: name).contains(where: names.contains)
    }

    /// Whether a row, told with the names of its columns, has a number in one of them.
    static func hold(_ row: String) -> Bool {
        row.split(separator: TableRows.parting).contains { cell in
            guard let mark = cell.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return false }
            let value = cell[cell.index(after: mark)...]
            guard value.contains(where: \.isNumber), !value.contains(where: \.isLetter) else { return false }
            return SearchAnalyzer.unstemmed.terms(in: String(cell[..<mark])).contains(where: names.contains)
        }
    }

    private static let names = Set(
        SearchAnalyzer.unstemmed.terms(
            in: """
                amount amounts sum total subtotal price cost costs charge charges fee fees paid payment payments debit credit expense \
                expenses spent net gross salary rent balance value betrag beträge summe gesamt preis kosten gebühr bezahlt zahlung ausgabe \
                ausgaben soll haben umsatz netto brutto wert montant somme prix coût frais payé paiement dépense dépenses débit crédit \
                importe precio coste costo gasto gastos pago pagado cargo abono importo prezzo spesa spese pagato pagamento montante valor \
                preço custo despesa despesas quantia bedrag prijs kosten betaald uitgave uitgaven som belopp summa pris kostnad utgift betalt \
                beløb udgift utgift summa hinta kulu maksu kwota cena koszt wydatek zapłacono částka cena výdaj útrata összeg ár költség \
                kiadás sumă suma preț cost cheltuială plătit plată tutar fiyat ücret gider ödeme ποσό τιμή κόστος δαπάνη πληρωμή сумма \
                цена стоимость расход оплата платеж сума ціна вартість витрата المبلغ السعر التكلفة סכום מחיר עלות राशि मूल्य कीमत खर्च \
                số tiền jumlah harga biaya 金额 价格 金額 価格 支出 费用 費用 料金 금액 가격 비용 จำนวนเงิน ราคา
                """
        ).filter { $0.unicodeScalars.count > 1 })
}
