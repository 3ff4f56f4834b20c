"""`bicameral check` as a command: the systems to match, in every form of case, and the exit code of each verdict."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bicameral.surfaces.cli import main as cli

ROOT = Path(__file__).resolve().parents[2]
TRAVEL = str(ROOT / "rules" / "travel")
LENDING = str(ROOT / "rules" / "lending")
CASH = str(ROOT / "rules" / "cash_law")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty folder: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return call


def _cited(report: dict[str, object]) -> set[str]:
    """Everything that a reason cites: its entries, their labels, and the rules of its closed worlds."""
    because = report["because"]
    assert isinstance(because, list)
    names = {str(entry["name"]) for entry in because} | {str(entry.get("label")) for entry in because}
    return names.union(*(entry.get("rules") or [] for entry in because))


# Facts, in JSON, as `.lp`, and as an answer block, each with names of its own; claims in each; verdict; what is cited.
ROWS = {
    "no approval": (
        {"cost": 2500, "international": False, "manager_approved": False},
        "trip_approved",
        "tripApproved",
        10,
        {"cost-rule", "fact-cost", "fact-approval"},
    ),
    "approved": (
        {"cost": 2500, "international": False, "manager_approved": True},
        "trip_approved",
        "tripApproved",
        0,
        {"approval-rule", "fact-approval", "fact-domestic"},
    ),
    "no booking": (
        {"cost": 2500, "international": False, "manager_approved": False},
        "booking_allowed",
        "bookingAllowed",
        10,
        {"booking-rule", "cost-rule", "fact-cost", "fact-approval"},
    ),
}
LABELS = {"cost": "fact-cost", "international": "fact-domestic", "manager_approved": "fact-approval"}
ALIASES = {"cost": "costEur", "international": "international", "manager_approved": "managerApproved"}


def _json(facts: dict[str, object], claim: str, _alias: str) -> str:
    meta = {name: {"name": LABELS[name]} for name in facts}
    return json.dumps({"facts": facts, "claim": claim, "meta": meta})


def _lp(facts: dict[str, object], claim: str, _alias: str) -> str:
    lines = []
    for name, value in facts.items():
        atom = name if isinstance(value, bool) else f"{name}({value})"
        lines += [f"%@ fact {LABELS[name]}", f"not {atom}." if value is False else f"{atom}."]
    return "\n".join([*lines, f"claim :- {claim}.", ""])


def _smt2(facts: dict[str, object], _claim: str, alias: str) -> str:
    lines = []
    for name, value in facts.items():
        known = ALIASES[name]
        formula = known if value is True else f"(not {known})" if value is False else f"(= {known} {value})"
        lines.append(f"(assert (! {formula} :named {LABELS[name]}))")
    return "\n".join([*lines, f"(define-fun claim () Bool {alias})", ""])


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(("ending", "write"), [("json", _json), ("lp", _lp), ("smt2", _smt2)])
def test_the_travel_rows_in_every_form_of_case(
    run: Run, tmp_path: Path, row: str, ending: str, write: Callable[..., str]
) -> None:
    facts, claim, alias, code, cited = ROWS[row]
    case = tmp_path / f"case.{ending}"
    case.write_text(write(facts, claim, alias), "utf-8")
    got, out, err = run("check", TRAVEL, str(case), "--json")
    assert (got, err) == (code, "")
    report = json.loads(out)
    assert report["agreement"] == "both"
    assert cited <= _cited(report)


def test_the_tenure_row(run: Run) -> None:
    facts = ["--fact=cost=2000", "--fact=international=true", "--fact=manager_approved=true"]
    code, out, _ = run("check", TRAVEL, *facts, "--claim", "trip_approved", "--json")
    report = json.loads(out)
    assert (code, report["verdict"], report["agreement"]) == (11, "SATISFIABLE", "both")
    [entry] = report["missing"]
    assert entry["input"] == "tenure"
    assert (entry["holds"], entry["fails"]) == ([{"from": 6, "to": None}], [{"from": 0, "to": 5}])
    assert (report["holds_when"]["inputs"]["tenure"], report["fails_when"]["inputs"]["tenure"]) == (6, 5)


def test_decimals_are_exact(run: Run) -> None:
    words = ["--fact=ltv=0.80", "--fact=qualified_mortgage=false", "--claim", "approved"]
    names = (Path(LENDING) / "policy.lp").read_text("utf-8")
    inputs = [line.split()[2].rstrip(":") for line in names.splitlines() if line.startswith("%@ input")]
    assert len(inputs) == 3
    dti, ltv, mortgage = inputs
    outcome = next(line.split()[2] for line in names.splitlines() if line.startswith("%@ outcome"))
    words = [f"--fact={ltv}=0.80", f"--fact={mortgage}=false", "--claim", outcome]
    assert run("check", LENDING, f"--fact={dti}=0.43", *words)[0] == 0
    assert run("check", LENDING, f"--fact={dti}=0.4301", *words)[0] == 10
    assert run("check", LENDING, f"--fact={dti}=0.50", *words)[0] == 10
    assert run("check", LENDING, f"--fact={dti}=0.43001", *words)[0] == 2  # more digits than the input has
    code, out, _ = run("check", LENDING, *words, "--json")
    [entry] = json.loads(out)["missing"]
    assert (code, entry["holds"], entry["fails"][0]["from"]) == (11, [{"from": 0, "to": 0.43}], 0.4301)


def test_the_cash_law(run: Run) -> None:
    block = "(assert (! foodOrRetail :named fact-restaurant))\n(assert (! paidOnPremises :named fact-premises))\n"
    Path("answer.smt2").write_text(block + "(define-fun claim () Bool (not mustAcceptCash))\n", "utf-8")
    code, out, _ = run("check", CASH, "answer.smt2", "--json")
    assert code == 10
    assert {"cash-rule", "fact-restaurant", "fact-premises"} <= _cited(json.loads(out))


# --- claims and facts from several places --------------------------------------------------------------------------


def test_several_claims_give_the_greatest_code(run: Run) -> None:
    facts = ["--fact=cost=400", "--fact=international=false"]
    claims = ["--claim=trip_approved", "--claim=not trip_approved", "--claim=booking_allowed, manager_approved"]
    code, out, _ = run("check", TRAVEL, *facts, *claims, "--json")
    reports = json.loads(out)["reports"]
    assert [report["verdict"] for report in reports] == ["VALID", "INVALID", "SATISFIABLE"]
    assert code == 11


def test_no_claim_gives_every_outcome(run: Run) -> None:
    code, out, _ = run("check", TRAVEL, "--fact=cost=400", "--fact=international=false", "--json")
    table = json.loads(out)
    assert [(row["outcome"], row["status"]) for row in table["outcomes"]] == [
        ("trip_approved", "certain"),
        ("booking_allowed", "certain"),
    ]
    assert code == 0


def test_claims_on_the_command_line_replace_the_cases(run: Run) -> None:
    Path("case.json").write_text('{"facts": {"cost": 400, "international": false}, "claim": "trip_approved"}', "utf-8")
    assert run("check", TRAVEL, "case.json")[0] == 0
    assert run("check", TRAVEL, "case.json", "--claim", "not trip_approved")[0] == 10


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("facts.json", '{"cost": 400, "international": false}'),
        ("facts.json", '{"facts": {"cost": 400, "international": false}}'),
        ("facts.yaml", "cost: 400\ninternational: false\n"),
        ("facts.yml", "facts:\n  cost: 400\n  international: false\n"),
        ("facts.lp", "cost(400). not international."),
        ("facts.smt2", "(assert (= costEur 400))\n(assert (not international))\n"),
    ],
)
def test_facts_from_a_file(run: Run, name: str, text: str) -> None:
    Path(name).write_text(text, "utf-8")
    assert run("check", TRAVEL, "--facts", name, "--claim", "trip_approved")[0] == 0
    assert run("check", TRAVEL, "--facts", name, "--fact=cost=400.0", "--claim", "trip_approved")[0] == 0
    code, _, err = run("check", TRAVEL, "--facts", name, "--fact=cost=401", "--claim", "trip_approved")
    assert code == 2
    assert "cost" in err


def test_a_wrong_fact_in_a_bare_file_is_shown_in_its_place(run: Run) -> None:
    Path("facts.json").write_text('{"cost": 400,\n "internatonal": false}', "utf-8")
    code, _, err = run("check", TRAVEL, "--facts", "facts.json")
    assert code == 2
    assert "facts.json:2:2" in err
    assert "did you mean `international`" in err


@pytest.mark.parametrize(
    "words",
    [
        ["nowhere.json"],
        ["case"],
        ["case.txt"],
        ["."],
        ["--facts", "nowhere.json"],
        ["--facts", "nowhere"],
        ["--fact", "cost"],
        ["--fact", "=1"],
        ["--fact", "cost=cheap"],
        ["--fact", "cost=-1"],
        ["--fact", "cost=1.5"],
        ["--fact", "cost=.nan"],
        ["--fact", "cots=1"],
        ["--fact", "trip_approved=true"],
        ["--fact", "cost=1", "--fact", "cost=2"],
        ["--fact", "international=yes"],
        ["--claim", ""],
        ["--claim", "nothing"],
        ["--claim", "cost(1)"],
        ["--claim", "trip_approved."],
        ["--claim", "trip_approved. #script (python)"],
        ["--claim", "p :- q"],
    ],
)
def test_bad_input_is_2_and_no_verdict(run: Run, words: list[str]) -> None:
    code, out, err = run("check", TRAVEL, *words)
    assert (code, out) == (2, "")
    assert err.startswith("error[") or ": error[" in err, err


SMUGGLED = {
    "an outcome": "(assert tripApproved)",
    "false": "(assert false)",
    "a compound formula": "(assert (or international managerApproved))",
    "a declaration": "(declare-const extra Bool)",
    "a redeclaration": "(declare-const costEur Int)",
    "a definition": "(define-fun international () Bool true)",
    "an option": "(set-option :timeout 1)",
    "a command": "(check-sat)",
    "a pop": "(pop 1)",
    "an exit": "(exit)",
    "an unknown name": "(assert (not extra))",
    "two claims": "(define-fun claim () Bool tripApproved)",
    "an unbalanced text": "(assert (= costEur 5)",
}


@pytest.mark.parametrize("what", SMUGGLED)
def test_an_answer_block_is_data(run: Run, what: str) -> None:
    text = f"(assert (= costEur 400))\n{SMUGGLED[what]}\n(define-fun claim () Bool tripApproved)\n"
    Path("answer.smt2").write_text(text, "utf-8")
    code, out, err = run("check", TRAVEL, "answer.smt2")
    assert (code, out) == (2, "")
    assert "answer.smt2:2:" in err or what in ("two claims", "an unbalanced text")
    assert "answer.smt2:" in err


# --- verdicts that are rare ----------------------------------------------------------------------------------------

SMALL = "%@ input a\n%@ input n: int 0..9\n%@ outcome ok\nok :- a.\n:- a, n(N), N > 5.\n"


def test_inconsistent(run: Run) -> None:
    Path("policy.lp").write_text(SMALL, "utf-8")
    code, out, _ = run("check", "policy.lp", "--fact=a=true", "--fact=n=7", "--claim=ok", "--json")
    assert (code, json.loads(out)["verdict"]) == (12, "INCONSISTENT")
    assert run("check", "policy.lp", "--fact=a=true", "--fact=n=7")[0] == 12


def test_unknown(run: Run) -> None:
    Path("policy.lp").write_text("%@ input a\n%@ outcome ok\nok :- a, #count { 1 : b; 2 : ok } > 0.\n{b}.\n", "utf-8")
    words = ["check", "policy.lp", "--fact=a=true", "--claim=ok"]
    assert run(*words, "--require", "both")[0] == 13
    assert run(*words, "--backend", "smt")[0] == 13
    code, out, _ = run(*words, "--json")
    assert (code, json.loads(out)["agreement"]) == (11, "asp")


def test_disagreement(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted SMT backend: its policy is another one."""
    from bicameral import engine
    from bicameral.policy import check_text

    makers = engine.default_backends()
    other = check_text(SMALL.replace("ok :- a.", "ok :- not a."))

    def planted(_policy: object, _lower: object) -> object:
        impostor = engine.Policy(other)
        return makers["smt"](other, impostor.lowered)

    monkeypatch.setattr(engine, "default_backends", lambda: {"asp": makers["asp"], "smt": planted})
    Path("policy.lp").write_text(SMALL, "utf-8")
    code, out, _ = run("check", "policy.lp", "--fact=a=true", "--fact=n=1", "--claim=ok", "--json")
    report = json.loads(out)
    assert (code, report["verdict"], report["agreement"]) == (14, "DISAGREEMENT", "none")
    assert report["backends"]["asp"]["can_hold"] != report["backends"]["smt"]["can_hold"]
    assert run("check", "policy.lp", "--fact=a=true", "--fact=n=1")[0] == 14


