"""Handmade paper: bound, boxed, folded, lit from within."""
import math

import numpy as np

import materials as M
import shapes as S
from . import props

CREAM = (0.80, 0.73, 0.58)


def book(s, cover, spine, w, d, h):
    """Boards, a page block a little smaller, a cloth spine and a ribbon."""
    board = 0.045
    for z in (0, h - board):
        S.box((w, d, board), cover, bevel=0.012, repeat=0.8, loc=(0, 0, z))
    pages = M.Maker('pages').set(roughness=0.95)
    layers = pages.noise(1.0, 3, stretch=(0.6, 0.6, 70))
    pages.set(base_color=pages.blend(pages.range(layers, 0, 1, 0.35, 0.65), CREAM, M.mix(CREAM, (0.3, 0.22, 0.12), 0.45)))
    S.box((w - 0.1, d - 0.1, h - 2 * board), pages.bump(layers, 0.5, 0.02).mat, bevel=0.008, loc=(0.02, 0, board))
    S.box((0.2, d + 0.006, h + 0.012), spine, bevel=0.03, loc=(-w / 2 + 0.085, 0, -0.006))


def notebook(s):
    """One book lying, a cord round it; a ledger is long and narrow, its spine red."""
    ledger = s.about('ledger')
    w, d, h = (1.0, 2.1, 0.3) if ledger else (s.between(1.35, 1.5), s.between(1.85, 2.0), 0.36)
    with S.inside(S.group(rot=S.turn(0, 0, s.between(8, 20)))):
        book(s, M.paper(s.tile), M.cloth((0.42, 0.03, 0.02) if ledger else s.inks()[0], 3), w, d, h)
        band = M.cloth(s.inks()[0], 4)
        x = w / 2 - 0.2
        S.wire([(x, -d / 2 - 0.012, 0), (x, -d / 2 - 0.012, h + 0.01), (x, d / 2 + 0.012, h + 0.01), (x, d / 2 + 0.012, 0)], 0.014, band, cyclic=True)
    return {'close': (0.1, -0.6, h), 'elevation': 35, 'turn': 24, 'fill': 0.68, 'near': 0.44}


def flat_boxes(s):
    """Two flat boxes, one across the other."""
    for k, (turned, printed) in enumerate(((-14, M.paper(s.tile)), (16, M.paper(s.tile)))):
        with S.inside(S.group(loc=(0, 0, 0.44 * k), rot=S.turn(0, 0, turned))):
            S.box((1.9, 1.35, 0.38), M.paper(CREAM), bevel=0.012)
            S.box((1.94, 1.39, 0.27), printed, bevel=0.016, repeat=0.75, loc=(0, 0, 0.16))
    return {'close': (0.1, -0.6, 0.7), 'elevation': 26, 'turn': 20, 'fill': 0.7}


