"""Silver: granulated, engraved, strung."""
import math

import numpy as np

import materials as M
import shapes as S

STONES = [(0.35, 0.01, 0.03), (0.01, 0.16, 0.08), (0.02, 0.05, 0.30), (0.01, 0.28, 0.30), (0.45, 0.10, 0.22)]


def metals(s):
    """Bright silver, and the same engraved."""
    return M.silver(0.17), M.silver(0.2, mask=None if s.is_plain else s.mask, scale=1.6)


def stone(s):
    own = [c for c in (s.ink, s.ink2, s.ground) if max(c) - min(c) > 0.15]
    return M.plain(M.mix(s.rng.choice(own or STONES), (0, 0, 0), 0.25), 0.06, specular=0.9, clearcoat=1.0)


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


def bangle(s):
    """A stack, and one leaning on it."""
    bright, cut = metals(s)
    z, r = 0.0, 0.95
    n = s.rng.choice((4, 5, 6))

    def one(style, z):
        if style == 0:
            S.lathe([(r - 0.05, z), (r + 0.03, z + 0.01), (r + 0.05, z + 0.12), (r + 0.03, z + 0.23), (r - 0.05, z + 0.24), (r - 0.06, z + 0.12), (r - 0.05, z)], cut, repeat=9)
            return 0.245
        if style == 1:
            S.hoop(r, 0.065, bright, z=z + 0.065, wave=None)
            granules(70, r + 0.055, z + 0.065, 0.03, bright)
            return 0.13
        a = np.linspace(0, 2 * math.pi, 720, endpoint=False)
        for phase in (0, math.pi):
            q = r + 0.045 * np.cos(a * 45 + phase)
            S.wire(np.stack([q * np.cos(a), q * np.sin(a), z + 0.085 + 0.045 * np.sin(a * 45 + phase)], axis=-1), 0.045, bright, cyclic=True, sides=2)
        return 0.17

    for k in range(n):
        with S.inside(S.group(loc=(s.between(-0.03, 0.03), s.between(-0.03, 0.03), 0))):
            z += one((0, 1, 2, 1)[(k + s.rng.randrange(2)) % 4], z)
    lean = math.radians(66)
    with S.inside(S.group(loc=(0.1, -1.02, 0), rot=(lean, 0, s.between(-0.25, 0.25)))):
        with S.inside(S.group(loc=(0, r + 0.05, 0))):
            one(0, 0)
    return {'close': (0.2, -1.0, 0.5), 'elevation': 24, 'turn': 18, 'fill': 0.68, 'near': 0.42}


