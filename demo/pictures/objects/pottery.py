"""Glazed ware of Jaipur: turned, painted, fired once."""
import math

import numpy as np

import materials as M
import shapes as S


def rims(s, *rings):
    mat = M.glaze(s.inks()[0])
    for radius, z, thick in rings:
        S.hoop(radius, thick, mat, z=z)


def vase(s):
    """Four families of shape: bellied, bottle, amphora, tulip."""
    w = s.between(0.92, 1.08)
    profile, lip = s.rng.choice([
        ([(0, 0), (0.5, 0), (0.56, 0.03), (0.92 * w, 0.72), (0.96 * w, 1.05), (0.78, 1.6), (0.42, 1.98), (0.36, 2.16), (0.48, 2.36), (0.5, 2.4), (0.46, 2.4), (0.32, 2.16), (0.36, 1.95), (0.6, 1.5)], (0.48, 2.395)),
        ([(0, 0), (0.42, 0), (0.46, 0.03), (0.82 * w, 0.5), (0.8 * w, 0.95), (0.36, 1.42), (0.22, 1.8), (0.22, 2.3), (0.34, 2.52), (0.35, 2.55), (0.31, 2.55), (0.18, 2.3), (0.18, 1.8)], (0.33, 2.545)),
        ([(0, 0), (0.4, 0), (0.42, 0.04), (0.36, 0.14), (0.7 * w, 0.75), (0.88 * w, 1.5), (0.66, 2.0), (0.44, 2.14), (0.44, 2.3), (0.56, 2.44), (0.56, 2.47), (0.5, 2.46), (0.4, 2.28), (0.42, 2.1), (0.6, 1.9)], (0.535, 2.46)),
        ([(0, 0), (0.52, 0), (0.56, 0.03), (0.52, 0.1), (0.62 * w, 0.5), (0.66 * w, 1.0), (0.55, 1.5), (0.6, 1.95), (0.84, 2.3), (0.86, 2.33), (0.81, 2.33), (0.56, 1.95), (0.5, 1.5)], (0.835, 2.325)),
    ])
    S.lathe(profile, M.glaze(s.tile), repeat=s.rng.choice((2, 3)), wobble=0.004)
    rims(s, (lip[0], lip[1], 0.02), (profile[1][0] + 0.02, 0.03, 0.03))
    return {'close': (0, -0.6, 1.45), 'turn': 90, 'near': 0.44, 'fill': 0.7}


def cup(mat, inside, radius, height, flare=1.0, repeat=3):
    r, f = radius, flare
    S.lathe([(0, 0), (r * 0.72, 0), (r * 0.8, 0.03), (r * 0.97, height * 0.3), (r, height * 0.6), (r * f, height)], mat, repeat=repeat)
    S.lathe([(r * f, height - 0.002), (r * f - 0.02, height + 0.012), (r * f - 0.06, height - 0.02), (r - 0.07, height * 0.6), (r * 0.9 - 0.06, height * 0.25), (0, 0.1)], inside)


def mug(s):
    h, r = s.between(1.25, 1.5), s.between(0.62, 0.7)
    paint = M.glaze(s.tile)
    cup(paint, M.glaze((0.86, 0.84, 0.78)), r, h, 1.0, s.rng.choice((2, 3)))
    rims(s, (r * 1.0 - 0.02, h, 0.028))
    t = np.linspace(-0.15, math.pi + 0.15, 30)
    S.wire([(r - 0.07 + 0.42 * math.sin(a), 0, h * 0.53 + h * 0.3 * math.cos(a)) for a in t], 0.075, M.glaze(s.inks()[0]), radii=1.1 - 0.3 * np.sin(t))
    S.lathe([(0, h * 0.82), (r - 0.08, h * 0.82)], M.plain((0.24, 0.10, 0.03), 0.08, clearcoat=1.0), steps=0)
    return {'close': (-0.1, -0.6, 0.9), 'turn': 28, 'elevation': 17, 'fill': 0.62, 'near': 0.46}


def bowl(s):
    """A bowl, sometimes two nested."""
    paint, inner = M.glaze(s.tile), M.glaze(s.inks()[1] if s.is_plain else s.ground)
    h, r = s.between(0.62, 0.8), 1.05
    outer = [(0, 0), (0.42, 0), (0.45, 0.03), (0.44, 0.1), (0.78, 0.3), (0.98, h * 0.75), (r, h)]
    inside = [(r, h), (r - 0.03, h + 0.015), (r - 0.07, h - 0.02), (0.9, h * 0.72), (0.7, 0.34), (0.3, 0.17), (0, 0.15)]
    turns = s.rng.choice((3, 3, 4))
    for lift, size in ((0, 1.0), (0.3, 0.86))[: s.rng.choice((1, 2))]:
        with S.inside(S.group(loc=(0, 0, lift), rot=(0, 0, lift * 5), scale=size)):
            S.lathe(outer, paint, repeat=turns, wobble=0.004)
            S.lathe(inside, paint if turns == 3 else inner, repeat=1.8, planar=True)
            rims(s, (r - 0.03, h + 0.005, 0.03), (0.44, 0.03, 0.025))
    return {'close': (-0.2, -0.85, 0.6), 'turn': 90, 'elevation': 23, 'fill': 0.7}


