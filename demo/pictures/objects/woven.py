"""Cane and sabai grass: every strand is there, weaving in and out of its stakes."""
import math

import numpy as np

import materials as M
import shapes as S

CANE, SABAI = (0.60, 0.38, 0.17), (0.66, 0.49, 0.24)


def figure(s):
    """Dyes the parts of each strand that make up the pattern's figure, round the object and up it."""
    def dye(m):
        place = m.node('ShaderNodeTexCoord').outputs['Object']
        x, y, z = m.node('ShaderNodeSeparateXYZ', vector=place).outputs

        def maths(operation, a, b=0.0):
            n = m.node('ShaderNodeMath', i0=a, i1=b)
            n.operation = operation
            return n.outputs[0]

        round_ = maths('MULTIPLY', maths('ARCTAN2', y, x), 2 / (2 * math.pi))
        level = m.node('ShaderNodeCombineXYZ', x=x, y=y).outputs[0]
        reach = m.node('ShaderNodeVectorMath', i0=level)
        reach.operation = 'LENGTH'
        up = maths('MULTIPLY', maths('SUBTRACT', z, reach.outputs['Value']), 0.36)
        image = m.nodes.new('ShaderNodeTexImage')
        image.image = M.bpy.data.images.load(s.mask, check_existing=True)
        image.image.colorspace_settings.name = 'Non-Color'
        m.links.new(m.node('ShaderNodeCombineXYZ', x=round_, y=up).outputs[0], image.inputs['Vector'])
        return s.main, image.outputs[0]
    return dye


def strands(s, base):
    """Natural strand, and dyed ones in the inks: figures for zigzags and diamonds, else rows by the pattern's name."""
    if s.pattern in ('chevron', 'ikat'):
        figured = [M.woven(M.mix(base, (0.4, 0.24, 0.1), k), 'fibre', 6, dye=figure(s)) for k in (0.0, 0.18)]
        return lambda k: figured[k % 2]
    natural = [M.woven(M.mix(base, (0.4, 0.24, 0.1), k), 'fibre', 6) for k in (0.0, 0.18)]
    dyed = [M.woven(c, 'fibre', 6) for c in s.inks()[:2]] if not s.is_plain else []
    order = {'stripe': '00..11..', 'leheriya': '0..1..', 'bandhani': '.....0', 'ajrakh': '00.11.....'}.get(s.pattern, '..00....1...')

    def row(k):
        mark = order[k % len(order)] if dyed else '.'
        return natural[k % 2] if mark == '.' else dyed[int(mark)]
    return row


def rim_strand(s):
    return M.woven(s.main if s.pattern in ('chevron', 'ikat') else s.inks()[0], 'fibre', 6)


def weave(profile, row, stakes, thick, gap=1.75, squash=(1.0, 1.0), stake_mat=None):
    """Rows of strand up a profile, each in and out of upright stakes."""
    path = S.curve_through(profile, 12)
    arc = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    count = max(3, int(arc[-1] / (thick * gap)))
    a = np.linspace(0, 2 * math.pi, stakes * 6, endpoint=False)
    normal = np.gradient(path, axis=0)
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-6)
    for k in range(count):
        at = arc[-1] * (k + 0.5) / count
        r, z = np.interp(at, arc, path[:, 0]), np.interp(at, arc, path[:, 1])
        nr, nz = np.interp(at, arc, normal[:, 1]), -np.interp(at, arc, normal[:, 0])
        sway = thick * 0.85 * np.cos(stakes / 2 * a + k * math.pi) + thick * 0.12 * np.sin(7 * a + k * 2)
        ring = r + sway * nr
        S.wire(np.stack([ring * np.cos(a) * squash[0], ring * np.sin(a) * squash[1], z + sway * nz], axis=-1), thick, row(k), cyclic=True, sides=1)
    upright = stake_mat or row(0)
    for k in range(stakes):
        c, d = math.cos(2 * math.pi * k / stakes), math.sin(2 * math.pi * k / stakes)
        S.wire([(r * c * squash[0], r * d * squash[1], z) for r, z in path[::3]], thick * 0.75, upright, sides=1)


def braid(radius, z, thick, mat, squash=(1.0, 1.0), turns=40):
    """A plaited rim."""
    a = np.linspace(0, 2 * math.pi, turns * 8, endpoint=False)
    for phase in (0, 2.09, 4.19):
        r = radius + thick * np.cos(a * turns / 2 + phase)
        S.wire(np.stack([r * np.cos(a) * squash[0], r * np.sin(a) * squash[1], z + thick * np.sin(a * turns / 2 + phase)], axis=-1), thick * 0.85, mat, cyclic=True, sides=1)


def floor(radius, z, mat, squash=(1.0, 1.0)):
    S.lathe([(0, z), (radius, z)], mat, repeat=3, planar=True, steps=0, scale=(squash[0], squash[1], 1))


def handles(radius, z, thick, mat, squash=(1.0, 1.0), tall=0.34):
    for side in (-1, 1):
        t = np.linspace(0, math.pi, 24)
        for k in range(2):
            S.wire([(side * (radius * squash[0] + 0.05 * math.sin(a)), (0.36 - 0.035 * k) * math.cos(a), z - 0.06 + (tall - 0.04 * k) * math.sin(a)) for a in t], thick * 1.5, mat, sides=2)


