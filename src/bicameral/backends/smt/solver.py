"""Z3 behind a small typed face: the only module that touches it.

It speaks to Z3's C interface (`z3.z3core`), with assumption arrays built by the caller's order: a check costs a
fraction of what the object layer takes. SMT-LIB text goes in once; after that only literals and bounds do.

Every context is its own, seeds are Z3's fixed ones, and nothing global is set. Not for use by two threads at once.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from enum import Enum
from typing import NewType, TypeVar

from bicameral.backends.contract import NO, YES, Answer, Budget, undecided
from bicameral.backends.smt.interface import Z3Exception
from bicameral.backends.smt.interface import core as c
from bicameral.backends.smt.interface import types as t
from bicameral.formula.smtlib import symbol_name

Ast = NewType("Ast", object)
T = TypeVar("T")

OUT_OF_TIME = undecided("out of time")

# Z3 counts its work: a plain check needs some hundreds, and this many take milliseconds. A check that needs more is
# tried again under the clock, which costs more to set up than an easy check takes.
FIRST_RESOURCES = 20_000
_NO_LIMIT = 2**32 - 1


def _leave_it_to_the_caller(_context: object, _code: int) -> None:
    """Every call looks at the error code after it and raises."""


class Kind(Enum):
    """What a solver is for."""

    LINEAR = "Booleans and linear integers alone: a check takes two thirds of the time"
    GENERAL = "every theory, incrementally"
    WHOLE = "every theory, with a strategy of Z3's choice where a problem comes whole"


class Context:
    """A Z3 context: makes symbols, literals and solvers; reads SMT-LIB text."""

    def __init__(self) -> None:
        config = c.Z3_mk_config()
        self._raw = c.Z3_mk_context_rc(config)
        c.Z3_del_config(config)
        # Z3's own handler ends the process; with this one its face in Python raises
        self._handler = c.Z3_set_error_handler(self._raw, _leave_it_to_the_caller)
        weakref.finalize(self, c.Z3_del_context, self._raw).atexit = False
        self._int_sort = c.Z3_mk_int_sort(self._raw)
        self._bool_sort = c.Z3_mk_bool_sort(self._raw)

    def _keep(self, ast: object) -> Ast:
        """Own `ast` for the life of the context."""
        c.Z3_inc_ref(self._raw, ast)
        return Ast(ast)

    def parse(self, text: str) -> list[Ast]:
        """The assertions of SMT-LIB text. Raises z3's exception for text that Z3 does not read."""
        return self._read(text, self._keep)

    def _read(self, text: str, use: Callable[[object], T]) -> list[T]:
        vector = c.Z3_parse_smtlib2_string(
            self._raw, text, 0, (t.Symbol * 0)(), (t.Sort * 0)(), 0, (t.Symbol * 0)(), (t.FuncDecl * 0)()
        )
        c.Z3_ast_vector_inc_ref(self._raw, vector)
        try:
            size = c.Z3_ast_vector_size(self._raw, vector)
            return [use(c.Z3_ast_vector_get(self._raw, vector, index)) for index in range(size)]
        finally:
            c.Z3_ast_vector_dec_ref(self._raw, vector)

    def _symbol(self, name: str) -> object:
        return c.Z3_mk_string_symbol(self._raw, symbol_name(name))

    def boolean(self, name: str) -> Ast:
        """The Boolean symbol `name` (unquoted)."""
        return self._keep(c.Z3_mk_const(self._raw, self._symbol(name), self._bool_sort))

    def number(self, name: str) -> Ast:
        """The numeric symbol `name` (unquoted)."""
        return self._keep(c.Z3_mk_const(self._raw, self._symbol(name), self._int_sort))

    def negation(self, literal: Ast) -> Ast:
        return self._keep(c.Z3_mk_not(self._raw, literal))

    def minus(self, number: Ast) -> Ast:
        return self._keep(c.Z3_mk_unary_minus(self._raw, number))

    def identity(self, ast: Ast) -> int:
        """Equal for equal terms of this context and for no others, as long as they live."""
        return int(c.Z3_get_ast_id(self._raw, ast))

    def solver(self, kind: Kind = Kind.GENERAL) -> Solver:
        """A solver of a kind; one for linear integers knows nothing else, and takes what it does not know as free."""
        return Solver(self, kind)


