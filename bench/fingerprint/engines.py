"""
Whether other versions of lxml make the same digests of real pages.

Run: ``python -m bench.fingerprint.engines [FOLDER]``. Each version is installed through pip
into a folder of the cache and asked in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from bench.fingerprint.kinds import LOC
from bench.fingerprint.pages import CACHE, fetch, load

VERSIONS = ("5.4.0", "6.0.2", "6.1.3")
PAGES = 400


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else fetch()
    if os.environ.get("HONEST_BENCH_ENGINE"):
        _tell(folder)
        return
    digests = {version: _ask(version, folder) for version in VERSIONS}
    newest = digests[VERSIONS[-1]]
    for version in VERSIONS[:-1]:
        differ = [name for name, digest in digests[version].items() if newest[name] != digest]
        share = 1 - len(differ) / len(newest)
        print(f"lxml {version}: {share:.2%} of {len(newest)} pages equal {VERSIONS[-1]}'s")
        print("   differing:", ", ".join(differ[:10]) or "none")


def _ask(version: str, folder: Path) -> dict[str, str]:
    target = CACHE / "engines" / version
    if not target.exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        subprocess.run([*command, "--target", str(target), f"lxml=={version}"], check=True)
    path = os.pathsep.join((str(target), str(Path.cwd())))
    answer = subprocess.run(
        [sys.executable, "-m", "bench.fingerprint.engines", str(folder)],
        env={**os.environ, "PYTHONPATH": path, "HONEST_BENCH_ENGINE": version},
        check=True,
        capture_output=True,
    )
    told: dict[str, str] = json.loads(answer.stdout)
    return told


def _tell(folder: Path) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    from honest_sitemaps.fingerprint.scoring import digest

    pages = load(folder, limit=PAGES, seed=1)
    print(json.dumps({page.name: digest(page.text, url=LOC) for page in pages}))


if __name__ == "__main__":
    main()
