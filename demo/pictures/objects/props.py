"""Bystanders: flowers, sprigs, spices and tools that tell the use. The camera does not frame them."""
import math

import numpy as np

import materials as M
import shapes as S

MARIGOLD, LEAF = ((0.85, 0.33, 0.02), (0.88, 0.50, 0.03)), (0.05, 0.13, 0.035)


def marigold(loc, size, rng, framed=False):
    """Ruffled rings, one in another; a bystander unless `framed`."""
    mat = M.plain(rng.choice(MARIGOLD), 0.75, sheen=0.6)
    parts = []
    with S.inside(S.group(loc=loc, rot=(rng.uniform(-0.15, 0.15), rng.uniform(-0.15, 0.15), rng.uniform(0, 6)), scale=size)):
        for k in range(7):
            r, z, phase = math.cos(k * 0.21), 0.25 + 0.62 * math.sin(k * 0.21), rng.uniform(0, 6)
            def ruffle(a, t, p=phase, n=max(6, 15 - k)):
                return 1 + t * (0.11 * np.sin(a * n + p) + 0.06 * np.sin(a * (2 * n + 1) + p * 2))
            lift = 0.05 + k * 0.02
            parts.append(S.lathe([(r * 0.2, z - 0.14), (r * 0.7, z - 0.04), (r, z + lift), (r * 0.97, z + lift + 0.02), (r * 0.7, z + 0.0)], mat, wave=ruffle, segments=80, steps=3))
        parts.append(S.lathe([(0, 0), (0.5, 0.02), (0.75, 0.2), (0.3, 0.35), (0, 0.35)], M.plain(LEAF, 0.7), segments=24))
    if not framed:
        S.as_props(parts)


def leaf(length, width, mat, droop=0.25, **at):
    def fn(u, v):
        t = v
        half = width * np.sin(math.pi * t ** 0.8) * (u - 0.5)
        return half, t * length, droop * length * (t - t * t * 1.6) + np.abs(u - 0.5) * width * 0.35
    return S.sheet(fn, mat, 6, 14, thick=0.004, **at)


def sprig(loc, size, rng, leaves=7, colour=LEAF):
    """A stem lying or standing with paired leaves."""
    mat = M.plain(colour, 0.5, specular=0.4)
    parts = []
    with S.inside(S.group(loc=loc, rot=(0, 0, rng.uniform(0, 6)), scale=size)):
        stem = [(0.05 * math.sin(t * 3), t, 0.05 + 0.12 * t * t) for t in np.linspace(0, 1.6, 10)]
        parts.append(S.wire(stem, 0.018, mat))
        for i in range(leaves):
            k = stem[2 + i % 8]
            parts.append(leaf(rng.uniform(0.4, 0.55), 0.2, mat, loc=k, rot=(rng.uniform(0, 0.3), 0, (-1) ** i * rng.uniform(0.6, 1.0))))
    S.as_props(parts)


def sticks(loc, rng, count=3, mat=None):
    """Cinnamon quills."""
    mat = mat or M.wood((0.30, 0.12, 0.05), (0.15, 0.055, 0.025), scale=2)
    for i in range(count):
        with S.inside(S.group(loc=(loc[0], loc[1] + i * 0.13, loc[2] + 0.05 + (i == 2) * 0.06 - 0.13 * (i == 2)), rot=(0, 0, rng.uniform(-0.35, 0.35)))):
            S.as_props(S.sheet(lambda u, v: ((u - 0.5) * 0.7, 0.05 * np.cos(v * 5.2) * (1 - 0.25 * v), 0.05 * np.sin(v * 5.2) * (1 - 0.25 * v)), mat, 6, 20, thick=0.01))


def scatter(centre, reach, count, shape, rng, low=0.6, high=1.1):
    """Copies of a small thing strewn about; `shape` is made already, at the origin."""
    places = []
    for _ in range(count):
        a, r = rng.uniform(0, 6.3), reach * math.sqrt(rng.random())
        places.append(((centre[0] + r * math.cos(a), centre[1] + r * 0.6 * math.sin(a), centre[2]), (rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), rng.uniform(0, 6)), rng.uniform(low, high)))
    S.as_props(S.copies(shape, places))
    shape.location, shape.scale = (centre[0], centre[1], centre[2]), (0.8,) * 3
    S.as_props(shape)


def pod(colour=(0.35, 0.42, 0.16)):
    """A cardamom pod, a clove, a bean: small, ribbed, pointed."""
    return S.lathe([(0, -0.085), (0.03, -0.06), (0.042, 0), (0.03, 0.06), (0, 0.09)], M.plain(colour, 0.7), segments=18, steps=3, wave=lambda a, t: 1 + 0.08 * np.cos(a * 3), rot=(1.57, 0, 0))


def pencil(loc, turn, length=1.5, colour=(0.35, 0.05, 0.03)):
    parts = []
    with S.inside(S.group(loc=loc, rot=(0, 0, turn))):
        parts.append(S.lathe([(0.045, 0), (0.045, length)], M.plain(colour, 0.35, clearcoat=0.5), segments=6, steps=0, loc=(0, 0, 0.04), rot=(1.5708, 0, 0)))
        parts.append(S.lathe([(0.045, 0), (0.012, 0.16)], M.wood((0.55, 0.36, 0.2), (0.45, 0.28, 0.15)), steps=0, loc=(0, -length, 0.04), rot=(1.5708, 0, 0)))
        parts.append(S.lathe([(0.013, 0), (0, 0.05)], M.plain((0.02, 0.02, 0.02), 0.4), steps=0, loc=(0, -length - 0.155, 0.04), rot=(1.5708, 0, 0)))
    S.as_props(parts)
    return parts


def flame(loc, size=1.0):
    """A steady flame and its small light."""
    mat = M.glow((1.0, 0.55, 0.16), 9)
    mat.cycles.sample_as_light = False
    x, y, z = loc
    parts = [S.lathe([(0, 0), (0.05, 0.05), (0.062, 0.12), (0.035, 0.24), (0.008, 0.36), (0, 0.38)], mat, segments=24, loc=loc, scale=(size,) * 3)]
    parts.append(S.wire([(x, y, z - 0.07 * size), (x, y, z + 0.05 * size)], 0.012 * size, M.plain((0.1, 0.08, 0.06))))
    lamp = S.bpy.data.lights.new('flame', 'POINT')
    lamp.energy, lamp.color, lamp.shadow_soft_size = 9 * size, (1, 0.55, 0.2), 0.06
    S.link(S.bpy.data.objects.new('flame', lamp), (x, y, z + 0.2 * size))
    S.as_props(parts)
