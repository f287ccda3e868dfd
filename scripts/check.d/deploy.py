#!/usr/bin/env python3
"""Holds the files in deploy/ against the program, without a build, a container or a cluster: they parse, and every option of `hearth serve`,
every variable, route, number of /metrics and file that they name is there.

    deploy.py               check this repository; prints each breach as FILE: … and ends with 1 if there is one
    deploy.py --self-test   plant what is wrong, and see that it is found

YAML is parsed where PyYAML is installed; where it is not, that is said, and what needs it is left out.
"""

import json
import os
import pathlib
import re
import shlex
import sys

try:
    import yaml
except ImportError:
    yaml = None

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What a person makes from an example, and git ignores.
MADE = {"deploy/.env", "deploy/program-token"}
# Seconds that the server takes after --drain before it gives connections up (HTTPServer.Limits.shutdownTimeout).
AFTER_DRAIN = 10


def read(root, path):
    return (root / path).read_text(encoding="utf-8")


def facts(root=ROOT):
    """What the sources say of options, variables, routes and numbers."""
    serve = read(root, "Sources/HearthCLI/Commands/ServeCommand.swift")
    options = {}
    declared = re.compile(r"@(Option|Flag)(\((?:[^()\"]|\"(?:[^\"\\]|\\.)*\"|\([^()]*\))*\))?\s*var (\w+)")
    for kind, arguments, name in declared.findall(serve):
        long = re.search(r'customLong\("([\w-]+)"\)', arguments or "")
        option = long.group(1) if long else re.sub(r"(?<!^)([A-Z])", r"-\1", name).lower()
        options["--" + option] = kind == "Option"
    keys = read(root, "Sources/HearthEngine/Settings/SettingKey.swift")
    head = keys[keys.index("enum SettingKey"):keys.index("public var fileName")]
    names = [raw or name for name, raw in re.findall(r'^    case (\w+)(?: = "([\w-]+)")?$', head, re.M)]
    variables = {"HEARTH_" + name.upper().replace("-", "_") for name in names}
    loader = read(root, "Sources/HearthEngine/Settings/SettingsLoader.swift")
    variables |= set(re.findall(r'"(HEARTH_[A-Z_]+[A-Z])"', loader))
    variables |= set(re.findall(r'variable = "(\w+)"', read(root, "Sources/HearthEngine/Platform/LibraryPassword.swift")))
    metrics = read(root, "Sources/HearthHTTP/Server/ServerMetrics.swift")
    health = read(root, "Sources/HearthHTTP/Server/HealthRoutes.swift")
    routes = set(re.findall(r'ServerRoute\(\.get, "(/\w+)"', health))
    metrics += read(root, "Sources/HearthServer/ServerState.swift") + read(root, "Sources/HearthServer/WorkNumbers.swift")
    numbers = set(re.findall(r'"((?:hearth|process)_\w+)"', metrics))
    return {"options": options, "variables": variables, "routes": routes, "numbers": numbers}


def words_of_serve(path, text, parsed):
    """The words behind `hearth serve`, of each place that starts it, with how long it is given to end (None where nothing says)."""
    name = path.rsplit("/", 1)[-1]
    if name.endswith(".service"):
        stop = re.search(r"^TimeoutStopSec=(\d+)", text, re.M)
        for line in re.findall(r"^ExecStart=(.*)$", text, re.M):
            words = shlex.split(line)
            if words[0].endswith("/hearth"):
                yield words[1:], int(stop.group(1)) if stop else None
    if name == "Dockerfile":
        for line in re.findall(r"^CMD (\[.*\])$", text, re.M):
            yield json.loads(line), None
    for document in parsed:
        for service in (document.get("services") or {}).values():
            if service.get("image") == "hearth" and service.get("command"):
                grace = re.fullmatch(r"(\d+)s", str(service.get("stop_grace_period", "")))
                yield service["command"], int(grace.group(1)) if grace else None
        pod = ((document.get("spec") or {}).get("template") or {}).get("spec") or {}
        for container in pod.get("containers", []):
            if container.get("args"):
                yield container["args"], pod.get("terminationGracePeriodSeconds")


