"""Fired clay: pots for plants, water and tea, and pierced lamps."""
import math

import numpy as np

import materials as M
import shapes as S
from . import props

CLAY = (0.47, 0.17, 0.075)


def dip(s):
    """The coloured slip a pot is dipped in, by palette; none for the clay's own colours."""
    return {'leaf': s.ink, 'turmeric': s.ground, 'indigo': s.ground, 'mustard': s.ink}.get(s.palette)


def clay(s, scale=1.0, colour=CLAY):
    """Red clay with white slip; dipped in coloured slip, whitewashed or blackened where the palette or the name says so."""
    if s.pattern == 'lippan':
        wash = s.ground if s.palette == 'ivory' else s.ink
        return M.clay(wash, s.mask, scale, slip=CLAY if s.palette == 'ivory' else s.ground, mirrors=s.second)
    if s.about('black'):
        return M.clay((0.008, 0.007, 0.007), s.mask, scale, rough=0.42, slip=(0.045, 0.042, 0.04))
    colour = (0.055, 0.048, 0.045) if s.about('smoke') else dip(s) or colour
    tint = s.rng.choice((colour, M.mix(colour, (0.55, 0.26, 0.13), 0.6), M.mix(colour, (0.30, 0.10, 0.05), 0.5)) if colour is CLAY else (colour,))
    return M.clay(tint, None if s.is_plain else s.mask, scale)


def planter(s):
    """A pot in its saucer with something growing."""
    pot, w = clay(s, 0.8), s.between(0.92, 1.06)
    body = s.rng.choice([
        [(0, 0.06), (0.52, 0.06), (0.55, 0.1), (0.78 * w, 0.95), (0.78 * w, 1.0), (0.88 * w, 1.0), (0.9 * w, 1.03), (0.9 * w, 1.22), (0.87 * w, 1.25), (0.78 * w, 1.24), (0.74 * w, 1.0), (0.5, 0.3)],
        [(0, 0.06), (0.5, 0.06), (0.54, 0.1), (0.86 * w, 0.5), (0.88 * w, 0.8), (0.74 * w, 1.1), (0.78 * w, 1.2), (0.76 * w, 1.23), (0.68 * w, 1.2), (0.66 * w, 1.05), (0.6, 0.6)],
        [(0, 0.06), (0.66, 0.06), (0.7, 0.09), (0.72 * w, 0.6), (0.74 * w, 1.12), (0.76 * w, 1.15), (0.72 * w, 1.18), (0.66 * w, 1.1), (0.64 * w, 0.6)],
    ])
    S.lathe(body, pot, repeat=3, wobble=0.006)
    S.lathe([(0, 0), (0.72, 0), (0.84, 0.04), (0.88, 0.14), (0.84, 0.15), (0.78, 0.07), (0, 0.05)], clay(s), repeat=3)
    S.lathe([(0, 1.05), (0.72 * w, 1.02)], M.clay((0.05, 0.03, 0.02)), steps=0)
    green = M.plain(s.rng.choice(((0.05, 0.15, 0.04), (0.09, 0.19, 0.05), (0.06, 0.14, 0.08))), 0.45, specular=0.45)
    if s.rng.random() < 0.5:
        for k in range(20):
            up = s.between(0.25, 1.15)
            props.leaf(s.between(0.8, 1.25), s.between(0.12, 0.17), green, droop=0.1, loc=(0.08 * math.sin(k), 0.08 * math.cos(k), 1.02), rot=(up, 0, k * 2.4))
    else:
        for k in range(30):
            t = k / 30
            a, tall = k * 2.4, s.between(0.35, 0.95)
            tip = (0.62 * (1 - t) * math.cos(a) + 0.1 * math.cos(a), 0.62 * (1 - t) * math.sin(a), 1.05 + tall * (0.4 + t))
            S.wire([(0.1 * math.cos(a), 0.1 * math.sin(a), 1.0), (tip[0] * 0.6, tip[1] * 0.6, tip[2] - 0.12), tip], 0.013, green, sides=1)
            props.leaf(s.between(0.34, 0.46), s.between(0.3, 0.4), green, loc=tip, rot=(s.between(-0.5, 0.4), 0, a - 1.57 + s.between(-0.4, 0.4)))
    return {'close': (0, -0.75, 0.9), 'turn': 90, 'elevation': 14, 'fill': 0.72}


