"""JSON, SARIF and GitHub annotations."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import jsonschema
from msgspec.structs import replace

from gamebook.diagnostics import Diagnostic, Edit, Severity, Suggestion
from gamebook.render.findings_github import findings_github
from gamebook.render.findings_json import findings_json
from gamebook.render.findings_sarif import findings_sarif
from gamebook.source import Source, Span

Find = Callable[..., Diagnostic]

SCHEMA = json.loads((Path(__file__).parents[1] / "data" / "sarif-essentials.json").read_text("utf-8"))


def test_json_keys_stay(find: Find, moat: Source) -> None:
    finding = find("212", "no chapter is numbered 212", "the nearest is 1", also="1 The moat", route=("chapter 1",))
    assert json.loads(findings_json([finding], {moat.path: moat})) == [
        {
            "code": "GB902",
            "severity": "error",
            "level": "quick",
            "message": "no chapter is numbered 212",
            "hint": "the nearest is 1",
            "path": "books/moat.gbk",
            "line": 3,
            "column": 17,
            "end_line": 3,
            "end_column": 20,
            "related": [
                {
                    "message": "first written here",
                    "path": "books/moat.gbk",
                    "line": 1,
                    "column": 5,
                    "end_line": 1,
                    "end_column": 15,
                }
            ],
            "route": ["chapter 1"],
            "fix": [],
            "suggestions": [],
        }
    ]
    assert json.loads(findings_json([], {})) == []


def test_sarif_obeys_its_schema(find: Find, moat: Source) -> None:
    findings = [
        find("212", "no such chapter", "nearest: 1", also="1 The moat", route=("chapter 1", "Climb down")),
        find("Cold", "terse", severity=Severity.INFO),
        Diagnostic("GB902", Severity.ERROR, Span("/books/my book.gbk", 0, 0), "cannot be read"),
    ]
    log = json.loads(findings_sarif(findings, {moat.path: moat}))
    jsonschema.validate(log, SCHEMA)
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["GB900", "GB902"]
    unread, terse, lost = run["results"]
    assert unread["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///books/my%20book.gbk"
    assert (terse["level"], terse["ruleIndex"]) == ("note", 0)
    assert lost["message"]["text"] == "no such chapter\nnearest: 1"
    assert lost["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 17,
        "endLine": 3,
        "endColumn": 20,
    }
    flow = lost["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [step["location"]["message"]["text"] for step in flow] == ["chapter 1", "Climb down"]


def test_sarif_of_nothing(moat: Source) -> None:
    jsonschema.validate(json.loads(findings_sarif([], {moat.path: moat})), SCHEMA)


def test_github_annotations_escape_what_the_service_reads_as_marks(find: Find) -> None:
    source = Source("a,b:c.gbk", "x -> 212")
    finding = find("212", "50% of it\nis lost", "turn: back, now", Severity.WARNING, source=source)
    assert findings_github([finding], {source.path: source}) == (
        "::warning file=a%2Cb%3Ac.gbk,line=1,col=6,title=GB901 a title%3A short%2C 100%25"
        "::50%25 of it%0Ais lost%0Aturn: back, now\n"
    )


def test_github_annotations_tell_all_that_the_terminal_tells(find: Find, moat: Source) -> None:
    finding = find("212", "a trap", "go back", also="1 The moat", route=("chapter 1", *("in", "out") * 50))
    (line,) = findings_github([finding], {moat.path: moat}).splitlines()
    assert line.partition(" 100%25::")[2].split("%0A") == [
        "a trap",
        "go back",
        "books/moat.gbk:1:5 first written here",
        "example route:",
        "  chapter 1",
        "  in",
        "  out",
        "  … the same 2 steps 49 more times",
    ]


def test_suggestions_as_data(find: Find, moat: Source) -> None:
    finding = replace(find("212", "no chapter is numbered 212"), suggestions=(Suggestion("21", "here", "212"),))
    (entry,) = json.loads(findings_json([finding], {moat.path: moat}))
    assert entry["suggestions"] == [{"text": "21", "place": "here", "was": "212"}]


def test_a_fix_as_data(find: Find, moat: Source) -> None:
    finding = find("212", "no chapter is numbered 212")
    finding = replace(finding, fix=(Edit(finding.span, "21"),), level="full")
    (entry,) = json.loads(findings_json([finding], {moat.path: moat}))
    assert entry["level"] == "full"
    where = {"path": "books/moat.gbk", "line": 3, "column": 17, "end_line": 3, "end_column": 20}
    assert entry["fix"] == [{"text": "21", **where}]
    log = json.loads(findings_sarif([finding], {moat.path: moat}))
    jsonschema.validate(log, SCHEMA)
    (change,) = log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "books/moat.gbk"}
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 3, "startColumn": 17, "endLine": 3, "endColumn": 20},
            "insertedContent": {"text": "21"},
        }
    ]