def bow(ribbon, loc, size=1.0):
    """A bow of four loops, its ends lying to the front."""
    with S.inside(S.group(loc=loc, scale=size)):
        for k, side in enumerate((-1, 1, -1, 1)):
            def loop(u, v, side=side, k=k):
                a = u * 2 * math.pi
                reach = 0.36 - 0.08 * (k // 2)
                return side * reach * (1 - np.cos(a)) / 2, (v - 0.5) * 0.17 * (0.35 + 0.65 * np.sin(u * math.pi)) + (k // 2 - 0.5) * 0.16 * np.sin(u * math.pi), 0.16 * np.sin(a) * (1 - 0.3 * u) + 0.09 * np.sin(u * math.pi)
            S.sheet(loop, ribbon, 40, 4, thick=0.008, loc=(0, 0, 0.09), rot=S.turn(0, 0, 40))
        S.ball(0.08, ribbon, squash=(1.1, 0.9, 0.8), loc=(0, 0, 0.08))
        for side in (-1, 1):
            S.sheet(lambda u, v, side=side: (side * (0.04 + 0.42 * u), -0.12 - 0.35 * u + (v - 0.5) * 0.15, 0.07 * np.sin(u * 5) * (1 - u) + 0.01), ribbon, 20, 2, thick=0.008, loc=(0, 0, 0.02))


def gift_box(s):
    """A lidded box with a ribbon and a bow, smaller ones beside it in a set; a pair is flat and without ribbon."""
    if s.about('pair'):
        return flat_boxes(s)
    printed, plain = M.paper(s.tile), M.paper(s.inks()[1] if not s.is_plain else s.ink)
    ribbon = M.plain(s.inks()[0], 0.4, sheen=0.6, specular=0.4)
    w, h = s.between(1.35, 1.6), s.between(0.7, 1.15)
    if s.about('three'):
        for x, y, size, body in ((1.25, -0.55, 0.62, printed), (0.95, -1.25, 0.42, plain)):
            S.box((size, size, size * 0.7), M.paper(CREAM), bevel=0.012, loc=(x, y, 0), rot=S.turn(0, 0, x * 9))
            S.box((size + 0.04, size + 0.04, size * 0.3), body, bevel=0.014, repeat=0.75, loc=(x, y, size * 0.45), rot=S.turn(0, 0, x * 9))
    S.box((w, w, h), plain if s.rng.random() < 0.5 else printed, bevel=0.015, repeat=0.75)
    S.box((w + 0.06, w + 0.06, 0.3), printed, bevel=0.018, repeat=0.75, loc=(0, 0, h - 0.24))
    top, half = h + 0.062, w / 2 + 0.036
    for turned in (0, 90):
        with S.inside(S.group(rot=S.turn(0, 0, turned))):
            path = np.array([(half - 0.03, 0.0), (half - 0.03, h - 0.25), (half, h - 0.23), (half, top - 0.01), (half - 0.01, top + 0.002), (-half + 0.01, top + 0.002), (-half, top - 0.01), (-half, h - 0.23), (-half + 0.03, h - 0.25), (-half + 0.03, 0.0)])
            S.sheet(lambda u, v: ((v - 0.5) * 0.16, path[np.rint(u * 9).astype(int), 0], path[np.rint(u * 9).astype(int), 1]), ribbon, 9, 1, thick=0.008)
    bow(ribbon, (0, 0, top))
    return {'close': (0, -0.5, h * 0.95), 'elevation': 24, 'turn': 40, 'fill': 0.66}


def lantern(s):
    """A pleated globe, a drum or a star, hung and lit."""
    mat = M.lit_paper(s.tile, s.between(0.8, 1.0))
    shape = 'star' if s.about('star') else s.rng.choice(('globe', 'drum'))
    cap = M.brass(roughness=0.3)
    if shape == 'star':
        n, deep = 7, 0.38
        verts, faces, uvs = [(0, -deep, 0), (0, deep, 0)], [], [(0.5, 0.5), (0.5, 0.5)]
        for k in range(n * 2):
            a, r = k * math.pi / n, 1.1 if k % 2 == 0 else 0.52
            verts.append((r * math.sin(a), 0, r * math.cos(a)))
            uvs.append((0.5 + 0.55 * r * math.sin(a), 0.5 + 0.55 * r * math.cos(a)))
        for k in range(n * 2):
            a, b = 2 + k, 2 + (k + 1) % (n * 2)
            faces += [(0, a, b), (1, b, a)]
        S.mesh(verts, faces, uvs, mat, smooth=False)
        top = 1.1
    else:
        ribs = 16 if shape == 'globe' else 20
        t = np.linspace(0.04, 0.96, ribs * 6 + 1)
        r = np.sin(math.pi * t) ** 0.75 if shape == 'globe' else 0.72 + 0.06 * np.sin(math.pi * t)
        r = r * (1 - 0.035 * np.abs(np.cos(math.pi * ribs * t)))
        z = (t - 0.5) * (1.9 if shape == 'globe' else 2.3)
        S.lathe(list(zip(r, z)), mat, repeat=3, steps=0, segments=128)
        for k in (0, -1):
            S.lathe([(r[k] + 0.02, z[k] - 0.03), (r[k] + 0.03, z[k]), (r[k] + 0.01, z[k] + 0.04), (r[k] - 0.05, z[k])], cap)
        top = z[-1]
        S.wire([(-r[-1], 0, top), (0, 0, top + 0.3), (r[-1], 0, top)], 0.012, cap)
        top += 0.3
    S.as_props(S.wire([(0, 0, top), (0, 0, top + 9)], 0.014, M.cloth(s.inks()[0], 4)))
    if shape != 'star':
        with S.inside(S.group(loc=(0, 0, -1.12 if shape == 'drum' else -0.9))):
            for k in range(14):
                a = k * 2.4
                S.wire([(0.01 * math.cos(a), 0.01 * math.sin(a), -0.05), (0.05 * math.cos(a), 0.05 * math.sin(a), -0.5)], 0.012, M.cloth(s.inks()[0], 4), sides=1)
            S.ball(0.06, cap, loc=(0, 0, -0.06))
    return {'close': (0.1, -0.7, 0.1), 'elevation': 4, 'turn': 18 if shape == 'star' else 90, 'fill': 0.68, 'lift': 1.1}


def card_set(s):
    """A set of folded cards: two standing, the others fanned on the table, their envelopes in a pile behind."""
    printed, plain, kraft = M.paper(s.tile, 1.0), M.paper(CREAM), M.paper((0.40, 0.27, 0.15))
    count = next((n for word, n in (('eight', 8), ('six', 6), ('five', 5)) if s.about(word)), 6)

    def card(loc, rot, mat, opening=38):
        with S.inside(S.group(loc=loc, rot=rot)):
            for side, face in ((-1, mat), (1, plain)):
                with S.inside(S.group(rot=S.turn(0, 0, side * opening / 2))):
                    S.sheet(lambda u, v: (u * 1.0, 0 * u, v * 1.4), face, 4, 4, (0.75, 1.05), thick=0.014)

    card((-0.75, 0.25, 0), S.turn(0, 0, 6), printed)
    card((0.3, 0.5, 0), S.turn(0, 0, -8), printed, 44)
    for k in range(count):
        with S.inside(S.group(loc=(1.35, 0.1, 0.01 + k * 0.02), rot=S.turn(0, 0, s.between(-3, 3) + 78))):
            S.box((1.42, 1.02, 0.014), kraft, bevel=0.004)
    fan = count - 2
    for k in range(fan):
        with S.inside(S.group(loc=(-0.75 + k * 1.5 / fan, -0.85 - 0.05 * (k % 2), 0.012 + k * 0.03), rot=S.turn(0, 0, 62 + k * 40 / fan))):
            S.sheet(lambda u, v: ((u - 0.5) * 1.4, (v - 0.5) * 1.0, 0.006 * np.sin(u * 3)), printed, 8, 8, (1.05, 0.75), thick=0.022)
    return {'close': (-0.2, -0.1, 0.75), 'elevation': 24, 'turn': 14, 'fill': 0.74}


def gift_card(s):
    """A printed card that stands half out of its sleeve, which a ribbon ties, and a second one lying in front."""
    printed, dark = M.paper(s.tile), M.paper(s.inks()[0])
    ribbon = M.plain(s.inks()[1], 0.4, sheen=0.6, specular=0.4)
    w, d = 2.0, 1.26
    with S.inside(S.group(loc=(0, 0.3, 0), rot=S.turn(72))):
        with S.inside(S.group(loc=(0.06, 1.06, 0.02), rot=S.turn(0, 0, -5))):
            S.box((w, d, 0.025), printed, bevel=0.01, repeat=0.8)
        S.box((w + 0.16, 1.06, 0.07), dark, bevel=0.012, loc=(0, 0.53, 0))
        S.box((w + 0.17, 0.15, 0.08), ribbon, bevel=0.004, loc=(0, 0.56, -0.004))
        bow(ribbon, (0.5, 0.56, 0.07), 0.95)
    with S.inside(S.group(loc=(-0.25, -0.75, 0.005), rot=S.turn(0, 0, 14))):
        S.box((w * 0.9, d * 0.9, 0.022), printed, bevel=0.009, repeat=0.8)
    return {'close': (0.3, 0.2, 0.6), 'elevation': 26, 'turn': 12, 'fill': 0.68}


KINDS = {'notebook': notebook, 'gift-box': gift_box, 'lantern': lantern, 'card-set': card_set, 'gift-card': gift_card}