class Solver:
    """An incremental solver; `check` answers, and what it found can be read until the next change."""

    __slots__ = ("__weakref__", "_context", "_ctx", "_solver")

    def __init__(self, context: Context, kind: Kind) -> None:
        self._context = context
        raw = self._ctx = context._raw  # noqa: SLF001 (one module)
        if kind is Kind.LINEAR:
            self._solver = c.Z3_mk_solver_for_logic(raw, c.Z3_mk_string_symbol(raw, "QF_LIA"))
        else:
            self._solver = c.Z3_mk_simple_solver(raw) if kind is Kind.GENERAL else c.Z3_mk_solver(raw)
        c.Z3_solver_inc_ref(raw, self._solver)
        weakref.finalize(self, _release, context, self._solver).atexit = False
        self._set(ctrl_c=False, random_seed=0, rlimit=FIRST_RESOURCES)

    def _set(self, **values: int) -> None:
        parameters = c.Z3_mk_params(self._ctx)
        c.Z3_params_inc_ref(self._ctx, parameters)
        for name, value in values.items():
            symbol = c.Z3_mk_string_symbol(self._ctx, name)
            if isinstance(value, bool):
                c.Z3_params_set_bool(self._ctx, parameters, symbol, value)
            else:
                c.Z3_params_set_uint(self._ctx, parameters, symbol, value)
        c.Z3_solver_set_params(self._ctx, self._solver, parameters)
        c.Z3_params_dec_ref(self._ctx, parameters)

    def add(self, *assertions: Ast) -> None:
        for assertion in assertions:
            c.Z3_solver_assert(self._ctx, self._solver, assertion)

    def add_text(self, text: str) -> None:
        """Assert what SMT-LIB text asserts. Raises z3's exception for text that Z3 does not read."""

        def assert_it(ast: object) -> None:
            c.Z3_solver_assert(self._ctx, self._solver, ast)

        self._context._read(text, assert_it)  # noqa: SLF001

    def push(self) -> None:
        c.Z3_solver_push(self._ctx, self._solver)

    def pop(self) -> None:
        c.Z3_solver_pop(self._ctx, self._solver, 1)

    # --- bounds, made and asserted on the spot: Z3 keeps only the last term it made alive ----------------------

    def _numeral(self, value: int) -> object:
        sort = self._context._int_sort  # noqa: SLF001
        if -(2**63) <= value < 2**63:
            return c.Z3_mk_int64(self._ctx, value, sort)
        return c.Z3_mk_numeral(self._ctx, str(value), sort)

    def add_equal(self, number: Ast, value: int, *, given: Ast | None = None) -> None:
        """Assert `number = value`; under the literal `given` where there is one."""
        equation = c.Z3_mk_eq(self._ctx, number, self._numeral(value))
        if given is not None:
            equation = c.Z3_mk_implies(self._ctx, given, equation)
        c.Z3_solver_assert(self._ctx, self._solver, equation)

    def add_at_most(self, number: Ast, value: int) -> None:
        c.Z3_solver_assert(self._ctx, self._solver, c.Z3_mk_le(self._ctx, number, self._numeral(value)))

    def add_at_least(self, number: Ast, value: int) -> None:
        c.Z3_solver_assert(self._ctx, self._solver, c.Z3_mk_ge(self._ctx, number, self._numeral(value)))

    def add_clause(self, literals: Sequence[Ast]) -> None:
        size = len(literals)
        c.Z3_solver_assert(self._ctx, self._solver, c.Z3_mk_or(self._ctx, size, (t.Ast * size)(*literals)))

    # --- asking ------------------------------------------------------------------------------------------------

    def check(self, literals: Sequence[Ast], budget: Budget) -> Answer:
        """Whether the assertions are consistent with `literals`: YES, NO, or undecided with the reason.

        Never raises for what Z3 does; the text of an exception is shown, not read.
        """
        if budget.left <= 0:
            return OUT_OF_TIME
        try:
            result = self._check(literals)
            if result == 0:
                return self._check_longer(literals, budget)
        except Z3Exception as fault:
            return failed(fault)
        return YES if result == 1 else NO

    def _check(self, literals: Sequence[Ast]) -> int:
        size = len(literals)
        return int(c.Z3_solver_check_assumptions(self._ctx, self._solver, size, (t.Ast * size)(*literals)))

    def _check_longer(self, literals: Sequence[Ast], budget: Budget) -> Answer:
        """A second attempt under the clock, unless the first gave up for another reason than its limit."""
        reason = self._reason()
        if not _is_limit(reason):
            return undecided(f"Z3: {reason}")
        left = budget.left
        if left <= 0:
            return OUT_OF_TIME
        self._set(timeout=left, rlimit=0)
        try:
            result = self._check(literals)
            reason = self._reason() if result == 0 else ""
        finally:
            self._set(timeout=_NO_LIMIT, rlimit=FIRST_RESOURCES)
        if result == 0:
            return OUT_OF_TIME if _is_limit(reason) else undecided(f"Z3: {reason}")
        return YES if result == 1 else NO

    def _reason(self) -> str:
        return str(c.Z3_solver_get_reason_unknown(self._ctx, self._solver))

    def core(self) -> list[int]:
        """The identities of the literals that the last NO rests on."""
        vector = c.Z3_solver_get_unsat_core(self._ctx, self._solver)
        c.Z3_ast_vector_inc_ref(self._ctx, vector)
        size = c.Z3_ast_vector_size(self._ctx, vector)
        found = [
            int(c.Z3_get_ast_id(self._ctx, c.Z3_ast_vector_get(self._ctx, vector, index))) for index in range(size)
        ]
        c.Z3_ast_vector_dec_ref(self._ctx, vector)
        return found

    def model(self) -> Model:
        """The model of the last YES; to be read before the solver is changed, to be kept as long as you like."""
        return Model(self._context, c.Z3_solver_get_model(self._ctx, self._solver))


