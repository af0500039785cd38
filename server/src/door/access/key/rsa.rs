//! Signatures of RSA, made once with OpenSSL by keys that are gone, and what each of them proves.

use serde_json::json;

use super::*;

const MESSAGE: &[u8] = b"message";
/// A key of 2,048 bits.
const MODULUS: &str = "\
    0iNIlTk7DwmNACpY0g3os-vOgyupAHkWbVPxreDJgWz_Xi1bo6CC1o5pCFwTcDkhXp9yvVtA-SMeYxMiYELIiEOW\
    XislLnNm8bU5rtWFuUQOXYrP9rulFFoHC6-qO6DmdMjSqIAV6rNE4s7dA7o-55Kl7BrlLYovGPmx93qee7TymrgA\
    JbvGBqESTJ9hTXdP4hEkRPk_-6abVfOreaofsSqXxQGNJOWW_9S4SAvJ3Fs5D8X0FB04gECLtHJ3OZfxAQdBxW2b\
    29dZ7fwXjwaGTyO5BOEDDKbaPyMTuGzQeNwYs28UItHVSbnyqZHFf72XkyPagoqD-B8aZHPAynrSbw";
/// A key of 1,024 bits.
const SHORT_MODULUS: &str = "\
    qdMtYgorFFCylcBuBwQnaZdH10YSWMXSQP0uUkhv-Ws4xzaMw6XdiUbN98istQl2wOO8eAxhcpomqgw_jKLXNWfy\
    kea6od1SkgZu7GbNWVm7TeZ1tapXQBuW4p51L-uZemB-CJ1xIJZ0aiIs-nbXjKI16ZzgQLVcTdqlPwyCfAc";
/// What the short key made of the message, as RS256.
const SHORT_SIGNATURE: &str = "\
    fk1M7I2I0V1vPj7p6nxK5fjea2j_LF1NYIruNamKWPLg59XE4aEesbRmM-Z76VxVqWfGTx8f0IgENmYt-MPDgto0\
    fL1ozrD1QU_gfsfgkFVs0An-wAh_9mT5LoIvPfc9ej6-zllSFkpwij4yQ41YmwdbIC2-5h4O6q6xgJaBKzY";

