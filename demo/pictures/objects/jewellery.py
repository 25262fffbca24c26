"""Silver: granulated, engraved, strung."""
import math

import numpy as np

import materials as M
import shapes as S

def metals(s):
    """Bright silver, and the same engraved."""
    return M.silver(0.17), M.silver(0.2, mask=None if s.is_plain else s.mask, scale=1.6)


def stone(s):
    """Glass or enamel."""
    return M.plain(M.mix(s.main, (0, 0, 0), 0.1), 0.06, specular=0.9, clearcoat=1.0)


def granules(count, radius, z, size, mat, **at):
    bead = S.ball(size, mat, segments=14, loc=(radius, 0, z))
    S.copies(bead, [((radius * math.cos(k * 2 * math.pi / count), radius * math.sin(k * 2 * math.pi / count), z), (0, 0, 0), 1) for k in range(1, count)])


def studs(s):
    """Two flower studs on a card of handmade paper."""
    bright, cut = metals(s)
    gem = stone(s)
    with S.inside(S.group(rot=S.turn(-16))):
        S.box((1.9, 0.05, 1.35), M.paper(M.mix(s.ground, (0.8, 0.74, 0.62), 0.5)), bevel=0.01)
        for x in (-0.45, 0.45):
            with S.inside(S.group(loc=(x, -0.06, 0.72), rot=S.turn(90, 0, s.between(-4, 4)), scale=1.5)):
                for row, (count, reach, size) in enumerate(((14, 0.2, 0.062), (10, 0.125, 0.055))):
                    for k in range(count):
                        a = (k + row / 2) * 2 * math.pi / count
                        S.ball(size, cut, squash=(1.25, 0.8, 0.5), segments=20, loc=(reach * math.cos(a), reach * math.sin(a), 0.03 * row), rot=(0, 0, a))
                S.ball(0.075, gem, squash=(1, 1, 0.7), loc=(0, 0, 0.07))
                granules(14, 0.085, 0.065, 0.018, bright)
    return {'close': (-0.45, -0.1, 0.75), 'elevation': 10, 'turn': 16, 'fill': 0.62, 'near': 0.4}


def jhumka(s):
    """Two bells on a wooden bar; studs where the name says so."""
    if s.about('stud'):
        return studs(s)
    bright, cut = metals(s)
    gem = stone(s)
    flutes, tiers = s.rng.choice((12, 16, 20)), s.rng.choice((1, 2))
    wood = M.wood()
    S.box((1.9, 0.55, 0.12), wood, bevel=0.03, loc=(0, 0, 0.5))
    for x in (-0.84, 0.84):
        S.wire([(x, 0, 0.6), (x, 0, 2.5)], 0.035, M.wood(axis=2))
    S.wire([(-0.95, 0, 2.5), (0.95, 0, 2.5)], 0.04, wood)
    for x in (-0.4, 0.4):
        with S.inside(S.group(loc=(x, -0.02, 0), rot=S.turn(0, 0, s.between(-15, 15)))):
            S.wire([(0, 0, 2.56), (0, -0.07, 2.5), (0, -0.07, 2.3)], 0.016, bright)
            with S.inside(S.group(loc=(0, -0.07, 2.16), rot=S.turn(90))):
                S.lathe([(0, 0.04), (0.15, 0.03), (0.2, 0.0), (0.19, -0.03), (0, -0.03)], cut, repeat=2, planar=True)
                S.ball(0.085, gem, squash=(1, 1, 0.6), loc=(0, 0, 0.04))
                granules(16, 0.185, 0.02, 0.026, bright)
            S.hoop(0.05, 0.014, bright, loc=(0, -0.07, 1.9), rot=S.turn(90))
            with S.inside(S.group(loc=(0, -0.07, 0))):
                for t in range(tiers):
                    z, w = 1.12 - 0.36 * t * (tiers > 1) + 0.1, 0.40 - 0.1 * t
                    S.lathe([(0.04, z + 0.6), (0.08, z + 0.56), (w * 0.55, z + 0.46), (w * 0.9, z + 0.22), (w, z + 0.02), (w * 1.05, z), (w * 0.95, z + 0.01)], cut, repeat=4, wave=lambda a, t: 1 + 0.03 * np.cos(a * flutes) * t)
                    granules(30, w * 1.03, z, 0.03, bright)
                    granules(22, w * 0.93, z + 0.2, 0.016, bright)
                    bead = gem if t % 2 == 0 else bright
                    granules(15, w * 0.98, z - 0.085, 0.045, bead)
                S.ball(0.07, bright, loc=(0, 0, 1.86))
    return {'close': (-0.4, -0.4, 1.35), 'elevation': 7, 'turn': 14, 'fill': 0.74, 'near': 0.42}


