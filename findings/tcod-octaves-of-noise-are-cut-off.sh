#!/usr/bin/env bash
# tcod 21.2.2: noise of several octaves is cut off at 1: up to a quarter of a map is one flat height.
#
# Guess: whatever the algorithm and the number of octaves, noise lies between -1 and 1 (turbulence
# between 0 and 1), and touches the ends rarely; it is scaled to that.
# So it is: the octaves are added, and what is beyond 1 is set to 1. Of TURBULENCE in two dimensions
# with SIMPLEX, the default, and four octaves a quarter of all points is at that end: peaks of hills,
# thick smoke or deep water become plateaus with sharp edges, and the mean is 0.75. Of FBM a fifteenth
# is. With PERLIN nothing is cut, and the mean of its turbulence is 0.32, so a threshold found for one
# algorithm selects another share of the map with the other. WAVELET gives NaN for every
# point of four dimensions, without an error, as in a moving cloud over three.
# So thresholds are better taken from the values themselves, by a quantile.
# Source: libtcod, noise_c.c: TCOD_noise_fbm_int() and TCOD_noise_turbulence_int() end in a clamp;
# TCOD_noise_wavelet() returns NaN above three dimensions.
# Undertide: draws no noise yet; gas that drifts would be the first.
. "$(dirname "$0")/lib.sh"
python_with tcod==21.2.2
"$python" - <<'PYTHON'
import numpy as np
from tcod.noise import Algorithm, Implementation, Noise

def draw(implementation, algorithm, dimensions=2):
    noise = Noise(dimensions, algorithm=algorithm, implementation=implementation, octaves=4, seed=3)
    chance = np.random.default_rng(1)
    return np.array([noise.get_point(*map(float, chance.random(dimensions) * 100)) for _ in range(4000)])

shares = {}
for implementation in (Implementation.SIMPLE, Implementation.FBM, Implementation.TURBULENCE):
    for algorithm in (Algorithm.PERLIN, Algorithm.SIMPLEX):
        values = draw(implementation, algorithm)
        share = shares[implementation.name, algorithm.name] = float((np.abs(values) > 0.9999).mean())
        print(f"{implementation.name} {algorithm.name}: {values.min():.2f} to {values.max():.2f}, "
              f"mean {values.mean():.2f}, {share:.1%} at the end")
assert shares["TURBULENCE", "SIMPLEX"] > 0.2
assert 0.04 < shares["FBM", "SIMPLEX"] < 0.1
assert shares["SIMPLE", "SIMPLEX"] == shares["FBM", "PERLIN"] == shares["TURBULENCE", "PERLIN"] == 0
for dimensions in (3, 4):
    missing = float(np.isnan(draw(Implementation.SIMPLE, Algorithm.WAVELET, dimensions)).mean())
    print(f"WAVELET of {dimensions} dimensions: {missing:.0%} are NaN")
    assert missing == dimensions - 3
PYTHON
as_stated "octaves are cut off, not scaled"
