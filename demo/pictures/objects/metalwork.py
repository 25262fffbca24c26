"""Brass, copper and bidri: cast, spun, engraved, inlaid."""
import math

import numpy as np

import materials as M
import shapes as S
from . import props


def engraved(s, roughness=0.2, scale=1.0, **more):
    return M.brass(roughness=roughness, mask=None if s.is_plain else s.mask, scale=scale, **more)


def samai(s):
    """A standing lamp: a stem on a broad foot, a bowl with a lip and a flame for each of five wicks."""
    metal = engraved(s)
    S.lathe([(0, 0), (0.62, 0), (0.66, 0.04), (0.6, 0.1), (0.3, 0.2), (0.16, 0.32), (0.2, 0.42), (0.1, 0.52), (0.09, 0.9), (0.16, 1.0), (0.09, 1.1), (0.09, 1.46), (0.18, 1.56), (0.1, 1.66), (0.16, 1.74), (0.5, 1.82), (0.56, 1.94), (0.5, 1.93), (0.44, 1.86), (0, 1.84)], metal)
    S.lathe([(0, 1.88), (0.48, 1.88)], M.plain((0.35, 0.2, 0.03), 0.05, clearcoat=1), steps=0)
    S.lathe([(0.1, 1.84), (0.09, 1.98), (0.15, 2.06), (0.07, 2.14), (0.1, 2.24), (0.03, 2.36), (0, 2.4)], metal)
    for k in range(5):
        a = math.radians(-90 + 72 * k)
        x, y = math.cos(a), math.sin(a)
        S.lathe([(0, 0), (0.13, 0.0), (0.15, 0.08), (0.13, 0.085), (0.1, 0.03), (0, 0.03)], metal, loc=(0.56 * x, 0.56 * y, 1.85))
        S.wire([(0.2 * x, 0.2 * y, 1.89), (0.62 * x, 0.62 * y, 1.95)], 0.022, M.plain((0.7, 0.6, 0.42), 0.9))
        props.flame((0.64 * x, 0.64 * y, 1.97), 0.7)
    return {'close': (0, -0.5, 1.9), 'elevation': 13, 'fill': 0.7, 'near': 0.5, 'turn': 20}


def diya(s):
    """A lit lamp: on a foot, or low with a leaf-shaped lip; oil, wick, flame."""
    if s.about('samai'):
        return samai(s)
    metal, w = engraved(s, scale=1.3), s.between(0.92, 1.1)
    flute = s.rng.choice((0, 0, 8, 12))
    wave = (lambda a, t: 1 + 0.04 * np.cos(a * flute) * np.sin(np.minimum(t, 1) * math.pi)) if flute else None
    if s.rng.random() < 0.5:
        S.lathe([(0, 0), (0.44, 0), (0.46, 0.03), (0.44, 0.07), (0.2, 0.14), (0.11, 0.28), (0.19, 0.36), (0.11, 0.44), (0.2, 0.54), (0.62 * w, 0.74), (0.78 * w, 0.96), (0.8 * w, 1.0), (0.74 * w, 0.99), (0.58 * w, 0.84), (0.2, 0.72), (0, 0.7)], metal, repeat=4, wave=wave)
        lip, oil, r = 0.99, 0.86, 0.76 * w
    else:
        S.lathe([(0, 0), (0.5, 0), (0.53, 0.03), (0.5, 0.08), (0.42, 0.14), (0.75 * w, 0.32), (0.94 * w, 0.55), (0.97 * w, 0.6), (0.9 * w, 0.59), (0.72 * w, 0.4), (0.3, 0.26), (0, 0.25)], metal, repeat=4, wave=wave)
        lip, oil, r = 0.58, 0.42, 0.92 * w
    S.lathe([(0, oil), (r * 0.8, oil)], M.plain((0.35, 0.2, 0.03), 0.05, clearcoat=1), steps=0)
    S.wire([(0, 0, oil + 0.01), (0, -r * 0.5, oil + 0.03), (0, -r * 0.92, lip + 0.05)], 0.028, M.plain((0.7, 0.6, 0.42), 0.9))
    props.flame((0, -r * 0.93, lip + 0.07), s.between(0.85, 1.1))
    for k in range(3):
        props.marigold((-0.86 + k * 0.3, -0.56 - 0.22 * (k % 2), 0), 0.17, s.rng)
    return {'close': (0, -0.75, lip * 0.95), 'elevation': 19, 'fill': 0.62, 'near': 0.5, 'turn': 30}


