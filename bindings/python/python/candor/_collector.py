"""Totals of a collector that runs elsewhere."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from candor._error import Error, warn
from candor._names import listed, table_name
from candor._plan import Plan
from candor._result import plain_text
from candor._scales import Ranking, Score
from candor._tables import Table, covariance_of

_HERE = ("localhost", "127.0.0.1", "::1")
_SECONDS = 120


class Collector:
    """A collector's totals, which it estimates itself and releases in steps: ``Collector("https://reports.example.org", token=…).table("smoker")``.

    ``token`` is that of a reader, where totals are not public; it is sent nowhere but to this address, and only by HTTPS or to this machine.
    ``survey`` is the name of a survey, or ``plan`` the fingerprint of a plan, where the collector has several. The plan is verified here.
    """

    def __init__(
        self, address: str, *, token: str | None = None, survey: str | None = None, plan: str | None = None
    ) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or parts.hostname is None or parts.query or parts.fragment:
            raise ValueError(f"{address!r} is no address of a collector, such as 'https://reports.example.org'")
        if token is not None and parts.scheme != "https" and parts.hostname not in _HERE:
            raise ValueError(f"{address!r} is not HTTPS: everybody on the way could read the token")
        self._address, self._token = address.rstrip("/"), token
        self._plan = Plan(self._document(survey, plan))

    @property
    def plan(self) -> Plan:
        """The plan."""
        return self._plan

    @property
    def n(self) -> int:
        """The number of reports in its totals, which grows in steps."""
        own = self._plan.fingerprint
        return next((each["reports"] for each in self._get("/surveys", {}) if each["fingerprint"] == own), 0)

    def __repr__(self) -> str:
        return f"Collector {self._address}: {self._plan.survey}"

    def table(
        self,
        *attributes: str,
        method: str = "inverse",
        given: str | Sequence[str] = (),
        valid: bool = False,
        confidence: float = 0.95,
        population: int | None = None,
        robust: bool = False,
    ) -> Table:
        """Estimates the true shares of a table, as :meth:`Reports.table` does. Its covariance matrix is asked for when it is first used."""
        options: dict[str, Any] = {
            "tables": table_name(attributes),
            "method": method,
            "given": ",".join(listed(given)),
            "valid": str(valid).lower(),
            "confidence": confidence,
            "population": population,
            "robust": str(robust).lower(),
        }
        document = self._totals("/estimates", options)
        if len(document["tables"]) != 1:
            raise Error("unknown-attribute", f"{table_name(attributes)!r} stands for several tables; name its questions")

        def covariance() -> list[list[float]]:
            again = self._totals("/estimates", options | {"method": document["tables"][0]["method"], "covariance": "true"})
            if again["n"] != document["n"]:
                message = f"the totals have grown from {document['n']} to {again['n']} reports since the table was estimated: estimate it again"
                raise Error("undefined-statistic", message)
            return covariance_of(again)

        table = Table(document, "", document["tables"][0], covariance)
        table._text = plain_text(table._columns(), f"{' × '.join(table.attributes)} ({table.n:,} reports)")  # pyright: ignore[reportPrivateUsage]
        return table

    def score(
        self,
        name: str,
        *,
        by: str | None = None,
        quantiles: Sequence[float] = (0.25, 0.5, 0.75),
        confidence: float = 0.95,
    ) -> Score:
        """Mean, spread, reliability and quantiles of a score, as :meth:`Reports.score` does."""
        shares = ",".join(repr(float(share)) for share in quantiles)
        options = {"of": name, "by": by, "quantiles": shares, "confidence": confidence}
        return Score(self._statistics("/scores", options))

    def ranking(self, name: str, *, by: str | None = None, confidence: float = 0.95) -> Ranking:
        """Which items of a ranking people put first, as :meth:`Reports.ranking` does."""
        return Ranking(self._statistics("/rankings", {"of": name, "by": by, "confidence": confidence}))

    def _statistics(self, path: str, options: dict[str, Any]) -> tuple[str, str]:
        document = self._totals(path, options)
        return json.dumps(document), json.dumps(document, indent=1)

    def _totals(self, path: str, options: dict[str, Any]) -> dict[str, Any]:
        document = self._get(path, options | {"plan": self._plan.fingerprint})
        warn(document.get("warnings", ()))
        return document

    def _document(self, survey: str | None, plan: str | None) -> dict[str, Any]:
        if plan is not None:
            return self._get(f"/plans/{quote(plan)}", {})
        if survey is not None:
            return self._get(f"/surveys/{quote(survey, safe='')}", {})
        names = sorted({each["survey"] for each in self._get("/surveys", {})})
        if len(names) == 1:
            return self._get(f"/surveys/{quote(names[0], safe='')}", {})
        known = ", ".join(map(repr, names)) or "none"
        raise Error("not-found", f"name one of the collector's surveys, survey=…: it has {known}")

    def _get(self, path: str, options: dict[str, Any]) -> Any:
        query = urlencode({name: value for name, value in options.items() if value not in (None, "")})
        request = Request(f"{self._address}{path}{'?' if query else ''}{query}")
        if self._token is not None:
            request.add_unredirected_header("Authorization", f"Bearer {self._token}")
        try:
            with build_opener(_Staying).open(request, timeout=_SECONDS) as response:
                return json.loads(response.read())
        except HTTPError as refused:
            raise _error_of(refused) from None
        except URLError as cause:
            raise Error("io", f"{self._address}: {cause.reason}") from cause
        except (OSError, ValueError) as cause:
            raise Error("io", f"{self._address}: what answers is no collector") from cause


class _Staying(HTTPRedirectHandler):
    """Follows no redirection: totals come from the address that was given, or not at all."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _error_of(refused: HTTPError) -> Error:
    """The problem document of a collector as an error."""
    try:
        problem = json.loads(refused.read())
        return Error(str(problem["code"]), str(problem["detail"]))
    except (OSError, ValueError, KeyError, TypeError):
        return Error("io", f"{refused.url}: answered with status {refused.code}")