def plate(s):
    """On a small wooden stand, face to the shopper."""
    wood = M.wood()
    with S.inside(S.group(loc=(0, 0.12, 0.16), rot=S.turn(76))):
        with S.inside(S.group(loc=(0, 1.05, 0))):
            S.lathe([(0, 0), (0.6, 0), (0.66, 0.03), (0.82, 0.12), (1.05, 0.17)], M.glaze(s.ground))
            S.lathe([(1.05, 0.17), (1.05, 0.2), (0.82, 0.15), (0.68, 0.08), (0.6, 0.055), (0, 0.05)], M.glaze(s.tile), repeat=s.rng.choice((1.4, 1.8)), planar=True, rot=(0, 0, s.between(0, 0.4)))
            rims(s, (1.045, 0.19, 0.024), (0.79, 0.135, 0.012))
    for x in (-0.36, 0.36):
        S.box((0.09, 0.85, 0.09), wood, loc=(x, 0.1, 0))
        S.wire([(x, -0.22, 0.06), (x, -0.27, 0.27)], 0.04, wood)
        S.wire([(x, 0.42, 0.06), (x, 0.62, 0.95)], 0.04, wood)
    S.wire([(-0.36, 0.42, 0.05), (0.36, 0.42, 0.05)], 0.04, wood)
    return {'close': (0.25, -0.1, 1.3), 'turn': 16, 'elevation': 10, 'fill': 0.68}


def jar(s):
    """A lidded jar: ginger jar or straight caddy."""
    w, paint = s.between(0.9, 1.05), M.glaze(s.tile)
    round_one = s.rng.random() < 0.55
    if round_one:
        body = [(0, 0), (0.5, 0), (0.54, 0.03), (0.62, 0.2), (0.9 * w, 0.85), (0.86 * w, 1.25), (0.52, 1.58), (0.5, 1.68)]
        lid = [(0.56, 1.66), (0.58, 1.72), (0.55, 1.9), (0.38, 2.04), (0.1, 2.08), (0.07, 2.13), (0.14, 2.22), (0.12, 2.32), (0, 2.35)]
    else:
        body = [(0, 0), (0.64 * w, 0), (0.68 * w, 0.03), (0.7 * w, 0.5), (0.7 * w, 1.3), (0.66 * w, 1.42), (0.62 * w, 1.46)]
        lid = [(0.69 * w, 1.45), (0.71 * w, 1.5), (0.69 * w, 1.58), (0.4, 1.7), (0.1, 1.73), (0.08, 1.78), (0.15, 1.88), (0.1, 1.97), (0, 1.98)]
    S.lathe(body, paint, repeat=s.rng.choice((2, 3)), wobble=0.004)
    S.lathe(lid, paint if s.rng.random() < 0.5 else M.glaze(s.inks()[0]), repeat=2)
    rims(s, (lid[0][0], lid[0][1] + 0.01, 0.022), (body[1][0] + 0.02, 0.03, 0.026))
    return {'close': (0, -0.8, 1.2), 'turn': 90, 'elevation': 13, 'fill': 0.68}


def tile(s):
    """A set of four: one up against another, two lying before them."""
    face, edge = M.glaze(s.tile, 0.6), M.glaze((0.85, 0.82, 0.74))

    def one(loc, rot):
        with S.inside(S.group(loc=loc, rot=rot)):
            S.box((1.2, 1.2, 0.1), edge, bevel=0.02)
            S.sheet(lambda u, v: ((u - 0.5) * 1.17, (v - 0.5) * 1.17, 0.1015 + 0 * u), face, 2, 2, (1.25, 1.25))

    one((-0.3, 0.42, 0.6), S.turn(78, 0, s.between(4, 10)))
    one((0.38, 0.1, 0.585), S.turn(72, 0, s.between(-12, -5)))
    one((-0.33, -0.74, 0), S.turn(0, 0, s.between(-5, 5)))
    one((-0.38, -0.7, 0.1), S.turn(0, 0, s.between(12, 22)))
    return {'close': (0.38, 0.0, 0.7), 'turn': 8, 'elevation': 24, 'fill': 0.7}


KINDS = {'vase': vase, 'mug': mug, 'bowl': bowl, 'plate': plate, 'jar': jar, 'tile': tile}