def urli(s):
    """A wide vessel of water with flowers afloat."""
    metal = M.brass(roughness=0.24, hammered=9.0) if s.about('beaten') else engraved(s, 0.24)
    h = s.between(0.5, 0.62)
    S.lathe([(0, 0), (0.5, 0), (0.56, 0.03), (0.92, 0.2), (1.08, h * 0.8), (1.1, h), (1.24, h + 0.05), (1.25, h + 0.08), (1.08, h + 0.06), (1.02, h * 0.8), (0.86, 0.24), (0, 0.1)], metal, repeat=5)
    S.lathe([(0, h - 0.08), (1.06, h - 0.08)], M.plain((0.035, 0.05, 0.045), 0.03, specular=0.8), steps=0)
    for x in (-1.0, 1.0):
        t = np.linspace(0, math.pi, 16)
        S.wire([(x * (1.08 + 0.16 * math.sin(a)), 0.24 * math.cos(a), h - 0.12 + 0.18 * math.sin(a)) for a in t], 0.045, metal)
    for k in range(7):
        a, r = k * 0.9 + s.between(0, 0.4), 0.62 if k else 0
        props.marigold((r * math.cos(a), r * math.sin(a), h - 0.1), s.between(0.15, 0.2), s.rng)
    return {'close': (0, -0.4, h), 'elevation': 27, 'fill': 0.74}


def bell(s):
    """A hand bell with a turned grip, or a bell on a chain; engraved round the waist."""
    metal = engraved(s, 0.18, 0.9)
    w = s.between(0.92, 1.06)
    hangs = s.about('chain')
    S.lathe([(0.62 * w, 0.02), (0.74 * w, 0), (0.76 * w, 0.06), (0.62 * w, 0.25), (0.5 * w, 0.6), (0.46 * w, 0.9), (0.36 * w, 1.08), (0.12, 1.16), (0.1, 1.2)], metal, repeat=4, wobble=0.002)
    if not hangs:
        S.lathe([(0.1, 1.17), (0.2, 1.2), (0.2, 1.24), (0.09, 1.28), (0.08, 1.36), (0.15, 1.44), (0.08, 1.52), (0.11, 1.75), (0.09, 1.95), (0.07, 2.02), (0.16, 2.08), (0.16, 2.12), (0.06, 2.17), (0.1, 2.26), (0.06, 2.36), (0, 2.4)], M.brass(roughness=0.16), repeat=3)
    for z, r in ((0.16, 0.685), (0.98, 0.43), (0.3, 0.605)):
        S.hoop(r * w, 0.018, M.brass(roughness=0.15), z=z)
    if hangs:
        bright = M.brass(roughness=0.16)
        S.lathe([(0.1, 1.17), (0.2, 1.2), (0.2, 1.24), (0.09, 1.28), (0, 1.3)], bright)
        S.wire([(0, 0, 0.5), (0, 0, -0.08)], 0.03, bright)
        S.ball(0.13, bright, loc=(0, 0, -0.1))
        t = np.linspace(0, 2 * math.pi, 32, endpoint=False)
        for k in range(60):
            link = S.wire(np.stack([0.055 * np.sin(t), 0 * t, 0.1 * np.cos(t)], axis=-1), 0.019, bright, cyclic=True, loc=(0, 0, 1.38 + 0.155 * k), rot=S.turn(0, 0, 45 + 90 * (k % 2)))
            if k > 5:
                S.as_props(link)
        return {'close': (0, -0.5, 0.75), 'turn': 90, 'fill': 0.7, 'elevation': 6, 'lift': 0.9}
    return {'close': (0, -0.5, 0.75), 'turn': 90, 'fill': 0.66, 'elevation': 13}


