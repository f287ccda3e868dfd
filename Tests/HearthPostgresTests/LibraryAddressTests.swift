import HearthCore
import HearthPostgres
import Testing

@Suite struct LibraryAddressTests {
    @Test func anAddressSaysWhereALibraryIsAndWhose() throws {
        let address = try LibraryAddress("postgres://anna@db.example.org:6432/papers?owner=family")
        #expect(address.host == "db.example.org")
        #expect(address.port == 6432)
        #expect(address.database == "papers")
        #expect(address.user == "anna")
        #expect(address.owner == "family")
        #expect(!address.isLocal)
        #expect(address.description == "postgres://anna@db.example.org:6432/papers?owner=family")
        #expect(address.account == "anna@db.example.org:6432/papers")
        #expect(try LibraryAddress("postgresql://a@h/d").port == 5432)
        #expect(try LibraryAddress("postgresql://a@h/d").owner == "owner")
    }

    @Test(arguments: [
        ("postgres://a@localhost/d", true), ("postgres://a@127.0.0.1/d", true), ("postgres://a@[::1]/d", true),
        ("postgres://a@localhost/d?host=/run/postgresql", true), ("postgres://a@127.0.0.1.example.org/d", false),
        ("postgres://a@localhost.example.org/d", false), ("postgres://a@10.0.0.1/d", false),
    ])
    func whatStaysOnThisMachineIsTold(_ text: String, _ isLocal: Bool) throws {
        let address = try LibraryAddress(text)
        #expect(address.isLocal == isLocal)
        #expect(try LibraryAddress(address.description) == address)
    }

    @Test(arguments: [
        "mysql://a@h/d", "postgres://h/d", "postgres://a@h", "postgres://a@h/", "postgres://a@h/d?sslmode=disable",
        "postgres://a@h/d?sslmode=prefer", "postgres://a@h/d?sslmode=require", "postgres://a@h/d?sslmode=",
        "postgres://a@h/d?hostaddr=10.0.0.1", "postgres://a@h/d?service=x", "postgres://a@h/d?gssencmode=require",
        "postgres://a@h/d?options=-c%20x", "postgres://a@h,i/d", "postgres://a@h/d?host=h,i",
        "postgres://a@h/d?host=@x", "postgres://a@h/d?host=localhost:5432",
        "postgres://a@h/d?host=localhost:5432.example.org", "postgres://a@h/d?host=127.0.0.1:x.example.org",
        "postgres://a@h/d?host=/run,db.example.org", "postgres://a@h/d?sslrootcert=ca.pem", "postgres://a@b%C3%BCro/d",
        "postgres://a@h/d?owner=", "postgres://a@h/d/e", "postgres://a@h/d?owner=x&owner=y", "not an address", "",
    ])
    func whatIsNoAddressIsRefused(_ text: String) {
        #expect { try LibraryAddress(text) } throws: { ($0 as? StoreError)?.reason == .invalidInput }
    }

    @Test func aPasswordInAnAddressIsRefusedAndNotRepeated() {
        #expect {
            try LibraryAddress("postgres://a:hunter2@h/d")
        } throws: { error in
            let error = error as? StoreError
            return error?.reason == .invalidInput && error?.message.contains("hunter2") == false
                && error?.message.contains("password") == true
        }
    }

    @Test func whatIsDoneAnyhowMayBeSaidAndTheFileOfCertificatesStays() throws {
        let plain = try LibraryAddress("postgres://a@db.example.org/d?sslmode=verify-full&sslrootcert=system")
        #expect(plain.description == "postgres://a@db.example.org/d")
        let own = try LibraryAddress("postgres://a@DB.example.org:6432/d?sslrootcert=/etc/ca.pem")
        #expect(own.rootCertificates == "/etc/ca.pem")
        #expect(try LibraryAddress(own.description) == own)
        #expect(own.origin == "db.example.org:6432")
        #expect(try LibraryAddress("postgres://a@[2001:db8::1]/d").origin == "[2001:db8::1]")
        #expect(try LibraryAddress("postgres://a@localhost/d?host=/run/postgresql").origin == "localhost")
    }
}