class Model:
    """Values for every symbol, those that do not matter included."""

    __slots__ = ("_context", "_ctx", "_raw")

    def __init__(self, context: Context, raw: object) -> None:
        self._context = context  # outlives the model
        self._ctx = context._raw  # noqa: SLF001
        self._raw = raw
        c.Z3_model_inc_ref(self._ctx, raw)

    def __del__(self) -> None:
        if c is not None:  # the interpreter is not going down
            c.Z3_model_dec_ref(self._ctx, self._raw)

    def _value(self, ast: Ast) -> object:
        result = (t.Ast * 1)()
        if not c.Z3_model_eval(self._ctx, self._raw, ast, True, result):
            raise Z3Exception("the model gives no value")
        return result[0]

    def holds(self, literal: Ast) -> bool:
        """The truth of a Boolean in the model."""
        return int(c.Z3_get_bool_value(self._ctx, self._value(literal))) == 1

    def value(self, number: Ast) -> int:
        """The value of an Int in the model."""
        return int(c.Z3_get_numeral_string(self._ctx, self._value(number)))


def _release(context: Context, solver: object) -> None:
    c.Z3_solver_dec_ref(context._raw, solver)  # noqa: SLF001


def failed(fault: Exception) -> Answer:
    """An exception of Z3 as an answer: shown, not read."""
    text = fault.args[0] if fault.args else ""
    shown = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    return undecided(f"Z3: {' '.join(shown.split())[:200]}")


def _is_limit(reason: str) -> bool:
    return any(word in reason for word in ("canceled", "resource", "timeout", "interrupted"))
