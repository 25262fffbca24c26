"""Cloth: stuffed, folded, hung, sewn."""
import math

import numpy as np

import materials as M
import shapes as S

ZARI = (0.62, 0.40, 0.12)


def cushion(s):
    """Two inflated sheets with a corded seam."""
    n = 90
    puff, corner = s.between(0.40, 0.52), s.between(2.2, 2.9)
    p = [s.between(0, 6) for _ in range(4)]

    def outline(a, b):
        """Edges bow inwards between the corners."""
        return 1 - 0.085 * (1 - np.abs(b) ** 2) * np.abs(a) ** 5

    def side(sign):
        def fn(u, v):
            a, b = u * 2 - 1, v * 2 - 1
            body = np.maximum((1 - np.abs(a) ** corner) * (1 - np.abs(b) ** corner), 0) ** 0.5
            creases = 0.07 * np.sin(9 * np.arctan2(b, a) + p[0]) * np.abs(a * b) ** 0.8
            creases += 0.03 * np.sin(5 * a + p[1]) * np.sin(4 * b + p[2])
            return a * outline(a, b), sign * body * (puff + creases), b * outline(b, a) * 0.98
        return fn

    repeat = s.rng.choice((1.5, 1.8, 2.1))
    with S.inside(S.group(loc=(0, 0, 1), rot=S.turn(-15, s.between(-3, 3)))):
        S.sheet(side(-1), M.cloth(s.tile), n, n, (repeat, repeat))
        S.sheet(side(1), M.cloth(s.ground), n, n, (repeat, repeat), flip=True)
        t = np.linspace(-1, 1, 60)
        low = -0.98 * outline(np.ones(60), t)
        right = outline(np.ones(60), t)
        edge = [*zip(t, low), *zip(right, t * 0.98), *zip(-t, -low), *zip(-right, -t * 0.98)]
        S.wire([(x, 0, z) for x, z in edge], 0.018, M.cloth(s.inks()[0], 4), cyclic=True)
    return {'close': (0.15, -0.36, 1.25), 'turn': 22, 'near': 0.4, 'fill': 0.66}


def folded(s, mat, width, depth, layers, pitch, thick, tile=0.9, soft=0.03, **at):
    """A cloth folded to and fro into a pile; the rounded folds look to the front and the back."""
    pts, bow = [], np.linspace(-math.pi / 2, math.pi / 2, 9)[1:-1]
    reach = [depth / 2 + s.between(-soft, soft) for _ in range(layers + 1)]
    for i in range(layers):
        z, way = pitch * (i + 0.5), 1 if i % 2 else -1
        pts += [(y, z) for y in np.linspace(-way * reach[i], way * reach[i + 1], 14)]
        if i < layers - 1:
            pts += [(way * (reach[i + 1] + pitch * 0.55 * math.cos(b)), z + pitch / 2 + pitch / 2 * math.sin(b)) for b in bow]
    path = np.array(pts)
    arc = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    n = len(path) - 1
    p = [s.between(0, 6) for _ in range(4)]
    top = layers * pitch

    def fn(u, v):
        index = np.rint(v * n).astype(int)
        y, z = path[index, 0], path[index, 1]
        level = z / top
        x = (u - 0.5) * (width + 0.012 * np.sin(level * 40 + p[0]))
        z = z + level * soft * 0.7 * (np.sin(2.6 * x + p[1] + y) + 0.6 * np.sin(4 * y + p[2] + x * 2))
        z = z - level * soft * 1.6 * np.abs(u * 2 - 1) ** 5
        y = y + soft * 0.5 * np.sin(3 * x + p[3] + level * 5)
        return x, y, z

    return S.sheet(fn, mat, 40, n, (width / tile, arc[-1] / tile), thick=thick, **at)


def quilt(s):
    """A soft quilt folded in five, its layers fat with cotton."""
    tall = s.rng.choice((4, 5))
    folded(s, M.cloth(s.tile, weave=8), s.between(1.8, 2.0), 1.35, tall, 0.2, 0.15, tile=s.between(0.8, 1.0), soft=0.06)
    return {'close': (0.1, -0.7, 0.75), 'elevation': 17, 'fill': 0.72, 'turn': 22}


