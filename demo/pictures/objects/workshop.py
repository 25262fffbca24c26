"""Tools of the makers and a few green things, for scenes without people."""
import math

import numpy as np

import materials as M
import shapes as S
from . import props

TEAK = dict(tone=(0.42, 0.22, 0.10), dark=(0.20, 0.095, 0.045))


def printing_block(s):
    """A carved block on its edge, its face inked; the grip behind."""
    face = M.Maker('carved').set(roughness=0.6)
    lines = face.image(s.mask, (0.55, 0.55), data=True)
    face.set(base_color=face.blend(lines, (0.16, 0.075, 0.035), M.mix(s.inks()[0], (0, 0, 0), 0.1)))
    face.bump(lines, 1.0, 0.08)
    with S.inside(S.group(loc=(0, 0, 0), rot=S.turn(-14))):
        S.box((1.5, 0.34, 1.2), M.wood(**TEAK), bevel=0.03)
        S.sheet(lambda u, v: ((u - 0.5) * 1.42, -0.174 + 0 * u, 0.04 + v * 1.12), face.mat, 4, 4, (1.42, 1.12))
        S.box((0.8, 0.3, 0.16), M.wood(**TEAK), bevel=0.05, loc=(0, 0.3, 0.55))


def ink_dish(s):
    """A shallow clay dish of dye."""
    S.lathe([(0, 0), (0.8, 0), (0.9, 0.05), (1.0, 0.28), (0.98, 0.31), (0.9, 0.28), (0.8, 0.1), (0, 0.08)], M.clay((0.30, 0.12, 0.06)), wobble=0.01)
    S.lathe([(0, 0.2), (0.88, 0.2)], M.plain(M.mix(s.inks()[0], (0, 0, 0), 0.3), 0.12, clearcoat=0.6), steps=0)
    S.wire([(-0.7, -0.3, 0.3), (0.9, 0.25, 0.42)], 0.05, M.wood(**TEAK))


def spools(s):
    """Wooden reels of thread."""
    colours = [s.ink, s.ink2, s.inks()[0], (0.55, 0.32, 0.06)]
    for k, (x, y) in enumerate(((-0.7, 0.1), (0.05, 0.35), (0.25, -0.5))):
        thread = M.cloth(colours[k], 3, weave=5, strength=0.8)
        with S.inside(S.group(loc=(x, y, 0), scale=1 - 0.1 * k)):
            for z in (0, 0.82):
                S.lathe([(0, z), (0.36, z), (0.38, z + 0.03), (0.36, z + 0.09), (0, z + 0.09)], M.wood(**TEAK))
            S.lathe([(0.26, 0.08), (0.31, 0.2), (0.32, 0.45), (0.31, 0.7), (0.26, 0.83)], thread, repeat=4)
            for z in np.linspace(0.14, 0.78, 16):
                S.hoop(0.315, 0.02, thread, z=z, segments=48)
    with S.inside(S.group(loc=(0.9, 0.15, 0.36), rot=S.turn(90, 0, 40), scale=0.9)):
        S.lathe([(0, 0), (0.36, 0), (0.38, 0.03), (0.36, 0.09), (0.29, 0.1), (0.31, 0.3), (0.31, 0.7), (0.27, 0.82), (0.36, 0.83), (0.38, 0.87), (0.36, 0.92), (0, 0.92)], M.cloth(colours[3], 3))


def brushes(s):
    """Painters' brushes in a glazed cup."""
    S.lathe([(0, 0), (0.42, 0), (0.46, 0.04), (0.5, 0.9), (0.52, 0.95), (0.47, 0.95), (0.44, 0.2), (0, 0.1)], M.glaze(s.tile), repeat=3)
    for k in range(6):
        a, lean = k * 1.05, s.between(0.2, 0.32)
        foot, tip = (0.2 * math.cos(a + 3), 0.2 * math.sin(a + 3), 0.2), (lean * 2 * math.cos(a), lean * 2 * math.sin(a), s.between(1.6, 2.0))
        S.wire([foot, tip], 0.035, M.plain(s.rng.choice(((0.3, 0.04, 0.02), (0.05, 0.05, 0.06), (0.45, 0.28, 0.13))), 0.3))
        d = np.array(tip) - np.array(foot)
        d /= np.linalg.norm(d)
        S.wire([tip, np.array(tip) + d * 0.12], 0.042, M.brass())
        S.wire([np.array(tip) + d * t for t in (0.12, 0.22, 0.36)], 0.045, M.plain((0.10, 0.06, 0.035), 0.8), radii=[1, 1.1, 0.1])