/// What the key made of the message.
fn signatures() -> [(Algorithm, &'static str); 6] {
    [
        (
            Algorithm::Rs256,
            "\
            IaIqZPfxkmQ3yQVMiyCN7ad6lw4DpkicbstnBDrDvBT2hWQoekQ3EQTislm9gZTay4Dh58nkZmCxbxro\
            lCKjBzFF3qR-if3nkgNstb-FtC4CspMghx7SGwdqCyI3m_QImwrbghvdOZu5CzyAscahDLkXeGhO8fHX\
            _04acGmK9Vo7S1eBfEqaibJB4q-CGC5PAqKOV2xYOc5K6K_XetRYFeXeIAM7Wt_adZ4rZjzWKp7Iok0H\
            43I-Nwq6q5BrIgFIOmlVYGftgWyqzd1sN9hOxVJ7ZaPqy9bEmBjU2t7RpFx6LwGL_oWAeAnJYpzMGPfP\
            Cy2k36S1iUH1I9Z5f9e1ew",
        ),
        (
            Algorithm::Rs384,
            "\
            DmdOeL-LZSP2T5gVmlzhluqLzniLRvbrtXMQM35pQkQ920QDnPgjpG3v3g7R37Khp3Vcu7sHiYtFqKvp\
            pAjAWdo4N8vw4RzTIfmXxZfkRwhds04LFz7Bly9hAlBe8u74KDYQe_TrkhnVgVzcQbS5JqkuOt7VV3rl\
            dJseolU1JXIaVoCcUAu9dQKe5ID3im3KFOGD2nhm_fmvqkqt4pETJzNVBoxgF411iddO519YDkBOZppD\
            DlMRgF2UYgA-_hDiL_K8KJa275xT_Y8bGFpfBYQLsxeXVcFBMHdHV4zvCANSm04zoRTXOgJjtwIxeFWo\
            7se1-SbTazjslxAK8UaUTg",
        ),
        (
            Algorithm::Rs512,
            "\
            ayQ1NMHZZO-tDsIOh1kgbfZVCkxgvktZtwqkR6ZaVsc6Gg0GY8Gkp0kdcfxo8n57IeJj6x1cCoqYV-xI\
            3WYwoSeeeqKxnkxL0LI1tLLdF-f8nOlCI5A0oUT0etdKWsf9_WzpGq-usqPNjTuIeuGfDd_1jr2PFKUf\
            a7YOMyQz-zqnpy1aaRyGw9bDW-fT7iHbZmXbX54NEnjHeNjXsEq4-IKavg5njxtm_Kmi6lSow_3LWn90\
            tsH_BcGnq-aY5SZ5wf0RyV9GR18BUihESTIZxDNxrDE4oVS3CDH3rf2IScPZThHoODr4Ue0qCJLjCfOK\
            QKYYQXzcea-BL40aqh8NoQ",
        ),
        (
            Algorithm::Ps256,
            "\
            x4qIUYzKT44WkvBSbkJBp7xLvvD8Wr48FugwYjEl14rlk0mMUXA9QImiCV_RVLi_drlU632NMJlmaEs8\
            yTIe_AGfZ73hb8g9FSQOHJxynN2dcR5H8fVVlLP3Uy8ujrh5DffapbZCz4I91zVUV6OaM1tw5vZ_NNYy\
            SZKNy2Ce3nkVJqT6iosLCNAocNKZOJ35suzXQ3Fk_ZRrkis7fdSIaqWBMuBiuQvNN3qYxLqpLN6oKYuq\
            hr-bpi_wBMaYdwzTts98XJiEzDQaXPjKwPvBtYY4ZPj9BaMueO8x5wAL4qCYqVaQRtpoJ9OMRoYkP8VA\
            K2Uin9ZMlfI1Yr0fV1WkZQ",
        ),
        (
            Algorithm::Ps384,
            "\
            pg7Fevj2KwYrbP97EO0NNIjuxE08g01BJvdYTBPnjLqIx7GqKESp3SoOvhxnlx831Ik0l1ysvTejhrfI\
            w7ZtWQ8KSw5LSFvGUGSCxM7O57qAXP4_i8xKvnUEsjutqOflD2EVpJiwfTHFSEHkMaV18auGFMYYu6S3\
            UPCIEcEijk-er0TQM9BQ5XkMSgyu9BfzrSwDfz_c0afF60-OVaN39dK-YNhoSi5g2uMSnd9re4n_Fn1M\
            ElDOVpNfI4m3-qhFfhfkIxYvTGHBUg_-2jBI8NXPTgXWyDXXJ2rUPBl1pwFVTAiYQnKKiEIc2z2ddwzQ\
            EDODzu1pkn4TnDMU9a4Y-Q",
        ),
        (
            Algorithm::Ps512,
            "\
            HYo61_TDBlNzaCCcgcqgEpeKBKe9mlTGOw4kDYaiqVw1TLrsvIu8bclBxO4v8wyyvIMmxLkoaBN6rmdl\
            h6mWi_FYSbS6s21S4Upj0EtDwvy7tRNRVU2C37Pd2AVA08wY8q6eqt6T5qjcHcSJo7N7W654m0KPYoIJ\
            zAjQBSS_BeXU32kDikvl4woyIfh-NPbFjRZm4YNfSFr9vLksX39x9iZ94wOZ14SydG3L0LHsQbmJFBdE\
            8gLkLhPeSlwhI9E_P6dDbfPUXsEt1d0TTdrIkZgeVuU-GLfIl-nn-bt-9K1l7889dSzM9Igp43DTxzcz\
            c_hR3zc3XRLqs5NeOMugMQ",
        ),
    ]
}

fn key(modulus: &str) -> Key {
    let key = json!({"kid": "k", "kty": "RSA", "n": modulus, "e": "AQAB"});
    read(json!({ "keys": [key] }).to_string().as_bytes()).unwrap().remove(0)
}

fn bytes(signature: &str) -> Vec<u8> {
    BASE64URL_NOPAD.decode(signature.as_bytes()).unwrap()
}

#[test]
fn a_signature_proves_its_message_in_its_own_way_alone() {
    let key = key(MODULUS);
    for (made_by, signature) in signatures() {
        let signature = bytes(signature);
        for (word, algorithm) in Algorithm::ALL {
            let is_its_own = algorithm == made_by;
            assert_eq!(key.has_signed(algorithm, MESSAGE, &signature), is_its_own, "{word}");
        }
        assert!(!key.has_signed(made_by, b"massage", &signature));
        assert!(!key.has_signed(made_by, MESSAGE, &signature[1..]));
        assert!(!key.has_signed(made_by, MESSAGE, &[]));
        let mut changed = signature.clone();
        changed[100] ^= 1;
        assert!(!key.has_signed(made_by, MESSAGE, &changed));
    }
}

#[test]
fn a_key_that_is_too_short_proves_nothing() {
    let signature = bytes(SHORT_SIGNATURE);
    assert!(!key(SHORT_MODULUS).has_signed(Algorithm::Rs256, MESSAGE, &signature));
}