# --- an SMT-LIB file as the policy ---------------------------------------------------------------------------------

SMTLIB = """\
(declare-const costEur Int)
(declare-const managerApproved Bool)
(declare-const refused Bool)
(define-fun tripApproved () Bool (not refused))
(assert (! (>= costEur 0) :named cost-range))
(assert (! (= refused (and (> costEur 1000) (not managerApproved))) :named cost-rule))
"""


def test_an_smtlib_policy_is_decided_by_the_smt_backend_alone(run: Run) -> None:
    Path("policy.smt2").write_text(SMTLIB, "utf-8")
    block = "(assert (! (= costEur 2500) :named fact-cost))\n(assert (! (not managerApproved) :named fact-approval))\n"
    Path("answer.smt2").write_text(block + "(define-fun claim () Bool tripApproved)\n", "utf-8")
    code, out, _ = run("check", "policy.smt2", "answer.smt2", "--json")
    report = json.loads(out)
    assert (code, report["verdict"], report["agreement"]) == (10, "INVALID", "smt")
    assert {"cost-rule", "fact-cost", "fact-approval"} <= _cited(report)
    assert report["notes"], "without a split it says that any constant may be stated"


def test_an_smtlib_policy_with_a_split(run: Run) -> None:
    split = "; %@ input costEur: int 0.. EUR\n; %@ input managerApproved\n; %@ outcome tripApproved\n"
    split += "; %@ outcome refused\n"
    Path("policy.smt2").write_text(split + SMTLIB, "utf-8")
    words = ["check", "policy.smt2", "--claim", "tripApproved"]
    assert run(*words, "--fact=costEur=1000")[0] == 0
    assert run(*words, "--fact=costEur=1001")[0] == 11
    assert run(*words, "--fact=costEur=1001", "--fact=managerApproved=false")[0] == 10
    assert run(*words, "--fact=tripApproved=true")[0] == 2


