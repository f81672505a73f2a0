"""A wrong command line is told in the program's own words, and names what was typed."""

import pytest

from conftest import BAD_CONFIG, DONE

ENOUGH = "must be a whole number of 1 or more, not "
TIERS = "must be mandatory, active, available, draft or archived, not "


@pytest.mark.parametrize("line, told", [
    ("", 'faucet: a command is missing; see "faucet --help"'),
    ("rum", 'faucet rum: there is no such command; did you mean "run"? (commands: run, '),
    ("state shw", 'faucet state shw: there is no such command; did you mean "show"?'),
    ("state", 'faucet state: a command is missing; see "faucet state --help"'),
    ("--bogus", '--bogus: there is no such flag, and a command is missing; see "faucet --help"'),
    ("run --bogus", '--bogus: there is no such flag; see "faucet run --help"'),
    ("run --bogus=3 x", '--bogus: there is no such flag; see "faucet run --help"'),
    ("validate --jsn", '--jsn: there is no such flag; did you mean "--json"?; see "faucet validate'),
    ("run a b", 'b: one argument too many; see "faucet run --help"'),
    ("run --limit", '--limit: needs a value; see "faucet run --help"'),
    ("--log-level", '--log-level: needs a value; see "faucet --help"'),
    ("run --limit 0", f'--limit: {ENOUGH}"0"'),
    ("run --limit x", f'--limit: {ENOUGH}"x"'),
    ("run --limit -1", f'--limit: {ENOUGH}"-1"'),
    ("run --limit 1.5", f'--limit: {ENOUGH}"1.5"'),
    ("run --limit 99999999999999999999", f'--limit: {ENOUGH}"99999999999999999999"'),
    ("preview --limit -5", f'--limit: {ENOUGH}"-5"'),
    ("doctor --timeout-secs 3601", '--timeout-secs: must be a whole number from 1 to 3600, not "3601"'),
    ("doctor --timeout-secs -1", '--timeout-secs: must be a whole number from 1 to 3600, not "-1"'),
    ("run --limit 1 --limit 2", '--limit: may be given only once; see "faucet run --help"'),
    ("run --output hot", '--output: must be text or json, not "hot"'),
    ("run --output jsn", '--output: must be text or json, not "jsn"; did you mean "json"?'),
    ("run --log-format hot", '--log-format: must be text or json, not "hot"'),
    ("run --log-format 1", '--log-format: must be text or json, not "1"'),
    ("run --log-level loud",
     '--log-level: must be trace, debug, info, warn, error or off, not "loud"'),
    ("run --status drafts", f'--status: {TIERS}"drafts"; did you mean "draft"?'),
    ("run --status 3", f'--status: {TIERS}"3"'),
    ("run --include-parents some", '--include-parents: must be off, eligible or all, not "some"'),
    ("run --dry-run=maybe", '--dry-run: takes no value; see "faucet run --help"'),
    ("state set --row a", '--bookmark: is missing; see "faucet state set --help"'),
    ("state import", 'pipeline: is missing; see "faucet state import --help"'),
    ("schema hot", 'what: must be config, source, sink, transform or state, not "hot"'),
    ("schema source", 'faucet schema source: needs a type; see "faucet list"'),
    ("completions", 'shell: is missing; see "faucet completions --help"'),
    ("completions fis", 'shell: must be bash, zsh or fish, not "fis"; did you mean "fish"?'),
], ids=lambda x: x if isinstance(x, str) and len(x) < 40 else "")
def test_a_wrong_command_line_is_told_in_plain_words(run, line, told):
    done = run(*line.split())
    assert done.returncode == BAD_CONFIG
    assert done.stdout == ""
    assert done.stderr.startswith("error: " + told), done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("variable", ["FAUCET_STATUS", "FAUCET_INCLUDE_PARENTS", "FAUCET_LOG",
                                      "FAUCET_LOG_FORMAT"])
def test_a_wrong_value_of_a_variable_names_the_variable(run, variable):
    done = run("run", env={variable: "hot"})
    assert done.returncode == BAD_CONFIG
    assert done.stderr.startswith(f"error: {variable}: must be ")


def test_a_wrong_command_line_is_told_in_json_where_that_is_the_log_format(run):
    done = run("--log-format", "json", "run", "--limit", "x")
    assert done.returncode == BAD_CONFIG
    assert done.stderr.startswith("{"), done.stderr


def test_help_shows_what_a_value_may_be(run):
    done = run("run", "--help")
    assert done.returncode == DONE
    assert "{text,json}" in done.stdout
