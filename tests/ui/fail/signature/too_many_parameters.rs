use tollgate::prelude::*;

/// Does something.
#[tool(does = read, scope = Admin)]
pub async fn example(_call: &Call,
    /** . */ p0: Option<u8>, /** . */ p1: Option<u8>, /** . */ p2: Option<u8>,
    /** . */ p3: Option<u8>, /** . */ p4: Option<u8>, /** . */ p5: Option<u8>,
    /** . */ p6: Option<u8>, /** . */ p7: Option<u8>, /** . */ p8: Option<u8>,
    /** . */ p9: Option<u8>, /** . */ p10: Option<u8>, /** . */ p11: Option<u8>,
    /** . */ p12: Option<u8>, /** . */ p13: Option<u8>, /** . */ p14: Option<u8>,
    /** . */ p15: Option<u8>, /** . */ p16: Option<u8>, /** . */ p17: Option<u8>,
    /** . */ p18: Option<u8>, /** . */ p19: Option<u8>, /** . */ p20: Option<u8>,
    /** . */ p21: Option<u8>, /** . */ p22: Option<u8>, /** . */ p23: Option<u8>,
    /** . */ p24: Option<u8>, /** . */ p25: Option<u8>, /** . */ p26: Option<u8>,
    /** . */ p27: Option<u8>, /** . */ p28: Option<u8>, /** . */ p29: Option<u8>,
    /** . */ p30: Option<u8>, /** . */ p31: Option<u8>, /** . */ p32: Option<u8>,
) -> Result<Plain, Failure> {
    let _ = (p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15, p16, p17, p18, p19, p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32);
    loop {}
}

fn main() {}
