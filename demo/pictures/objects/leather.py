"""Juttis, slides and wallets."""
import math

import numpy as np

import materials as M
import shapes as S

TAN, DARK = (0.42, 0.20, 0.085), (0.16, 0.07, 0.035)


def half_width(x, point=0.0):
    """Half the width of a sole from heel (-1) to toe (1)."""
    heel = 0.27 * np.sqrt(np.maximum(1 - ((np.minimum(x, -0.62) + 0.62) / 0.38) ** 2, 0))
    fore = np.interp(x, [-0.62, -0.3, 0.05, 0.4, 0.62, 1.0], [0.27, 0.255, 0.29, 0.345, 0.33, 0.30])
    toe = np.sqrt(np.maximum(1 - ((np.maximum(x, 0.5) - 0.5) / 0.5) ** (2.0 - point * 0.75), 0))
    return np.where(x < -0.62, heel, fore * toe)


def sole(mat, z, thick, grow=1.0, point=0.0):
    return S.sheet(lambda u, v: (np.sin((u - 0.5) * math.pi) * (1 + (grow - 1) * 0.4), half_width(np.sin((u - 0.5) * math.pi) * 0.9999, point) * (v - 0.5) * 2 * grow, z + 0 * u), mat, 70, 10, (1.6, 0.5), thick=thick)


def one_jutti(s, upper, lining, edge, curl):
    """Sole, pointed upper cut low at the throat, and a curled toe."""
    sole(M.leather(TAN), 0.035, 0.07, 1.03, 1)
    sole(M.leather(M.mix(TAN, (0.75, 0.5, 0.3), 0.35)), 0.085, 0.02, 0.97, 1)
    throat = s.throat

    def wall(side, shrink=1.0):
        def fn(u, v):
            x = np.sin((u - 0.5) * math.pi) * 0.9999999
            w = half_width(x, 1) * 1.02 * shrink
            height = np.interp(x, [-1, -0.8, -0.3, 0.1, 0.45, 0.8, 1.0], [0.44, 0.45, 0.34, 0.36, 0.34, 0.21, 0.10])
            cut = np.clip((throat - x) / 0.42, 0, 1)
            reach = np.where(x < throat, math.pi / 2 * (1 - 0.56 * np.sqrt(cut)), math.pi / 2)
            a = v * reach
            return x, side * w * np.cos(a) ** 0.85, 0.05 + height * shrink * np.sin(a) ** 0.8 / np.maximum(np.sin(reach) ** 0.8, 0.5) * np.where(x < throat, 0.92 + 0.08 * (1 - cut), 1)
        return fn

    for side in (-1, 1):
        S.sheet(wall(side), upper, 110, 18, (2.0, 0.55), thick=0.022, flip=side > 0)
        S.sheet(wall(side, 0.955), lining, 110, 12, (2.0, 0.5), flip=side < 0)
        u = np.linspace(0.004, 0.5 + math.asin(throat) / math.pi, 60)
        x, y, z = wall(side)(u, np.ones_like(u))
        S.wire(np.stack([x, y, z + 0.004], axis=-1), 0.02, edge)
        x, y, z = wall(side)(u, np.full_like(u, 0.86))
        S.wire(np.stack([x, y + side * 0.012, z + 0.004], axis=-1), 0.009, edge)
    t = np.linspace(0, 1, 20)
    S.wire([(0.93 + 0.14 * math.sin(k * 2.0), 0, 0.09 + curl * (1 - math.cos(k * 2.4)) * 0.55) for k in t], 0.07, upper, radii=1.0 - 0.75 * t, sides=5)
    if s.pompom:
        S.ball(0.07, edge, loc=(0.97, 0, 0.13 + curl))


def jutti(s):
    """A pair, a little apart, toes turned to the light."""
    upper = M.leather(TAN if s.palette == 'mustard' else s.ground) if s.is_plain else M.embroidery(s.tile, s.mask, 1.35)
    gold = M.metal((0.75, 0.5, 0.18), 0.42)
    edge = gold if s.rng.random() < 0.6 else M.cloth(s.inks()[0], 4)
    lining = M.leather(M.mix(TAN, (0.7, 0.45, 0.25), 0.4))
    s.throat, s.pompom = s.between(0.22, 0.36), s.rng.random() < 0.25
    curl = s.between(0.08, 0.26)
    away = s.between(-4, 6)
    with S.inside(S.group(loc=(-0.38, 0.0, 0), rot=S.turn(0, 0, -97 - away))):
        one_jutti(s, upper, lining, edge, curl)
    with S.inside(S.group(loc=(0.42, s.between(-0.16, 0.16), 0), rot=S.turn(0, 0, -82 + away))):
        one_jutti(s, upper, lining, edge, curl)
    return {'close': (-0.3, -0.6, 0.3), 'elevation': 33, 'turn': 0, 'fill': 0.74, 'near': 0.44, 'spin': (-52, -30, 24, 40, 55)}


