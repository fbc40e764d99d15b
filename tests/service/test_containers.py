"""What can be said about the container without an engine to run it."""

import os
import re
import subprocess
import sys
import venv
from dataclasses import fields

import kubernetes_validate
import pytest
import yaml

from service.settings import PREFIX, Settings
from tests import dockerfile
from tests.service.program import ROOT

MANIFESTS = sorted((ROOT / "deploy").glob("*.yaml"))
DOCKERFILE = (ROOT / "Dockerfile").read_text()


@pytest.mark.parametrize("path", MANIFESTS, ids=lambda path: path.stem)
def test_a_manifest_is_valid(path):
    for document in yaml.safe_load_all(path.read_text()):
        kubernetes_validate.validate(document, "1.31", strict=True)


def test_the_manifests_are_all_there_and_select_the_same_pods():
    documents = {}
    for path in MANIFESTS:
        documents |= {each["kind"]: each for each in yaml.safe_load_all(path.read_text())}
    assert set(documents) == {
        "Deployment", "Service", "PodDisruptionBudget", "HorizontalPodAutoscaler"
    }  # fmt: skip
    labels = documents["Deployment"]["spec"]["template"]["metadata"]["labels"]
    assert documents["Service"]["spec"]["selector"] == labels
    for kind in ("Deployment", "PodDisruptionBudget"):
        assert documents[kind]["spec"]["selector"]["matchLabels"] == labels
    (container,) = documents["Deployment"]["spec"]["template"]["spec"]["containers"]
    assert {"startupProbe", "livenessProbe", "readinessProbe"} <= set(container)
    assert container["securityContext"]["readOnlyRootFilesystem"]


def settings_in(text: str) -> set[str]:
    return {name.lower() for name in re.findall(rf"\b{PREFIX}(\w+)", text)}


def test_every_setting_that_is_used_exists():
    known = {each.name for each in fields(Settings)}
    compose = (ROOT / "compose.yaml").read_text()
    for text in (DOCKERFILE, compose, *(path.read_text() for path in MANIFESTS)):
        assert settings_in(text) <= known
        for flag in re.findall(r"--([a-z]+-[a-z-]*seconds|workers)\b", text):
            assert flag.replace("-", "_") in known | {"retries"}
    services = yaml.safe_load(compose)["services"]
    assert set(services) == {"postgres", "one", "two"}
    for name in ("one", "two"):
        assert services[name]["read_only"]


def test_the_image_runs_as_an_ordinary_user_with_a_health_check():
    final = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (?!0|root)\w+", final, re.MULTILINE)
    assert "HEALTHCHECK" in final
    assert DOCKERFILE.count("\nFROM ") == 2 or DOCKERFILE.count("FROM ") >= 2
    for source in re.findall(r"^COPY ([\w.]+(?: [\w.]+)*) \S+$", DOCKERFILE, re.MULTILINE):
        for name in source.split():
            assert (ROOT / name).exists()


def test_the_stages_are_read_as_commands():
    """What `make image` runs."""
    first, last = dockerfile.stages(DOCKERFILE)
    commands = list(dockerfile.built(first))
    assert commands[-1] == "pip wheel --no-cache-dir --wheel-dir /wheels '.[traces]'"
    assert "mkdir -p engine && cp -r /context/engine/. engine" in commands
    assert next(dockerfile.built(last)) == "cd /"
    assert not any("mount" in command for command in dockerfile.built(last))
    assert dockerfile.final(last, "serve").endswith("exec burgrave serve")
    assert "/readyz" in dockerfile.final(last, "health")
    with pytest.raises(ValueError, match="ONBUILD"):
        list(dockerfile.built([("ONBUILD", "RUN true")]))


def test_the_wheel_serves_in_an_environment_of_its_own(tmp_path):
    """The stages' commands: build the wheel, install it without an index, run it."""
    wheels, home = tmp_path / "wheels", tmp_path / "home"
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(wheels), str(ROOT)], check=True)
    venv.create(home, with_pip=True, system_site_packages=False)
    python = home / "bin" / "python"
    install = [python, "-m", "pip", "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*install, *wheels.glob("*.whl")], check=True)
    site = next(path for path in sys.path if path.endswith("site-packages"))
    # The packages it needs come from here; the program itself from the wheel.
    script = f"import sys; sys.path.append({site!r}); import service; print(service.__file__)"
    found = subprocess.run([python, "-I", "-c", script], check=True, capture_output=True, text=True)
    assert str(home) in found.stdout
    program = (
        f"import sys; sys.path.append({site!r}); sys.argv = ['burgrave', *sys.argv[1:]]; "
        "from service.__main__ import main; main()"
    )
    answer = subprocess.run(
        [python, "-I", "-c", program, "migrate", "--database", str(tmp_path / "x")],
        cwd=tmp_path, capture_output=True, text=True, env={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert answer.stdout == "schema 0002, was empty\n", answer.stderr