def stole(s):
    """A stole over a wooden rail, or folded with the fringe to the front."""
    return hung_stole(s) if s.rng.random() < 0.6 else folded_stole(s)


def fringe(places, mat, length, rng):
    for x, y, z in places:
        end = (x + rng.uniform(-0.02, 0.02), y + rng.uniform(-0.03, 0.01), z - length)
        S.wire([(x, y, z), ((x + end[0]) / 2, y - 0.01, z - length * 0.5), end], 0.011, mat, radii=[0.7, 1.2, 0.8], sides=1)


def hung_stole(s):
    wood = M.wood(axis=0)
    S.wire([(-0.92, 0, 2.3), (0.92, 0, 2.3)], 0.04, wood)
    for x in (-0.84, 0.84):
        S.wire([(x, 0, 0.05), (x, 0, 2.36)], 0.034, M.wood(axis=2))
        S.box((0.1, 0.7, 0.07), wood, loc=(x, 0, 0))
    drop, back, p = s.between(1.85, 1.98), 1.2, [s.between(0, 6) for _ in range(3)]
    bend = np.linspace(0, math.pi, 9)
    path = [(-0.06, 2.3 - d) for d in np.linspace(drop, 0, 40)] + [(-0.06 * math.cos(b), 2.3 + 0.06 * math.sin(b)) for b in bend[1:-1]] + [(0.06, 2.3 - d) for d in np.linspace(0, back, 20)]
    path = np.array(path)
    n, width = len(path) - 1, s.between(1.3, 1.45)

    def fn(u, v):
        index = np.rint(v * n).astype(int)
        y, z = path[index, 0], path[index, 1]
        low = np.clip((2.3 - z) / drop, 0, 1)
        pleat = np.sin(u * 2 * math.pi * 3.4 + p[0] + low * 0.7) + 0.4 * np.sin(u * 2 * math.pi * 7 + p[1] - low)
        x = (u - 0.5) * width * (0.88 + 0.12 * low) + 0.03 * np.cos(u * 20 + p[2]) * low
        return x, y + np.sign(y) * 0.07 * np.abs(low) ** 0.6 * (1.1 + pleat), z + 0.015 * np.sin(u * 9 + p[1]) * low

    length = drop + back
    S.sheet(fn, M.cloth(s.tile, weave=8, sheen=0.7), 110, n, (width / 0.7, length / 0.7), thick=0.012)
    u = np.linspace(0.01, 0.99, 46)
    x, y, z = fn(u, np.zeros_like(u))
    fringe(zip(x, y, z + 0.01), M.cloth(s.inks()[1] if s.is_plain else s.inks()[0], 4), 0.16, s.rng)
    return {'close': (0.05, -0.15, 1.5), 'elevation': 8, 'fill': 0.76, 'turn': 14, 'near': 0.42}


def folded_stole(s):
    thread = M.cloth(s.inks()[0], 4)
    folded(s, M.cloth(s.tile, weave=8, sheen=0.7), 1.3, 1.9, 5, 0.085, 0.035, tile=0.8, soft=0.025)
    x = np.linspace(-0.63, 0.63, 50)
    for k in x:
        y = -0.97 + s.between(-0.02, 0.02)
        end = (k + s.between(-0.03, 0.03), y - 0.26 + s.between(-0.03, 0.03), 0.012)
        S.wire([(k, y + 0.06, 0.05), (k, y - 0.05, 0.05), end], 0.011, thread, sides=1)
    return {'close': (0.2, -0.7, 0.4), 'elevation': 27, 'fill': 0.74, 'turn': 30}


def napkins(s):
    """Four or six napkins folded square, the top one at an angle."""
    count = 6 if s.about('six') else 4
    plain = M.cloth(s.inks()[1] if s.is_plain else s.ground)
    printed = M.cloth(s.tile)
    z = 0.0
    for i in range(count):
        with S.inside(S.group(loc=(s.between(-0.02, 0.02), s.between(-0.02, 0.02), z), rot=S.turn(0, 0, s.between(-3, 3) + (s.between(10, 18) if i == count - 1 else 0)))):
            folded(s, plain if i == 1 else printed, 1.45, 1.4, 3, 0.05, 0.03, tile=s.between(0.85, 0.95), soft=0.012)
        z += 0.16
    return {'close': (0.1, -0.6, z - 0.02), 'elevation': 30, 'fill': 0.7, 'turn': 35}