@pytest.mark.parametrize("words", [["case.json", TRAVEL], ["facts.lp", TRAVEL], ["case.json", f"{TRAVEL}/policy.lp"]])
def test_swapped_arguments_are_said_to_be(run: Run, words: list[str]) -> None:
    Path("case.json").write_text('{"facts": {}}')
    Path("facts.lp").write_text("cost(3).")
    code, out, err = run("check", *words)
    assert (code, out) == (2, "")
    assert "swapped" in err
    assert f"bicameral check {words[1]} {words[0]}" in err


def test_a_case_alone_and_a_folder_as_a_case(run: Run) -> None:
    Path("case.json").write_text('{"facts": {}}')
    assert "POLICY comes first" in run("check", "case.json")[2]
    assert "is a folder, not a case" in run("check", TRAVEL, CASH)[2]


def test_everything_wrong_with_the_words_is_told(run: Run) -> None:
    Path("case.json").write_text('{"facts": {"first": 1, "second": 2}, "claim": "third"}')
    words = ["--fact", "fourth=4", "--fact", "cost 5", "--claim", "fifth", "--claim", "sixth = 6.5"]
    code, out, err = run("check", TRAVEL, "case.json", *words)
    assert (code, out) == (2, "")
    for wrong in ("`first`", "`second`", "`third`", "`fourth`", "cost=5", "`fifth`", "`sixth`"):
        assert wrong in err


