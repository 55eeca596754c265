// Stands for Kani's attributes in tests: each lets the compiler check what it is given, as the
// code of a function or of what stands before a loop.
extern crate proc_macro;
use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// The tokens of a function with code put at the begin of its body.
fn put(item: TokenStream, code: String) -> TokenStream {
    let mut tokens: Vec<TokenTree> = item.into_iter().collect();
    if let Some(TokenTree::Group(body)) = tokens.pop() {
        assert_eq!(body.delimiter(), Delimiter::Brace, "a function without a body");
        let mut inside: TokenStream = code.parse().expect("code");
        inside.extend(body.stream());
        tokens.push(TokenTree::Group(Group::new(Delimiter::Brace, inside)));
    }
    tokens.into_iter().collect()
}

/// The type behind -> of a function.
fn result(item: &TokenStream) -> String {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let mut out = TokenStream::new();
    let mut behind = false;
    for (i, t) in tokens[..tokens.len() - 1].iter().enumerate() {
        if behind {
            out.extend([t.clone()]);
        } else if i > 0 && t.to_string() == ">" && tokens[i - 1].to_string() == "-" {
            behind = true;
        }
    }
    if out.is_empty() { "()".to_string() } else { out.to_string() }
}

#[proc_macro_attribute]
pub fn requires(args: TokenStream, item: TokenStream) -> TokenStream {
    put(item, format!("let _ = || -> bool {{ {args} }};"))
}

#[proc_macro_attribute]
pub fn ensures(args: TokenStream, item: TokenStream) -> TokenStream {
    let typ = result(&item);
    put(item, format!("{{ #[allow(unused)] fn old<T>(x: T) -> T {{ x }} let _: &dyn Fn(&{typ}) -> bool = &({args}); }}"))
}

#[proc_macro_attribute]
pub fn modifies(args: TokenStream, item: TokenStream) -> TokenStream {
    let checks: String = args.to_string().split(',').map(|a| format!("kani::may_change(&*{a});")).collect();
    put(item, checks)
}

#[proc_macro_attribute]
pub fn loop_invariant(args: TokenStream, item: TokenStream) -> TokenStream {
    format!("{{ let _ = || -> bool {{ {args} }}; {item} }}").parse().expect("a loop")
}

#[proc_macro_attribute]
pub fn loop_decreases(args: TokenStream, item: TokenStream) -> TokenStream {
    format!("{{ let _ = || ({args}, ()); {item} }}").parse().expect("a loop")
}

#[proc_macro_attribute]
pub fn proof_for_contract(args: TokenStream, item: TokenStream) -> TokenStream {
    put(item, format!("let _ = {args};"))
}

#[proc_macro_derive(Arbitrary)]
pub fn arbitrary(item: TokenStream) -> TokenStream {
    let words: Vec<String> = item.into_iter().map(|t| t.to_string()).collect();
    let at = words.iter().position(|w| w == "struct" || w == "enum").expect("a type");
    format!("impl kani::Arbitrary for {} {{}}", words[at + 1]).parse().expect("an impl")
}
