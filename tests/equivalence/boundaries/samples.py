"""Small policies whose inputs can all be tried, over every place where a threshold or an exception can stand."""

SAMPLES = {
    "comparisons": """
%@ input a: int 0..6
%@ input b: int 0..4
%@ input closed c
%@ outcome o
%@ outcome p
o :- a(X), 2 < X, X <= 4.
p :- a(X), b(Y), X >= Y, not c.
p :- b(3), c.
""",
    "negated": """
%@ input a: int 0..6
%@ input c
%@ outcome o
%@ outcome q
o :- a(X), not X < 3, not e.
e :- c, a(X), X != 5.
q :- not o, not c.
""",
    "constants": """
%@ input a: int 0..9
%@ outcome o
%@ outcome v: int
#const low = 3.
#const high = low + 3.
o :- a(X), X > low, X < high.
v(X - low) :- a(X), X >= high.
v(0) :- a(X), X < high.
""",
    "intervals": """
%@ input a: int 0..9
%@ input b
%@ outcome o
%@ outcome v: int
o :- a(2..4), not b.
o :- a(X), X = 6..7, b.
v(Y) :- a(X), Y = X / 3, Y > 1.
""",
    "aggregates": """
%@ input a
%@ input b
%@ input c
%@ input n: int 0..3
%@ outcome o
%@ outcome p
%@ outcome q
t(1) :- a. t(2) :- b. t(4) :- c.
o :- #sum { W : t(W) } > 3.
p :- n(N), N <= #count { W : t(W) } <= 2.
q :- #count { W : t(W), W >= 2 } = 1, not o.
""",
    "constraints": """
%@ input a: int 0..5
%@ input b: int 0..5
%@ input c
%@ outcome o
:- a(X), b(Y), X > Y + 1.
:- c, not ok.
ok :- a(X), X < 3.
o :- a(X), b(X), not c.
""",
    "conditions": """
%@ input a: int 0..3
%@ input b: int 0..3
%@ input c
%@ outcome o
n(1,X) :- a(X).
n(2,X) :- b(X).
good(1) :- c.
good(2).
o :- good(K) : n(K,X), X > 1.
""",
    "exceptions to exceptions": """
%@ input a
%@ input b
%@ input c
%@ outcome o
%@ rule default
o :- not barred.
%@ rule first
barred :- a, not lifted.
%@ rule second
barred :- b, c.
%@ rule third
lifted :- b.
""",
}