def kada(s):
    """One open bangle, heavy, its ends faceted."""
    a = np.linspace(math.radians(-68), math.radians(248), 160)
    brushed = M.silver(0.3)
    S.wire(np.stack([0.95 * np.cos(a), 0.95 * np.sin(a), 0 * a], axis=-1), 0.105, brushed, sides=6, loc=(0, 0, 0.11))
    for end in (a[0], a[-1]):
        x, y = 0.95 * math.cos(end), 0.95 * math.sin(end)
        S.lathe([(0, -0.19), (0.1, -0.17), (0.165, 0), (0.1, 0.17), (0, 0.19)], M.silver(0.16), segments=8, steps=0, loc=(x, y, 0.165), rot=(math.pi / 2, 0, end))
    return {'close': (0.1, -0.9, 0.15), 'elevation': 38, 'turn': 14, 'fill': 0.66, 'near': 0.46}


def bangle(s):
    """One stiff bangle, pierced between two beaded rims."""
    if s.is_plain:
        return kada(s)
    bright = M.silver(0.17)
    pierced = M.Maker('pierced').set(metallic=1.0, roughness=0.24, base_color=M.SILVER)
    lines = pierced.image(s.mask, (1, 1), data=True)
    pierced.set(alpha=pierced.range(lines, 0, 1, 0.3, 0.5)).bump(lines, 0.4, 0.02)
    S.lathe([(0.95, 0.05), (0.97, 0.17), (0.975, 0.28), (0.97, 0.39), (0.95, 0.51)], pierced.mat, repeat=11, segments=160)
    for z in (0.045, 0.515):
        S.hoop(0.955, 0.04, bright, z=z)
        granules(96, 0.99, z, 0.024, bright)
    return {'close': (-0.1, -0.9, 0.3), 'elevation': 27, 'turn': 90, 'fill': 0.64, 'near': 0.42}


def flower(size, cut, centre, layers=2, petals=10):
    """A flower head lying flat: rings of petals round a bead."""
    for row in range(layers):
        reach = size * (0.66 - 0.24 * row)
        for k in range(petals - 2 * row):
            a = (k + row / 2) * 2 * math.pi / (petals - 2 * row)
            S.ball(size * 0.3, cut, squash=(1.25, 0.75, 0.4), segments=18, loc=(reach * math.cos(a), reach * math.sin(a), size * 0.2 * row), rot=(0, 0, a))
    S.ball(size * 0.28, centre, squash=(1, 1, 0.7), segments=24, loc=(0, 0, size * 0.3))


def disc(size, cut, bright):
    """A coin of twisted wire: rings within a beaded rim, six loops round the middle."""
    S.lathe([(0, 0.01), (size * 0.9, 0.012), (size * 0.92, 0), (0, 0)], cut, planar=True, repeat=0.9)
    for r in (0.93, 0.62, 0.22):
        S.hoop(size * r, size * 0.055, bright, segments=48, z=0.015)
    for k in range(6):
        a = k * math.pi / 3
        S.hoop(size * 0.17, size * 0.045, bright, segments=24, loc=(size * 0.42 * math.cos(a), size * 0.42 * math.sin(a), 0.018))
    granules(28, size * 0.95, 0.015, size * 0.055, bright)


