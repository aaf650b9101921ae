"""An adapter against its runner; transcripts/hostile.t has whatever else hostile.py does."""
import platform

import pytest

from conformance.runner.tests.conftest import check_vector, hostile


@pytest.mark.skipif(platform.machine() not in ("x86_64", "aarch64"), reason="the runner has filters for these alone")
@pytest.mark.parametrize("way", ["signal", "signal_all", "signal_group", "signal_thread", "signal_starter", "join", "trace",
                                 "open", "limit"])
def test_an_adapter_cannot_plainly_stop_or_trace_its_runner(conform, way):
    result = conform([check_vector(number) for number in range(1, 21)], hostile(f"against_{way}"))
    assert result.status == 0 and result.implementation()["outcomes"] == {"pass": 20}