def surahi(s):
    """A long-necked water pot, slip-painted, sometimes with its cup."""
    pot, w = clay(s, 0.8), s.between(0.94, 1.06)
    S.lathe([(0, 0), (0.46, 0), (0.5, 0.04), (0.82 * w, 0.4), (0.92 * w, 0.85), (0.76, 1.3), (0.34, 1.58), (0.22, 1.8), (0.2, 2.1), (0.26, 2.4), (0.36, 2.52), (0.37, 2.56), (0.32, 2.56), (0.16, 2.2), (0.15, 1.8)], pot, repeat=3, wobble=0.006)
    for z, r in ((1.66, 0.285), (1.72, 0.255), (2.2, 0.215)):
        S.hoop(r, 0.022, clay(s), z=z)
    if s.rng.random() < 0.5:
        t = np.linspace(0, math.pi, 24)
        S.wire([(0.2 + 0.42 * math.sin(a) ** 0.8, 0, 1.85 - 0.42 * math.cos(a) + 0.06) for a in t], 0.06, pot)
    else:
        kulhad_cup(s, pot, (1.12, -0.88, 0), 0.5)
    return {'close': (0, -0.75, 1.1), 'turn': 60, 'fill': 0.72}


def kulhad_cup(s, mat, loc, size, tea=False):
    with S.inside(S.group(loc=loc, rot=(0, 0, s.between(0, 6)), scale=size)):
        S.lathe([(0, 0), (0.42, 0), (0.45, 0.04), (0.43, 0.14), (0.5, 0.5), (0.64, 1.05), (0.68, 1.12), (0.68, 1.17), (0.63, 1.17), (0.58, 1.05), (0.44, 0.5), (0.3, 0.12), (0, 0.1)], mat, repeat=3, wobble=0.012)
        for z, r in ((0.78, 0.578), (0.86, 0.597)):
            S.hoop(r, 0.012, mat, z=z)
        if tea:
            S.lathe([(0, 0.98), (0.56, 0.98)], M.plain((0.42, 0.20, 0.075), 0.12, clearcoat=0.8), steps=0)
            for k in range(16):
                a, r = k * 2.4, 0.54 - 0.05 * (k % 3)
                S.ball(0.02 + 0.012 * (k % 2), M.plain((0.62, 0.42, 0.24), 0.3), segments=12, loc=(r * math.cos(a), r * math.sin(a), 0.98))


def kulhad(s):
    """Three thrown cups, one full of tea."""
    pot = clay(s, 0.8)
    n = 6 if s.about('six') else 4 if s.about('four') else 3
    spots = [(-0.78, 0.0), (0.72, 0.22), (0.08, -1.12), (0.02, 1.2), (-1.5, 1.14), (1.52, 1.3)][:n]
    for i, (x, y) in enumerate(spots):
        kulhad_cup(s, pot, (x, y, 0), 1.0 if i < 3 else 0.98, tea=i in (0, 2))
    props.sticks((1.15, -1.0, 0), s.rng, 2)
    return {'close': (0.05, -1.1, 0.9), 'elevation': 22, 'turn': 15, 'fill': 0.72, 'near': 0.5}