def necklace(s):
    """Laid out in a curve: coins on a chain, a garland of flower heads, or one large pendant."""
    bright, cut = metals(s)
    gem = stone(s)
    spread, deep = s.between(0.92, 1.0), s.between(1.02, 1.1)

    def along(count, reach):
        """Places on the curve, each with the way outwards."""
        for t in np.linspace(-reach, reach, count):
            a = t * math.pi * 0.86
            yield spread * math.sin(a), -deep * math.cos(a), a

    turns = np.array([(x, y, 0.03) for x, y, _ in along(160, 1)])
    if s.about('coin'):
        for k, (x, y, a) in enumerate(along(88, 1)):
            S.hoop(0.035, 0.011, bright, segments=20, loc=(x, y, 0.03), rot=(math.pi / 2 * (k % 2), 0, a + math.pi / 2))
        for x, y, a in along(19, 0.8):
            out = 1 + 0.155
            S.wire([(x, y, 0.03), (x * 1.05, y * 1.05, 0.02)], 0.012, bright)
            with S.inside(S.group(loc=(x * out, y * out, 0.01), rot=(0.12, 0, a))):
                disc(0.118, cut, bright)
    elif s.about('garland'):
        S.wire(turns, 0.028, bright, sides=4)
        for x, y, a in along(13, 0.74):
            with S.inside(S.group(loc=(x * 1.03, y * 1.03, 0.05), rot=(0, 0, a))):
                flower(0.19, cut, gem)
        for end in (turns[0], turns[-1]):
            S.lathe([(0, 0), (0.05, 0.02), (0.055, 0.08), (0.04, 0.12)], bright, loc=tuple(end), rot=S.turn(90))
            for k in range(9):
                S.wire([end, end + np.array([(k - 4) * 0.012, 0.16, -0.01]), end + np.array([(k - 4) * 0.022, 0.34, -0.02])], 0.01, M.cloth(s.ink, 4), sides=1)
    else:
        S.wire(turns, 0.026, bright, sides=4)
        for p in turns[::2]:
            S.hoop(0.026, 0.008, bright, segments=16, loc=tuple(p), rot=(math.pi / 2, 0, math.atan2(p[0], -p[1]) + math.pi / 2))
        t = np.linspace(0, 2 * math.pi, 72, endpoint=False)
        bend = 0.16 * np.maximum(np.cos(t), 0) ** 2
        paisley = np.stack([0.27 * np.sin(t) * (1 - 0.55 * np.maximum(np.cos(t), 0)) + bend, 0.38 * np.cos(t), 0 * t], axis=-1)
        with S.inside(S.group(loc=(0, -deep - 0.42, 0.04))):
            for size in (1.0, 0.62):
                S.wire(paisley * size - np.array([0, 0.05 * (1 - size), 0]), 0.026, bright, cyclic=True)
            for k in range(0, 72, 6):
                S.wire([paisley[k], paisley[k] * 0.62], 0.014, bright)
            for p in paisley[::2]:
                S.ball(0.021, bright, segments=12, loc=(p[0] * 1.09, p[1] * 1.09, 0.02))
            with S.inside(S.group(loc=(0, -0.08, 0.01))):
                flower(0.13, cut, bright, 1, 8)
            S.hoop(0.05, 0.014, bright, segments=24, loc=(0.1, 0.41, 0.01))
            S.hoop(0.035, 0.012, bright, segments=24, loc=(0, -0.42, 0.01))
            S.ball(0.1, gem, squash=(0.85, 1.35, 0.6), loc=(0, -0.58, 0.02))
    return {'close': (0, -deep - 0.15, 0.05), 'elevation': 50, 'turn': 6, 'fill': 0.72, 'near': 0.42}


