import Foundation
import HearthTesting

/// A certificate for `localhost` and 127.0.0.1 that signs itself, made for these tests with
/// `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500`. Its key protects nothing.
enum TestIdentity {
    static let identity = WireServer.Identity(certificate: certificate, key: key)

    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUK135qWrJz5tyw5LG+E5i7YnXG3swCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5MTMxOFoYDzIxMjYxMDI4
        MDkxMzE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAASsTlnAqGCZGks/N8jDwVUB2drCDlnp2wfMzNS/D/CnMisl5e5BAscn
        bNSRMdpCp1qwb/sFI3Wf0Bue8+s8M52Ro28wbTAdBgNVHQ4EFgQUF3ZtwsJXYPHZ
        AG0hrFDDLfmncFMwHwYDVR0jBBgwFoAUF3ZtwsJXYPHZAG0hrFDDLfmncFMwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIhAOT+idcq83/c7rjIA2g3vGNaB6kSjHyO1gYZBtmBD/86AiAL
        wVEtMt4s1PSOt/Fux5LAHo/DS3jnSNv0cKU2N/NpWA==
        -----END CERTIFICATE-----
        """

    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgSU6nbtWwgKIoLtJs
        I1Fb++dnZAVl+fRhTCr8IWqqzM2hRANCAASsTlnAqGCZGks/N8jDwVUB2drCDlnp
        2wfMzNS/D/CnMisl5e5BAscnbNSRMdpCp1qwb/sFI3Wf0Bue8+s8M52R
        -----END PRIVATE KEY-----
        """
}
