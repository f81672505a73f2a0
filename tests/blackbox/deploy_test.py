"""What is shipped for Prometheus and Grafana: it is well-formed, and names what a node really tells."""

import json
import re
import shutil
import subprocess

import yaml

from conftest import TOP
from nodes import shop

ALERTS = TOP / "deploy/prometheus/faucet_alerts.yml"
DASHBOARD = TOP / "deploy/grafana/faucet.json"


def promtool(*arguments):
    program = shutil.which("promtool")
    assert program, "promtool is missing: scripts/deps test installs it"
    done = subprocess.run([program, *map(str, arguments)], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr


def rules():
    return [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]


def panels():
    return [x for x in json.loads(DASHBOARD.read_text())["panels"] if x["type"] != "row"]


def expressions_of_the_dashboard():
    """As Grafana asks them, with its variables filled in."""
    return [re.sub(r"\$\w+", ".*", target["expr"]) for x in panels() for target in x["targets"]]


def metrics_in(expressions):
    return set(re.findall(r"\bfaucet_[a-z_]+", " ".join(expressions)))


def told_by(node):
    """The names of all that a node tells."""
    return set(re.findall(r"^(faucet_\w+?)[{ ]", node.metrics(), re.MULTILINE))


def test_alerts_fire_when_they_should_and_only_then():
    promtool("check", "rules", ALERTS)
    promtool("test", "rules", TOP / "tests/deploy/faucet_alerts_test.yml")


def test_every_alert_has_a_test_and_a_line_in_the_handbook():
    tests = (TOP / "tests/deploy/faucet_alerts_test.yml").read_text()
    handbook = (TOP / "docs/operations.md").read_text()
    for rule in rules():
        assert f"alertname: {rule['alert']}\n" in tests
        assert f"| `{rule['alert']}` |" in handbook


def test_the_dashboard_asks_in_the_language_of_prometheus(tmp_path):
    asked = [{"record": f"panel:{i}", "expr": x} for i, x in enumerate(expressions_of_the_dashboard())]
    written = tmp_path / "rules.yml"
    written.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": asked}]}))
    promtool("check", "rules", written)


def test_alerts_and_dashboard_name_what_a_node_tells(serve, tmp_path):
    alone = serve()
    assert alone.await_end(alone.submit(shop(tmp_path)))["status"] == "completed"
    named = metrics_in([x["expr"] for x in rules()] + expressions_of_the_dashboard())
    assert len(named) > 15
    assert named <= told_by(alone), f"no node tells of {sorted(named - told_by(alone))}"
