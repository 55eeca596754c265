------------------------------ MODULE Functions -----------------------------
(* Operators on functions, written anew, under the names that the community's *)
(* module of this name has.                                                   *)
LOCAL INSTANCE FiniteSets

Range(f) == {f[x] : x \in DOMAIN f}

Restrict(f, S) == [x \in S |-> f[x]]

RestrictDomain(f, Test(_)) == Restrict(f, {x \in DOMAIN f : Test(x)})

RestrictValues(f, Test(_)) == Restrict(f, {x \in DOMAIN f : Test(f[x])})

IsInjective(f) == \A a, b \in DOMAIN f : f[a] = f[b] => a = b

Inverse(f, S, T) == [t \in T |-> CHOOSE s \in S : t \in Range(f) => f[s] = t]

Injection(S, T) == {f \in [S -> T] : IsInjective(f)}

Surjection(S, T) == {f \in [S -> T] : \A t \in T : \E s \in S : f[s] = t}

Bijection(S, T) == Injection(S, T) \cap Surjection(S, T)

ExistsBijection(S, T) == Cardinality(S) = Cardinality(T)

FoldFunctionOnSet(op(_, _), base, f, S) ==
    LET RECURSIVE Over(_)
        Over(T) == IF T = {} THEN base ELSE LET x == CHOOSE x \in T : TRUE IN op(f[x], Over(T \ {x}))
    IN  Over(S)

FoldFunction(op(_, _), base, f) == FoldFunctionOnSet(op, base, f, DOMAIN f)
=============================================================================