def jali_lamp(s):
    """A pierced shade with a candle in it: the holes are cut from the clay."""
    w, tall = s.between(0.9, 1.05), s.between(1.7, 2.1)
    shape = s.rng.choice(('dome', 'pot', 'drum'))
    rows, round_count = s.rng.choice((7, 8, 9)), s.rng.choice((16, 20, 24))
    cell = 20 if s.pattern == 'ajrakh' else 12
    n, m = rows * cell, round_count * cell
    t, a = np.meshgrid(np.linspace(0, 1, n + 1), np.linspace(0, 2 * math.pi, m + 1), indexing='ij')
    radius = {'dome': 0.85 * np.sqrt(np.maximum(1.02 - t ** 2.2, 0.03)), 'pot': 0.5 + 0.42 * np.sin(math.pi * t ** 0.85), 'drum': 0.72 + 0.1 * np.sin(math.pi * t)}[shape] * w
    verts = np.stack([-radius * np.sin(a), radius * np.cos(a), 0.1 + t * tall], axis=-1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(n), np.arange(m), indexing='ij')
    row = i // cell
    x, y = (j % cell + 0.5) / cell - 0.5, (i % cell + 0.5) / cell - 0.5
    x = np.where(row % 2 == 1, np.mod(x + 1.0, 1.0) - 0.5, x)
    style = {'ajrakh': 'star', 'lotus': 'petal'}.get(s.pattern) or s.rng.choice(('diamond', 'round', 'petal'))
    side, sum_ = np.maximum(np.abs(x), np.abs(y)), np.abs(x) + np.abs(y)
    size = {'diamond': np.abs(x) * 1.1 + np.abs(y), 'round': np.hypot(x, y) * 1.15, 'petal': np.abs(x) * 1.5 + y * y * 1.9, 'star': np.minimum(side * 1.32, sum_ * 0.94)}[style]
    hole = (size < 0.34) & (row > 0) & (row < rows - 1)
    q = (i * (m + 1) + j)[~hole]
    uv = np.stack([a / (2 * math.pi) * 3, t * 1.5], axis=-1).reshape(-1, 2)
    mat = M.clay(dip(s) or s.rng.choice((CLAY, M.mix(CLAY, (0.6, 0.3, 0.16), 0.5))))
    shell = S.mesh(verts, np.stack([q, q + 1, q + m + 2, q + m + 1], axis=-1), uv, mat)
    shell.modifiers.new('weld', 'WELD').merge_threshold = 0.0005
    soft = shell.modifiers.new('soft', 'SMOOTH')
    soft.factor, soft.iterations = 0.5, 3
    thick = shell.modifiers.new('thick', 'SOLIDIFY')
    thick.thickness, thick.offset = 0.05, -1
    base = float(radius[0, 0])
    S.lathe([(0, 0), (base + 0.1, 0), (base + 0.13, 0.04), (base + 0.1, 0.11), (base - 0.02, 0.12), (0, 0.1)], mat)
    crown = float(radius[-1, 0])
    S.lathe([(crown + 0.01, 0.05 + tall), (crown + 0.04, 0.1 + tall), (crown, 0.16 + tall), (crown - 0.06, 0.14 + tall), (crown - 0.08, 0.06 + tall)], mat)
    candle = M.glow((1.0, 0.5, 0.16), 5)
    candle.cycles.sample_as_light = False
    S.lathe([(0, 0), (0.2, 0.01), (0.2, 0.3), (0, 0.31)], M.plain((0.85, 0.78, 0.62), 0.5), loc=(0, 0, 0.1))
    S.ball(0.1, candle, squash=(1, 1, 2.2), loc=(0, 0, 0.62))
    lamp = S.bpy.data.lights.new('candle', 'POINT')
    lamp.energy, lamp.color, lamp.shadow_soft_size = 60, (1, 0.5, 0.18), 0.12
    S.link(S.bpy.data.objects.new('candle', lamp), (0, 0, tall * 0.45))
    return {'close': (0, -0.75, 1.1), 'turn': 90, 'elevation': 12, 'fill': 0.7}


KINDS = {'planter': planter, 'surahi': surahi, 'kulhad': kulhad, 'jali-lamp': jali_lamp}