def finger_ring(s):
    """Standing on a block of stone: a signet, a hammered open band, or a spoon handle wrapped round."""
    bright, cut = metals(s)
    block = M.Maker('stone').set(roughness=0.55, specular=0.35)
    pale = s.rng.choice(((0.62, 0.56, 0.48), (0.30, 0.29, 0.28), (0.55, 0.36, 0.28)))
    block.set(base_color=block.blend(block.range(block.noise(2.2, 6), 0, 1, 0.4, 0.62), pale, M.mix(pale, (0.9, 0.86, 0.8), 0.4)))
    S.box((1.55, 1.15, 0.4), block.bump(block.noise(40, 3), 0.15, 0.01).mat, bevel=0.03, loc=(0, 0, -0.4))
    w = 0.62
    lift = 0.2 if s.about('spoon') else 0.07
    with S.inside(S.group(loc=(0, 0, w + lift), rot=(0, 0, math.radians(68 if s.about('spoon') else s.between(15, 40))))):
        if s.about('signet'):
            with S.inside(S.group(rot=S.turn(90))):
                S.lathe([(w, -0.1), (w + 0.06, -0.08), (w + 0.09, 0), (w + 0.06, 0.08), (w, 0.1), (w - 0.02, 0), (w, -0.1)], bright)
            with S.inside(S.group(loc=(0, 0, w + 0.02), scale=1.15)):
                S.lathe([(0, 0), (0.26, 0), (0.37, 0.1), (0.38, 0.15), (0.35, 0.17), (0.32, 0.16), (0, 0.155)], bright)
                S.lathe([(0, 0.158), (0.31, 0.158)], stone(s), steps=0)
                for row, (count, reach, size) in enumerate(((8, 0.17, 0.1), (8, 0.1, 0.075))):
                    for k in range(count):
                        a = (k + row / 2) * 2 * math.pi / count
                        S.ball(size, cut, squash=(1.2, 0.55, 0.3), segments=20, loc=(reach * math.cos(a), reach * math.sin(a), 0.165 + 0.02 * row), rot=(0, 0, a))
                S.ball(0.05, bright, squash=(1, 1, 0.6), loc=(0, 0, 0.2))
        elif s.about('spoon'):
            worn = M.metal(M.mix(M.SILVER, (0.2, 0.19, 0.18), 0.25), 0.3, mask=s.mask, scale=1)
            def wrap(u, v):
                a = math.pi / 2 + (u - 0.5) * 2 * math.pi * 1.12
                wide = 0.13 + 0.09 * np.abs(u - 0.5) * 2
                end = np.sqrt(np.clip(1 - (np.abs(u - 0.5) * 2 - 0.94).clip(0) ** 2 / 0.0036, 0.02, 1))
                r = w + 0.03 + 0.09 * (u - 0.5)
                return r * np.cos(a), (u - 0.5) * 0.62 + (v - 0.5) * 2 * wide * end, r * np.sin(a)
            S.sheet(wrap, worn, 160, 10, (7.5, 0.7), thick=0.05)
        else:
            a = np.linspace(math.radians(-80), math.radians(260), 150)
            band = M.silver(0.16, hammered=16.0)
            S.sheet(lambda u, v: ((w + 0.02 - 0.03 * (2 * v - 1) ** 2) * np.cos(a[0] + u * (a[-1] - a[0])), (v - 0.5) * 0.24, (w + 0.02 - 0.03 * (2 * v - 1) ** 2) * np.sin(a[0] + u * (a[-1] - a[0]))), band, 150, 8, thick=0.06)
    S.bpy.context.view_layer.update()
    return {'close': (0, -0.1, 1.25), 'elevation': 46 if s.about('signet') else 17, 'turn': 20, 'fill': 0.6, 'near': 0.5}


KINDS = {'jhumka': jhumka, 'bangle': bangle, 'necklace': necklace, 'ring': finger_ring}