def one_slide(s, strap, trim, style):
    sole(M.leather(DARK), 0.03, 0.06, 1.04)
    sole(M.leather(TAN), 0.085, 0.05, 1.0)
    outline = np.sin(np.linspace(-0.5, 0.5, 120) * math.pi)
    for side in (-1, 1):
        S.wire([(x * 0.96, side * half_width(x * 0.9999) * 0.9, 0.112) for x in outline], 0.006, M.cloth((0.75, 0.65, 0.45), 4), sides=1)

    def band(centre, wide, slant, tall):
        def fn(u, v):
            a = u * math.pi
            x = centre + (v - 0.5) * wide * (1 - 0.25 * np.sin(a)) + slant * np.cos(a)
            w = half_width(np.clip(x, -0.99, 0.99)) * 1.04
            return x, w * np.cos(a), 0.06 + tall * np.sin(a) ** 0.7
        S.sheet(fn, strap, 50, 12, (1.0, wide * 1.1), thick=0.03)
        for v in (0.05, 0.95):
            u = np.linspace(0.01, 0.99, 50)
            x, y, z = fn(u, np.full_like(u, v))
            S.wire(np.stack([x, y, z + 0.018], axis=-1), 0.011, trim, sides=1)

    if style == 'broad':
        band(0.36, 0.52, 0.0, 0.34)
    elif style == 'cross':
        band(0.34, 0.24, 0.2, 0.33)
        band(0.34, 0.24, -0.2, 0.36)
    else:
        band(0.26, 0.34, 0.0, 0.35)
        a = np.linspace(0, math.pi, 20)
        S.wire([(0.72, 0.11 + 0.10 * math.cos(k), 0.1 + 0.16 * math.sin(k)) for k in a], 0.03, strap)
        S.sheet(lambda u, v: (0.42 + 0.34 * u, 0.06 + (v - 0.5) * 0.12, 0.41 - 0.26 * u ** 1.5), strap, 16, 3, (0.4, 0.15), thick=0.025)


def slide(s):
    """A pair of open slides: one broad band, two crossed, or a toe loop."""
    strap = M.leather(s.ground if s.ground[0] < 0.6 else s.inks()[0]) if s.is_plain else M.embroidery(s.tile, s.mask, 1.0)
    trim, style = M.metal((0.75, 0.5, 0.18), 0.42), s.rng.choice(('broad', 'cross', 'loop'))
    away = s.between(-4, 6)
    with S.inside(S.group(loc=(-0.42, 0, 0), rot=S.turn(0, 0, -98 - away))):
        one_slide(s, strap, trim, style)
    with S.inside(S.group(loc=(0.44, s.between(-0.16, 0.16), 0), rot=S.turn(0, 0, -82 + away), scale=1.0)):
        one_slide(s, strap, trim, style)
    return {'close': (-0.35, -0.45, 0.3), 'elevation': 36, 'turn': 0, 'fill': 0.74, 'near': 0.44, 'spin': (-52, -30, 24, 40, 55)}


def wallet(s):
    """Stitched leather: closed and lying, or stood up like a tent."""
    hide = M.leather(s.rng.choice((TAN, DARK, M.mix(TAN, (0.3, 0.05, 0.03), 0.5))))
    face = hide if s.is_plain else M.embroidery(s.tile, s.mask, 0.8)
    thread = M.cloth((0.72, 0.62, 0.42), 4)
    w, h = s.between(1.75, 2.0), s.between(1.1, 1.25)

    def stitched(w, h, z, inset=0.05):
        pts = [(x, y) for y in (-h / 2 + inset, h / 2 - inset) for x in np.arange(-w / 2 + inset, w / 2 - inset, 0.062)]
        pts_v = [(x, y) for x in (-w / 2 + inset, w / 2 - inset) for y in np.arange(-h / 2 + inset, h / 2 - inset, 0.062)]
        stitch = S.wire([(-0.02, 0, z), (0.02, 0, z)], 0.009, thread, sides=1, loc=(pts[0][0], pts[0][1], 0))
        S.copies(stitch, [((x, y, 0), (0, 0, 0), 1) for x, y in pts[1:]] + [((x, y, 0), (0, 0, math.pi / 2), 1) for x, y in pts_v])

    def folded(thick):
        S.box((w, h, thick), hide, bevel=0.035)
        S.box((w - 0.02, h - 0.02, 0.035), face, bevel=0.016, repeat=0.75, loc=(0, 0, thick - 0.004))
        stitched(w, h, thick + 0.034)

    if s.rng.random() < 0.5:
        folded(0.13)
        flap = S.box((w * 0.26, 0.3, 0.03), hide, bevel=0.014, loc=(0, -h / 2 + 0.06, 0.155))
        flap.rotation_euler = (0.05, 0, 0)
        S.lathe([(0, 0.05), (0.05, 0.045), (0.07, 0.01), (0.07, 0)], M.brass(), loc=(0, -h / 2 + 0.03, 0.19))
        S.as_props(S.box((0.9, 0.58, 0.012), M.paper((0.8, 0.72, 0.56)), bevel=0, loc=(0.35, -0.86, 0), rot=S.turn(0, 0, 16)))
        elevation = 38
    else:
        for side in (-1, 1):
            with S.inside(S.group(loc=(0, 0, h * 0.96), rot=S.turn(90 + side * 21))):
                with S.inside(S.group(loc=(0, -h / 2, -0.05))):
                    folded(0.1) if side < 0 else S.box((w, h, 0.1), hide, bevel=0.035)
        elevation = 13
    return {'close': (0.2, -0.35, 0.25), 'elevation': elevation, 'turn': 26, 'fill': 0.7, 'near': 0.46}


KINDS = {'jutti': jutti, 'slide': slide, 'wallet': wallet}