def complaints_of_words(words, grace, options):
    if not words or words[0] != "serve":
        yield f"`hearth {' '.join(words[:1])}` is no `hearth serve`"
        return
    drain, place = 0, 1
    while place < len(words):
        word = words[place]
        if word not in options:
            yield f"`hearth serve` has no {word}"
        elif options[word]:
            place += 1
            if place == len(words):
                yield f"{word} wants a value"
            elif word == "--drain":
                drain = int(words[place])
        place += 1
    if grace is not None and drain + AFTER_DRAIN > grace:
        yield f"--drain {drain} and {AFTER_DRAIN} seconds after it are longer than the {grace} that it is given to end"


def complaints_of_cluster(documents):
    """That what refers to another object of the file finds it."""
    kinds = {}
    for document in documents:
        kinds.setdefault(document.get("kind"), {})[(document.get("metadata") or {}).get("name")] = document
    sets = list(kinds.get("StatefulSet", {}).values()) + list(kinds.get("Deployment", {}).values())
    labels = [item["spec"]["template"]["metadata"]["labels"] for item in sets]

    def chosen(selector):
        return any(selector and selector.items() <= own.items() for own in labels)

    for item in sets:
        if not chosen(item["spec"]["selector"]["matchLabels"]):
            yield f"{item['kind']} does not choose its own pods"
        pod = item["spec"]["template"]["spec"]
        volumes = {v["name"] for v in pod.get("volumes", [])}
        volumes |= {v["metadata"]["name"] for v in item["spec"].get("volumeClaimTemplates", [])}
        for container in pod["containers"]:
            for source in container.get("envFrom", []):
                for field, kind in (("secretRef", "Secret"), ("configMapRef", "ConfigMap")):
                    if field in source and source[field]["name"] not in kinds.get(kind, {}):
                        yield f"there is no {kind} {source[field]['name']}"
            ports = {p["name"] for p in container.get("ports", [])}
            for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
                asked = container.get(probe, {}).get("httpGet")
                if not asked:
                    yield f"there is no {probe}"
                elif asked["port"] not in ports:
                    yield f"{probe} asks a port that is not there"
                elif {"name": "Host", "value": "localhost"} not in asked.get("httpHeaders", []):
                    yield f"{probe} is refused without the name localhost"
            for mount in container.get("volumeMounts", []):
                if mount["name"] not in volumes:
                    yield f"there is no volume {mount['name']}"
    for kind, field in (("Service", None), ("PodDisruptionBudget", "matchLabels"), ("NetworkPolicy", "matchLabels")):
        for name, item in kinds.get(kind, {}).items():
            spec = item["spec"]
            selector = spec.get("selector") or spec.get("podSelector") or {}
            if not chosen(selector.get(field, {}) if field else selector):
                yield f"{kind} {name} chooses no pod"


def complaints_of(path, text, known, root=ROOT):
    """What is wrong in one file."""
    parsed = []
    if path.endswith(".json"):
        try:
            json.loads(text)
        except ValueError as error:
            yield f"is no JSON: {error}"
    if path.endswith((".yaml", ".yml")) and yaml:
        try:
            parsed = [d for d in yaml.safe_load_all(text) if d is not None]
        except yaml.YAMLError as error:
            yield f"is no YAML: {' '.join(str(error).split())}"
            return
        if not all(isinstance(d, dict) for d in parsed):
            yield "is no YAML with fields"
            return
    for words, grace in words_of_serve(path, text, parsed):
        yield from complaints_of_words(words, grace, known["options"])
    if path.startswith("deploy/kubernetes/"):
        yield from complaints_of_cluster(parsed)
    for name in sorted(set(re.findall(r"\bHEARTH_[A-Z_]*[A-Z]\b", text)) - known["variables"]):
        yield f"nothing reads the variable {name}"
    for number in sorted(set(re.findall(r"\b(?:hearth|process)_[a-z_]+", text))):
        if path.endswith((".json", ".yml")) and re.sub(r"_(bucket|sum|count)$", "", number) not in known["numbers"]:
            yield f"/metrics has no {number}"
    asked = re.findall(r"(?:path: |uri |metrics_path: |127\.0\.0\.1:8427)(/\w+)", text)
    for route in sorted(set(asked) - known["routes"] - {"/var"}):
        yield f"the server has no {route} for those who watch it"
    for name in sorted(set(re.findall(r"(?<![\w/.-])((?:deploy|docs|scripts|Sources|Examples)/[\w./@-]*[\w])", text))):
        if name not in MADE and not (root / name).exists():
            yield f"{name} is not there"
    for name in sorted(set(re.findall(r"(?:^|\s)(\./[\w./-]+)", text))):
        place = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if path.endswith("compose.yaml") and place not in MADE and not (root / place).exists():
            yield f"{name} is not there"