def basket(s):
    """A market basket, straight, bellied or flared."""
    base = s.rng.choice((CANE, SABAI))
    row, squash = strands(s, base), (1.0, s.rng.choice((1.0, 0.8)))
    profile = s.rng.choice([[(0.74, 0.03), (0.8, 0.25), (0.9, 0.8), (0.95, 1.3)], [(0.66, 0.03), (0.88, 0.3), (0.95, 0.7), (0.82, 1.2)], [(0.85, 0.03), (0.88, 0.5), (0.88, 1.35)]])
    weave(profile, row, s.rng.choice((28, 32, 36)), 0.032, squash=squash)
    floor(profile[0][0], 0.05, M.woven(base, 'cane', 3), squash)
    r, z = profile[-1]
    rim = row(2) if s.is_plain else rim_strand(s)
    braid(r, z + 0.03, 0.05, rim, squash)
    handles(r, z + 0.03, 0.03, rim, squash)
    return {'close': (0.1, -0.75, 0.95), 'elevation': 17, 'turn': 30, 'fill': 0.7}


def tray(s):
    """A low round or oval tray."""
    base, squash = s.rng.choice((CANE, SABAI)), (1.0, s.rng.choice((1.0, 0.72)))
    row = strands(s, base)
    weave([(1.05, 0.03), (1.12, 0.1), (1.18, 0.3)], row, 44, 0.03, squash=squash)
    spiral = S.curve_through([(0.02, 0.05), (0.5, 0.05), (1.05, 0.05)], 8)
    weave([(p[0], p[1]) for p in spiral], row, 44, 0.028, squash=squash)
    rim = row(2) if s.is_plain else rim_strand(s)
    braid(1.18, 0.33, 0.045, rim, squash, 56)
    handles(1.2, 0.34, 0.028, rim, squash, 0.26)
    return {'close': (-0.1, -0.65, 0.2), 'elevation': 33, 'turn': 25, 'fill': 0.76, 'near': 0.42}


def lidded_basket(s):
    base = s.rng.choice((CANE, SABAI))
    row, w = strands(s, base), s.between(0.78, 0.9)
    h = s.between(0.75, 1.1)
    weave([(w - 0.06, 0.03), (w, 0.15), (w + 0.03, h * 0.6), (w, h)], row, 30, 0.032)
    braid(w, h + 0.01, 0.035, row(2))
    with S.inside(S.group(loc=(0, 0, h + 0.06), rot=S.turn(s.between(0, 3), s.between(-3, 3)))):
        weave([(w + 0.05, 0.02), (w + 0.04, 0.12), (w * 0.8, 0.28), (w * 0.4, 0.4), (0.1, 0.44)], row, 30, 0.03)
        braid(w + 0.06, 0.02, 0.035, rim_strand(s) if not s.is_plain else row(1))
        a = np.linspace(0, 2 * math.pi, 30, endpoint=False)
        S.wire([(0.13 * math.cos(k), 0, 0.54 + 0.12 * math.sin(k)) for k in a], 0.03, row(2), cyclic=True)
    return {'close': (0.1, -0.75, h), 'elevation': 16, 'turn': 40, 'fill': 0.7}


def pendant_shade(s):
    """A hanging shade, its bulb lit."""
    base = s.rng.choice((CANE, SABAI))
    row = strands(s, base)
    shapes = {'dome': [(1.05, 0), (0.95, 0.3), (0.66, 0.7), (0.2, 0.95)], 'globe': [(0.62, 0), (0.9, 0.25), (0.95, 0.6), (0.6, 1.05), (0.2, 1.2)], 'cone': [(1.1, 0), (0.62, 0.55), (0.22, 1.05)]}
    profile = shapes[next((n for n in shapes if s.about(n)), None) or s.rng.choice(list(shapes))]
    weave(profile, row, 32, 0.028, gap=2.6)
    braid(profile[0][0], 0, 0.04, row(2) if s.is_plain else rim_strand(s))
    top = profile[-1][1]
    S.lathe([(0.22, top - 0.02), (0.2, top + 0.04), (0.08, top + 0.1), (0.07, top + 0.22), (0, top + 0.23)], M.brass())
    S.as_props(S.wire([(0, 0, top + 0.2), (0, 0, top + 9)], 0.022, M.plain((0.02, 0.018, 0.016), 0.6)))
    bulb = M.glow((1.0, 0.72, 0.4), 7)
    bulb.cycles.sample_as_light = False
    S.ball(0.2, bulb, loc=(0, 0, top * 0.45))
    lamp = S.bpy.data.lights.new('bulb', 'POINT')
    lamp.energy, lamp.color, lamp.shadow_soft_size = 55, (1, 0.62, 0.3), 0.22
    S.link(S.bpy.data.objects.new('bulb', lamp), (0, 0, top * 0.45))
    return {'close': (0, -0.7, 0.4), 'elevation': 3, 'turn': 60, 'fill': 0.66, 'lift': 1.3}


KINDS = {'basket': basket, 'tray': tray, 'lidded-basket': lidded_basket, 'pendant-shade': pendant_shade}