@pytest.mark.parametrize("policy", ["deep/p", "deep/p/", "deep/p/policy.lp", "./deep/p"])
def test_the_place_of_a_finding_is_named_as_the_policy_was(run: Run, policy: str) -> None:
    folder = Path("deep/p")
    folder.mkdir(parents=True)
    (folder / "policy.lp").write_text("%@ input a\n%@ outcome ok\nok :- a, b.\na :- c.\n")
    code, _, err = run("check", policy)
    assert code == 2
    assert "deep/p/policy.lp:3:10: error" in err
    assert "deep/p/policy.lp:4:1: error" in err
    assert "deep/p/policy.lp:4:6: error" in err
    assert "declared at deep/p/policy.lp:1:10" in err
    (folder / "policy.lp").write_text("%@ input a: date\n%@ outcome ok\nok :- a(D), D < 2020-10-12.\n")
    code, out, err = run("check", policy, "--fact", "a=2020-01-01", "--claim", "ok", "--json")
    assert code == 10
    assert '"file": "policy.lp"' in out or '"rules": ["policy.lp:3"]' in out.replace("\n", "")
    assert "deep/p/policy.lp:3:17: warning" in run("check", policy, "--fact", "a=2020-01-01")[2]


def test_what_is_no_policy_says_so_in_every_command(run: Run) -> None:
    Path("case.json").write_text('{"facts": {}}')
    for command in ("check", "compile", "fragment", "test"):
        code, out, err = run(command, "case.json")
        assert (code, out) == (2, "")
        assert "case.json is no policy" in err
        assert "is empty" in run(command, "")[2]


def test_an_option_before_the_command_is_said_to_stand_after_it(run: Run) -> None:
    code, out, err = run("--json", "check", TRAVEL)
    assert (code, out) == (2, "")
    assert "bicameral check POLICY --json" in err


def test_facts_outside_facts_are_said_to_belong_there(run: Run) -> None:
    Path("case.json").write_text('{"cost": 2500}')
    assert '{"facts": {"cost": ...}}' in run("check", TRAVEL, "case.json")[2]
