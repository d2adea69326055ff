#!/usr/bin/env bash
# tcod 21.2.2: convert_audio() converts the first half of a stereo sound, and a sixth of one for six.
#
# Guess: convert_audio() gives the same sound in another format: as many frames as there were, at
# another rate in proportion. AudioDevice.convert() makes a sound ready for a device by it.
# So it is for one channel. Of several it takes as many samples as there are frames: of two channels
# the first half is converted, of six the first sixth, without an error; the rest of the sound is never
# heard. Where that cut doesn't end with a frame, it raises RuntimeError, "Can't add partial sample
# frames", so of six channels it hangs on the length. A sound that needs no conversion is whole, so it
# shows on devices of another rate or format only, and not with effects that die away by themselves.
# Each channel converted by itself comes out whole.
# Source: tcod/sdl/audio.py, convert_audio(): SDL is given len(in_array) * in_array.itemsize bytes,
# without the channels (in_array.nbytes has them).
# Undertide: plays no sounds by tcod.
. "$(dirname "$0")/lib.sh"
python_with tcod==21.2.2 numpy==2.4.6
"$python" - <<'PYTHON'
import numpy as np
from tcod.sdl.audio import convert_audio

def convert(frames, channels, out_channels):
    """Convert a sound whose frames count up; return the number of frames and the last one."""
    sound = np.repeat(np.arange(frames, dtype=np.int16)[:, np.newaxis], channels, axis=1)
    heard = convert_audio(
        sound, 44100, out_rate=44100, out_format=np.float32, out_channels=out_channels
    )
    return len(heard), round(float(heard[-1, 0]) * 32768)

ways = {
    "mono to mono": (1200, 1, 1),
    "mono to stereo": (1200, 1, 2),
    "stereo to stereo": (1200, 2, 2),
    "stereo to mono": (1200, 2, 1),
    "six to stereo": (1200, 6, 2),
}
found = {name: convert(*way) for name, way in ways.items()}
for name, (frames, last) in found.items():
    print(f"{name}: of 1200 frames {frames}, the last is number {last}")
assert found["mono to mono"] == found["mono to stereo"] == (1200, 1199)
assert found["stereo to stereo"] == found["stereo to mono"] == (600, 599)
assert found["six to stereo"][0] == 200

halved = len(convert_audio(np.zeros((1200, 2), np.int16), 44100,
                           out_rate=22050, out_format=np.int16, out_channels=2))
print("stereo at half the rate: of 1200 frames", halved, "in place of 600")
assert halved == 300
same = convert_audio(np.zeros((1200, 2), np.int16), 44100,
                     out_rate=44100, out_format=np.int16, out_channels=2)
assert len(same) == 1200

try:
    convert(1201, 6, 2)
except RuntimeError as error:
    print("1201 frames of six:", error)
else:
    raise SystemExit("changed: no error")
PYTHON
as_stated "of a stereo sound the first half is converted"