def chisels(s):
    """Three chisels laid side by side."""
    for k, turn in enumerate((8, -3, -12)):
        with S.inside(S.group(loc=(0.05 * k, k * 0.34 - 0.3, 0.1), rot=S.turn(0, 90, turn))):
            S.lathe([(0, -1.0), (0.1, -0.98), (0.11, -0.8), (0.085, -0.5), (0.1, -0.2), (0.07, -0.12)], M.wood(**TEAK, axis=2))
            S.lathe([(0.075, -0.13), (0.075, -0.06), (0.05, -0.04)], M.brass())
            S.lathe([(0.045, -0.05), (0.04, 0.7), (0.02, 0.95), (0, 0.96)], M.metal((0.45, 0.45, 0.46), 0.3), segments=24)


def hammer(s):
    with S.inside(S.group(loc=(0, 0, 0.17), rot=S.turn(0, 0, 24))):
        S.wire([(-1.1, 0, -0.08), (-0.2, 0, -0.03), (0.95, 0, 0)], 0.075, M.wood(**TEAK), radii=[1.2, 0.85, 0.9], sides=5)
        S.lathe([(0, -0.42), (0.13, -0.42), (0.15, -0.38), (0.12, -0.26), (0.14, -0.1), (0.14, 0.12), (0.08, 0.36), (0, 0.38)], M.metal((0.38, 0.37, 0.36), 0.32), loc=(0.9, 0, 0), rot=S.turn(90))


def wheel(s):
    """A pot just thrown, on the wheel, still wet."""
    S.lathe([(0, 0), (0.5, 0), (0.5, 0.2), (1.15, 0.22), (1.2, 0.26), (1.2, 0.36), (1.15, 0.4), (0, 0.4)], M.wood(**TEAK), steps=2)
    wet = M.clay((0.30, 0.14, 0.08), rough=0.35)
    S.lathe([(0, 0.4), (0.5, 0.4), (0.54, 0.44), (0.74, 0.75), (0.78, 1.05), (0.62, 1.4), (0.5, 1.55), (0.56, 1.72), (0.55, 1.76), (0.5, 1.74), (0.44, 1.55), (0.6, 1.2)], wet, wobble=0.008)
    S.lathe([(0.5, 0.4), (0.8, 0.41), (0.72, 0.44), (0.55, 0.47)], wet, wobble=0.04)


def sprig(s):
    """Twigs with leaves in a small clay bottle."""
    S.lathe([(0, 0), (0.3, 0), (0.4, 0.25), (0.34, 0.5), (0.13, 0.65), (0.12, 0.8), (0.17, 0.86), (0.1, 0.84)], M.glaze(s.ground) if s.is_plain else M.glaze(s.tile), repeat=2)
    green = M.plain((0.07, 0.15, 0.05), 0.5, specular=0.4)
    for k in range(3):
        a, tall = k * 2.1 + s.between(0, 0.6), s.between(1.0, 1.5)
        stem = [(0.34 * t * t * math.cos(a), 0.34 * t * t * math.sin(a), 0.7 + tall * t) for t in np.linspace(0, 1, 9)]
        S.wire(stem, 0.015, green)
        for j in range(2, 9):
            for side in (-1, 1):
                props.leaf(s.between(0.26, 0.36), 0.17, green, loc=stem[j], rot=(s.between(0.1, 0.7), 0, a - 1.57 + side * s.between(0.6, 1.2)))


def flowers(s):
    """A handful of marigolds."""
    for k in range(5):
        a, r = k * 1.9, 0.0 if k == 0 else 0.62
        props.marigold((r * math.cos(a), r * math.sin(a), 0), s.between(0.26, 0.34), s.rng, framed=True)
    S.ball(0.12, M.plain((0.85, 0.33, 0.02), 0.8), loc=(0, 0, 0.12))


KINDS = {'printing-block': printing_block, 'ink-dish': ink_dish, 'spools': spools, 'brushes': brushes, 'chisels': chisels, 'hammer': hammer, 'wheel': wheel, 'sprig': sprig, 'flowers': flowers}