def bidri_box(s):
    """Round, or eight-sided, the lid a little dome or flat."""
    mat, plain = M.bidri(s.mask, 0.85), M.plain(M.ZINC, 0.42)
    shine = M.silver(0.22)
    if s.rng.random() < 0.5:
        sides = s.rng.choice((96, 8))
        S.lathe([(0, 0), (0.86, 0), (0.9, 0.03), (0.9, 0.46), (0.88, 0.48)], M.bidri(s.mask, 1.0), repeat=5, segments=sides, steps=0 if sides == 8 else 6)
        S.lathe([(0.92, 0.49), (0.93, 0.53), (0.9, 0.66), (0.6, 0.84), (0.14, 0.9), (0, 0.9)] if sides > 8 else [(0.93, 0.49), (0.93, 0.62), (0.5, 0.82), (0, 0.82)], mat, repeat=1.7, segments=sides, planar=True, steps=0 if sides == 8 else 6)
        S.lathe([(0, 0.86), (0.1, 0.88), (0.07, 0.95), (0.13, 1.03), (0.08, 1.12), (0, 1.14)], shine, repeat=1)
    else:
        w, d = s.between(1.6, 1.85), s.between(1.0, 1.2)
        S.box((w, d, 0.5), M.bidri(s.mask, 0.8), bevel=0.03)
        S.box((w + 0.05, d + 0.05, 0.22), mat, bevel=0.06, loc=(0, 0, 0.51))
        S.box((0.16, 0.05, 0.18), shine, bevel=0.015, loc=(0, -d / 2 - 0.03, 0.42))
        for x in (-1, 1):
            for y in (-1, 1):
                S.ball(0.08, plain, loc=(x * (w / 2 - 0.1), y * (d / 2 - 0.1), -0.04))
    return {'close': (0.1, -0.4, 0.7), 'elevation': 27, 'fill': 0.68, 'turn': 32}


def bidri_vase(s):
    w = s.between(0.92, 1.08)
    profile = s.rng.choice([
        [(0, 0), (0.44, 0), (0.47, 0.03), (0.42, 0.12), (0.3, 0.22), (0.62 * w, 0.7), (0.74 * w, 1.1), (0.58, 1.55), (0.26, 1.85), (0.2, 2.1), (0.34, 2.4), (0.35, 2.43), (0.3, 2.42), (0.16, 2.1)],
        [(0, 0), (0.5, 0), (0.52, 0.03), (0.5, 0.1), (0.8 * w, 0.5), (0.84 * w, 0.85), (0.62, 1.25), (0.2, 1.5), (0.15, 1.75), (0.15, 2.3), (0.26, 2.42), (0.26, 2.45), (0.2, 2.44), (0.11, 2.3)],
    ])
    S.lathe(profile, M.bidri(s.mask, 1.0), repeat=s.rng.choice((2, 3)))
    S.hoop(profile[-3][0] - 0.02, 0.02, M.silver(), z=profile[-3][1])
    S.hoop(profile[2][0], 0.022, M.silver(), z=0.04)
    return {'close': (0, -0.6, 1.0), 'turn': 90, 'fill': 0.7}


def lota(s):
    """A water pot, brass or copper, plain, hammered or engraved."""
    colour = M.COPPER if s.rng.random() < 0.4 else M.BRASS
    hammer = 10.0 if s.is_plain and s.rng.random() < 0.6 else 0
    metal = M.metal(colour, 0.2, hammered=hammer, mask=None if s.is_plain else s.mask, scale=0.8)
    w = s.between(0.94, 1.06)
    S.lathe([(0, 0), (0.4, 0), (0.44, 0.03), (0.4, 0.1), (0.72 * w, 0.34), (0.9 * w, 0.75), (0.8 * w, 1.15), (0.5, 1.4), (0.42, 1.52), (0.5, 1.68), (0.66, 1.78), (0.67, 1.81), (0.6, 1.8), (0.44, 1.68), (0.37, 1.52), (0.44, 1.38), (0.7, 1.15)], metal, repeat=4)
    S.hoop(0.47, 0.03, M.metal(colour, 0.16), z=1.44)
    S.hoop(0.65, 0.028, M.metal(colour, 0.16), z=1.8)
    return {'close': (0, -0.8, 1.0), 'turn': 90, 'elevation': 15, 'fill': 0.66}


KINDS = {'diya': diya, 'urli': urli, 'bell': bell, 'bidri-box': bidri_box, 'bidri-vase': bidri_vase, 'lota': lota}
