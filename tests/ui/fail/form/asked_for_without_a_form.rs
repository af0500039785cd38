use tollgate::bind::Form;

const fn is_asked<T: Form>() {}

const _: () = is_asked::<String>();

fn main() {}
