//! `candor sign`, and `candor verify --public-key`.

use std::fs;

use crate::desk::Desk;

/// A desk with a plan signed by a new key, and the public key.
fn signed() -> (Desk, String) {
    let desk = Desk::with_plan();
    let told =
        desk.candor(&["sign", "plan.json", "--key", "key.pem", "--new-key", "-o", "signed.json"]).done();
    let key = told.stderr.trim().rsplit(' ').next().expect("the public key").to_owned();
    (desk, key)
}

#[test]
fn a_signed_plan_is_the_same_plan() {
    let (desk, key) = signed();
    let verified = desk.candor(&["verify", "signed.json", "--public-key", &key]).done();
    assert_eq!(verified.stdout, desk.candor(&["verify", "plan.json"]).done().stdout);
    assert_eq!(desk.fingerprint("signed.json"), desk.fingerprint("plan.json"));
    let again = desk.candor(&["sign", "signed.json", "--key", "key.pem"]).done();
    assert_eq!(again.stdout, desk.read("signed.json"));
}

#[test]
fn other_plans_and_other_keys_are_refused() {
    let (desk, key) = signed();
    let (_, other) = signed();
    desk.candor(&["verify", "plan.json", "--public-key", &key]).refused("signature-mismatch");
    desk.candor(&["verify", "signed.json", "--public-key", &other]).refused("signature-mismatch");
    for nonsense in ["nonsense", "-begins-as-an-option"] {
        desk.candor(&["verify", "signed.json", "--public-key", nonsense]).refused("invalid-key");
    }
    desk.design_other("other.json");
    let mut moved = desk.json("other.json");
    moved["signature"] = desk.json("signed.json")["signature"].clone();
    desk.write("moved.json", &moved.to_string());
    desk.candor(&["verify", "moved.json"]).done();
    desk.candor(&["verify", "moved.json", "--public-key", &key]).refused("signature-mismatch");
}

#[test]
fn a_key_is_made_once_and_for_its_owner_alone() {
    let (desk, _) = signed();
    let before = desk.read("key.pem");
    let told = desk.candor(&["sign", "plan.json", "--key", "key.pem", "--new-key"]).failed("io");
    assert!(told.contains("key.pem"), "{told}");
    assert_eq!(desk.read("key.pem"), before);
    desk.write("plan.pem", "-----BEGIN PRIVATE KEY-----");
    desk.candor(&["sign", "plan.json", "--key", "plan.pem"]).refused("invalid-key");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(desk.path("key.pem")).expect("a key").permissions().mode();
        assert_eq!(mode & 0o077, 0);
    }
}