def necklace(s):
    """Laid out in a curve, the pendant to the front."""
    bright, cut = metals(s)
    gem, n = stone(s), s.rng.choice((46, 54, 62))
    spread, deep = s.between(0.9, 1.02), s.between(1.0, 1.15)
    style = s.rng.choice(('beads', 'links', 'paisleys'))
    for k in range(n):
        t = (k / (n - 1) - 0.5) * 2
        a = t * math.pi * 0.86
        x, y = spread * math.sin(a), -deep * math.cos(a)
        if abs(t) < 0.03:
            continue
        size = 0.075 - 0.028 * abs(t)
        if style == 'beads' or k % 2:
            S.ball(size * (0.8 if k % 3 else 1.0), gem if style == 'beads' and k % 3 == 0 else bright, segments=20, loc=(x, y, size))
        else:
            S.hoop(size * 1.25, size * 0.32, bright, segments=32, loc=(x, y, size * 0.9), rot=(0.5, 0, a))
        if style == 'paisleys' and abs(t) < 0.62 and k % 2 == 0:
            out = 1.17
            S.lathe([(0, 0.02), (0.085, 0.03), (0.1, 0.015), (0.09, 0)], cut, planar=True, scale=(0.75, 1.25, 1.4), loc=(x * out, y * out, 0.01), rot=(0, 0, a))
            S.ball(0.032, gem, segments=14, loc=(x * out, y * out, 0.06))
            S.ball(0.03, bright, segments=14, loc=(x * 1.29, y * 1.29, 0.03))
    with S.inside(S.group(loc=(0, -deep - 0.26, 0.03), scale=s.between(0.9, 1.1))):
        petals = s.rng.choice((8, 12, 16))
        S.lathe([(0, 0.07), (0.2, 0.075), (0.3, 0.05), (0.34, 0.0), (0.3, -0.02), (0, -0.02)], cut, planar=True, repeat=1.6, wave=lambda a, t: 1 + 0.06 * np.abs(np.cos(a * petals / 2)), segments=180)
        S.ball(0.13, gem, squash=(1, 1, 0.6), loc=(0, 0, 0.08))
        granules(18, 0.16, 0.085, 0.024, bright)
        granules(petals * 2, 0.29, 0.06, 0.022, bright)
        for k in range(5):
            a = math.radians(-36 + k * 18)
            S.wire([(0.36 * math.sin(a), -0.36 * math.cos(a), 0), (0.44 * math.sin(a), -0.44 * math.cos(a), 0)], 0.012, bright)
            S.ball(0.055, bright if k % 2 else gem, segments=20, loc=(0.5 * math.sin(a), -0.5 * math.cos(a), 0.02))
    return {'close': (0, -deep - 0.3, 0.05), 'elevation': 46, 'turn': 6, 'fill': 0.74, 'near': 0.42}


def finger_ring(s):
    """Standing on a block of stone."""
    bright, cut = metals(s)
    gem = stone(s)
    block = M.Maker('stone').set(roughness=0.55, specular=0.35)
    pale = s.rng.choice(((0.62, 0.56, 0.48), (0.30, 0.29, 0.28), (0.55, 0.36, 0.28)))
    block.set(base_color=block.blend(block.range(block.noise(2.2, 6), 0, 1, 0.4, 0.62), pale, M.mix(pale, (0.9, 0.86, 0.8), 0.4)))
    S.as_props(S.box((1.55, 1.15, 0.4), block.bump(block.noise(40, 3), 0.15, 0.01).mat, bevel=0.03, loc=(0, 0, -0.4)))
    style, w = s.rng.choice(('dome', 'flower', 'band')), 0.62
    with S.inside(S.group(loc=(0, 0, w + 0.07), rot=(0, 0, math.radians(s.between(15, 40))))):
        with S.inside(S.group(rot=S.turn(90))):
            wide = 0.16 if style == 'band' else 0.09
            S.lathe([(w, -wide), (w + 0.05, -wide + 0.02), (w + 0.075, 0), (w + 0.05, wide - 0.02), (w, wide), (w - 0.02, 0), (w, -wide)], cut, repeat=10)
            for z in (-wide, wide):
                S.hoop(w + 0.035, 0.028, bright, z=z)
        with S.inside(S.group(loc=(0, 0, w + 0.05))):
            if style == 'flower':
                for k in range(8):
                    a = k * math.pi / 4
                    S.ball(0.15, cut, squash=(1, 0.72, 0.45), loc=(0.27 * math.cos(a), 0.27 * math.sin(a), 0.06), rot=(0, 0, a))
            S.lathe([(0, 0), (0.3, 0), (0.34, 0.04), (0.3, 0.1), (0.22, 0.12)], cut, repeat=4)
            S.ball(0.24 if style != 'band' else 0.16, gem, squash=(1, 1, 0.75), loc=(0, 0, 0.12))
            granules(22, 0.27, 0.12, 0.034, bright)
    S.bpy.context.view_layer.update()
    return {'close': (0, -0.1, 1.4), 'elevation': 17, 'turn': 20, 'fill': 0.54, 'near': 0.5, 'ground': -0.4}


KINDS = {'jhumka': jhumka, 'bangle': bangle, 'necklace': necklace, 'ring': finger_ring}
