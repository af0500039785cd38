//! A message built while compiling: numbers and names in a `const` panic.

/// A buffer for one compile-time message.
#[derive(Clone, Copy, Debug)]
pub struct Message {
    bytes: [u8; Self::BYTES_MAX],
    len: usize,
}

impl Message {
    /// Enough for the 64 words of the largest closed set.
    const BYTES_MAX: usize = 2_048;

    /// An empty message.
    #[must_use]
    pub const fn new() -> Self {
        Self { bytes: [0; Self::BYTES_MAX], len: 0 }
    }

    /// Appends a text; what does not fit is dropped.
    #[must_use]
    pub const fn text(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() && self.len < Self::BYTES_MAX {
            self.bytes[self.len] = text[at];
            self.len += 1;
            at += 1;
        }
        self
    }

    /// Appends an integer in decimal.
    #[must_use]
    pub const fn integer(self, value: i64) -> Self {
        let message = if value < 0 { self.text("-") } else { self };
        message.digits(value.unsigned_abs())
    }

    /// Appends a number in decimal.
    #[must_use]
    pub const fn number(self, value: usize) -> Self {
        self.digits(value as u64)
    }

    const fn digits(self, value: u64) -> Self {
        let mut digits = [0u8; 20];
        let mut at = digits.len();
        let mut rest = value;
        loop {
            at -= 1;
            digits[at] = b"0123456789"[(rest % 10) as usize];
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        let (_, digits) = digits.split_at(at);
        match core::str::from_utf8(digits) {
            Ok(digits) => self.text(digits),
            Err(_) => self,
        }
    }

    /// The message so far.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.len);
        match core::str::from_utf8(text) {
            Ok(text) => text,
            // A cut inside a character: the bytes before it still say most of it.
            Err(error) => match core::str::from_utf8(text.split_at(error.valid_up_to()).0) {
                Ok(text) => text,
                Err(_) => "",
            },
        }
    }
}

impl Default for Message {
    fn default() -> Self {
        Self::new()
    }
}
