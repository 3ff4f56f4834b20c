"""Z3 behind a small typed face: the only module that touches it.

It speaks to Z3's C interface (`z3.z3core`), with assumption arrays built by the caller's order: a check costs a
fraction of what the object layer takes. SMT-LIB text goes in once; after that only literals and bounds do. What every
check needs calls the library itself: the face in Python asks after each call whether it failed, which takes as long as
the call; here Z3's error handler notes a failure, and each method looks at its notes.

Every context is its own, seeds are Z3's fixed ones, and nothing global is set. Not for use by two threads at once.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache
from typing import NewType, NoReturn, TypeVar

from bicameral.backends.contract import NO, YES, Answer, Budget, undecided
from bicameral.backends.smt.interface import Z3Exception, bare
from bicameral.backends.smt.interface import core as c
from bicameral.backends.smt.interface import types as t
from bicameral.formula.smtlib import symbol_name

Ast = NewType("Ast", object)
T = TypeVar("T")

OUT_OF_TIME = undecided("out of time")

_ast_vector_dec_ref = bare("Z3_ast_vector_dec_ref")
_ast_vector_get = bare("Z3_ast_vector_get")
_ast_vector_inc_ref = bare("Z3_ast_vector_inc_ref")
_ast_vector_size = bare("Z3_ast_vector_size")
_get_ast_id = bare("Z3_get_ast_id")
_mk_eq = bare("Z3_mk_eq")
_mk_implies = bare("Z3_mk_implies")
_mk_int64 = bare("Z3_mk_int64")
_solver_assert = bare("Z3_solver_assert")
_solver_check_assumptions = bare("Z3_solver_check_assumptions")
_solver_get_unsat_core = bare("Z3_solver_get_unsat_core")
_solver_pop = bare("Z3_solver_pop")
_solver_push = bare("Z3_solver_push")

# Z3 counts its work: a plain check needs some hundreds, and this many take milliseconds. A check that needs more is
# tried again under the clock, which costs more to set up than an easy check takes.
FIRST_RESOURCES = 20_000
_NO_LIMIT = 2**32 - 1


def _noting(faults: list[int]) -> Callable[[object, int], None]:
    """An error handler that notes the code: whoever called looks for it and raises."""
    return lambda _context, code: faults.append(code)


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
        # Z3's own handler ends the process; after this one its face in Python raises, and so do we
        self._faults: list[int] = []
        self._handler = c.Z3_set_error_handler(self._raw, _noting(self._faults))
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
        number: int = _get_ast_id(self._raw, ast)
        return number

    def raise_fault(self) -> NoReturn:
        """Raise what the error handler noted."""
        raise Z3Exception(c.Z3_get_error_msg(self._raw, self._faults[-1]))

    def solver(self, kind: Kind = Kind.GENERAL) -> Solver:
        """A solver of a kind; one for linear integers knows nothing else, and takes what it does not know as free."""
        return Solver(self, kind)


class Solver:
    """An incremental solver; `check` answers, and what it found can be read until the next change."""

    __slots__ = ("__weakref__", "_context", "_ctx", "_faults", "_int_sort", "_solver")

    def __init__(self, context: Context, kind: Kind) -> None:
        self._context = context
        raw = self._ctx = context._raw  # noqa: SLF001 (one module)
        self._faults = context._faults  # noqa: SLF001
        self._int_sort = context._int_sort  # noqa: SLF001
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
        self._faults.clear()
        _solver_push(self._ctx, self._solver)
        if self._faults:
            self._context.raise_fault()

    def pop(self) -> None:
        self._faults.clear()
        _solver_pop(self._ctx, self._solver, 1)
        if self._faults:
            self._context.raise_fault()

    # --- bounds, made and asserted on the spot: Z3 keeps only the last term it made alive ----------------------

    def _numeral(self, value: int) -> object:
        if -(2**63) <= value < 2**63:
            return _mk_int64(self._ctx, value, self._int_sort)
        return c.Z3_mk_numeral(self._ctx, str(value), self._int_sort)

    def add_equal(self, number: Ast, value: int, *, given: Ast | None = None) -> None:
        """Assert `number = value`; under the literal `given` where there is one."""
        context, faults = self._ctx, self._faults
        faults.clear()
        term = self._numeral(value)
        if not faults:
            term = _mk_eq(context, number, term)
        if given is not None and not faults:
            term = _mk_implies(context, given, term)
        if not faults:
            _solver_assert(context, self._solver, term)
        if faults:
            self._context.raise_fault()

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

    def check_within(self, literals: Sequence[Ast], resources: int) -> Answer:
        """Likewise with a limit in Z3's own units of work instead of time: the same answer on every machine."""
        self._set(timeout=_NO_LIMIT, rlimit=resources)
        try:
            result = self._check(literals)
            reason = self._reason() if result == 0 else ""
        except Z3Exception as fault:
            return failed(fault)
        finally:
            self._set(timeout=_NO_LIMIT, rlimit=FIRST_RESOURCES)
        if result == 0:
            return OUT_OF_TIME if _is_limit(reason) else undecided(f"Z3: {reason}")
        return YES if result == 1 else NO

    def _check(self, literals: Sequence[Ast]) -> int:
        size = len(literals)
        self._faults.clear()
        result: int = _solver_check_assumptions(self._ctx, self._solver, size, _array_of(size)(*literals))
        if self._faults:
            self._context.raise_fault()
        return result

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
        context, faults = self._ctx, self._faults
        faults.clear()
        vector = _solver_get_unsat_core(context, self._solver)
        if faults:
            self._context.raise_fault()
        _ast_vector_inc_ref(context, vector)
        found: list[int] = [
            _get_ast_id(context, _ast_vector_get(context, vector, index))
            for index in range(_ast_vector_size(context, vector))
        ]
        _ast_vector_dec_ref(context, vector)
        if faults:
            self._context.raise_fault()
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


@cache
def _array_of(size: int) -> type:
    """The type of an array of terms; making it takes longer than filling it."""
    made: type = t.Ast * size
    return made


def _release(context: Context, solver: object) -> None:
    c.Z3_solver_dec_ref(context._raw, solver)  # noqa: SLF001


def failed(fault: Exception) -> Answer:
    """An exception of Z3 as an answer: shown, not read."""
    text = fault.args[0] if fault.args else ""
    shown = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    return undecided(f"Z3: {' '.join(shown.split())[:200]}")


def _is_limit(reason: str) -> bool:
    return any(word in reason for word in ("canceled", "resource", "timeout", "interrupted"))