def saree(s):
    """A silk or cotton saree folded long, its zari border along both edges."""
    m = M.Maker('saree').set(roughness=0.55, sheen=0.8, specular=0.35)
    u = m.node('ShaderNodeSeparateXYZ', vector=m.uv()).outputs[0]
    width, tile = s.between(1.75, 1.95), 0.85
    wide = width / tile
    edge = m.node('ShaderNodeMath', i0=m.node('ShaderNodeMath', i0=u, i1=-wide / 2).outputs[0])
    edge.operation = 'ABSOLUTE'
    band = m.range(edge.outputs[0], 0, 1, wide / 2 - 0.20, wide / 2 - 0.195)
    line = m.range(edge.outputs[0], 0, 1, wide / 2 - 0.26, wide / 2 - 0.255)
    gap = m.range(edge.outputs[0], 0, 1, wide / 2 - 0.235, wide / 2 - 0.23)
    motif = m.blend(m.image(s.mask, (3.2, 3.2), data=True), ZARI, s.inks()[0])
    body = m.blend(line, m.image(s.tile), ZARI)
    m.set(base_color=m.blend(band, m.blend(gap, body, s.inks()[0]), motif), metallic=m.range(band, 0, 0.45))
    m.bump(m.image(f'{M.SURFACES}/weave.png', (11, 11), data=True), 0.4, 0.01)
    folded(s, m.mat, width, 1.15, s.rng.choice((7, 8, 9)), 0.075, 0.035, tile=tile, soft=0.03)
    return {'close': (0.72, -0.55, 0.5), 'elevation': 21, 'fill': 0.74, 'turn': 26}


def tote(s):
    """A canvas bag with long handles, standing a little full."""
    w, h, p = s.between(0.86, 0.96), s.between(1.75, 1.95), s.between(0, 6)

    def wall(side):
        def fn(u, v):
            a = np.sin((u - 0.5) * math.pi)
            x = a * w * (0.97 + 0.03 * v)
            bulge = 0.24 * (1 - v) ** 0.7 * np.minimum(1, v * 9 + 0.55) + 0.10
            y = side * bulge * np.sqrt(np.maximum(1 - a ** 4, 0)) * (1 + 0.12 * np.sin(4 * x + p + v * 5))
            return x, y + 0.03 * np.sin(5 * x + p + side) * v, v * h + 0.02 * np.sin(5 * x + p) * v
        return fn

    canvas = M.cloth(s.tile, weave=8, strength=0.8)
    for side in (-1, 1):
        panel = S.sheet(wall(side), canvas, 90, 50, (1, 1), thick=0.02, flip=side > 0)
        uv = panel.data.uv_layers[0].data
        co = panel.data.vertices
        for loop in panel.data.loops:
            point = co[loop.vertex_index].co
            uv[loop.index].uv = (point.x / 0.95, point.z / 0.95)
    strap = M.cloth(s.inks()[0], 3, strength=0.8)
    for side in (-1, 1):
        def loop(u, v, side=side):
            t = u * math.pi
            x = -0.42 * np.cos(t) * (1 - 0.12 * np.sin(t))
            z = h - 0.22 + 0.95 * np.sin(t) ** 0.75 + (v - 0.5) * 0.0
            return x + (v - 0.5) * 0.11 * np.abs(np.cos(t)) ** 0.4 * np.sign(np.cos(t)), side * (0.135 - 0.09 * np.sin(t)) + 0 * v, z - (v - 0.5) * 0.11 * np.sin(t) ** 0.5
        S.sheet(loop, strap, 60, 4, (8, 0.4), thick=0.018)
    return {'close': (0.2, -0.25, 1.0), 'turn': 16, 'fill': 0.74, 'near': 0.4, 'elevation': 9}


KINDS = {'cushion': cushion, 'quilt': quilt, 'stole': stole, 'napkins': napkins, 'saree': saree, 'tote': tote}