def check(root=ROOT):
    known = facts(root)
    files = sorted(p.relative_to(root).as_posix() for p in (root / "deploy").rglob("*") if p.is_file())
    files = [f for f in files if f not in MADE]
    return [f"{f}: {what}" for f in files for what in complaints_of(f, read(root, f), known, root)]


def self_test():
    known, failures = facts(), []
    for group in ("options", "variables", "routes", "numbers"):
        if len(known[group]) < 4:
            failures.append(f"of {group} only {sorted(known[group])} were found in the sources")

    def expect(path, old, new, wanted):
        text = read(ROOT, path)
        if old not in text:
            failures.append(f"{path}: “{old}” is not there any more; change this test with it")
            return
        found = list(complaints_of(path, text.replace(old, new), known))
        if not any(wanted in what for what in found):
            failures.append(f"{path}: “{new}” in place of “{old}” was not found, but {found}")

    expect("deploy/systemd/hearth.service", "--drain 30", "--drian 30", "has no --drian")
    expect("deploy/systemd/hearth.service", "--drain 30", "--drain 300", "longer than the 45")
    expect("deploy/systemd/hearth@.service", "docs/scale.md", "docs/planted.md", "docs/planted.md is not there")
    expect("deploy/Dockerfile", '"--insecure"', '"--unsafe"', "has no --unsafe")
    expect("deploy/example.env", "HEARTH_MODE", "HEARTH_MOOD", "HEARTH_MOOD")
    expect("deploy/grafana/hearth.json", "hearth_http_running", "hearth_http_walking", "hearth_http_walking")
    expect("deploy/prometheus/alerts.yml", "hearth_work_tasks", "hearth_work_pieces", "hearth_work_pieces")
    expect("deploy/grafana/hearth.json", '"panels": [', '"panels": ', "is no JSON")
    expect("deploy/haproxy/haproxy.cfg", "uri /readyz", "uri /ready", "no /ready ")
    if yaml:
        cluster = "deploy/kubernetes/hearth.yaml"
        expect(cluster, "path: /healthz", "path: /alive", "no /alive ")
        expect(cluster, "secretRef: {name: hearth-tokens}", "secretRef: {name: tokens}", "no Secret tokens")
        expect(cluster, "replicas: 1", "replicas: [", "is no YAML")
        expect(cluster, '"--drain", "30"', '"--drain", "90"', "longer than the 60")
        expect("deploy/compose.yaml", "./grafana/hearth.json", "./grafana/gone.json", "./grafana/gone.json is not there")
        expect("deploy/compose.yaml", '"--insecure"', '"--unsafe"', "has no --unsafe")
    return failures


if __name__ == "__main__":
    if not yaml:
        print("deploy.py: PyYAML is not installed, so the YAML in deploy/ is not parsed", file=sys.stderr)
    problems = self_test() if "--self-test" in sys.argv[1:] else check()
    for problem in problems:
        print(problem, file=sys.stderr)
    raise SystemExit(1 if problems else 0)
