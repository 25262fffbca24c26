"""Lacquered wood of Channapatna, turned on the lathe in bands of colour."""
import math

import numpy as np

import materials as M
import shapes as S

BRIGHT = [(0.62, 0.04, 0.03), (0.80, 0.42, 0.02), (0.08, 0.26, 0.07), (0.03, 0.09, 0.36), (0.55, 0.09, 0.18), (0.02, 0.26, 0.30)]


def colours(s):
    """The palette's own first, then the bright ones of the craft."""
    own = [c for c in (s.ink, s.ink2, s.ground) if max(c) > 0.05]
    more = [c for c in BRIGHT]
    s.rng.shuffle(more)
    return own + more


def painted(s, scale=1.0):
    return M.lacquer(s.ground if s.is_plain else s.tile, scale)


def ring(radius, thick, z, mat):
    S.lathe([(radius * 0.4, z), (radius - thick * 0.45, z), (radius, z + thick * 0.5), (radius - thick * 0.45, z + thick), (radius * 0.4, z + thick)], mat, repeat=4)


def stacker(s):
    c = colours(s)
    z, n = 0.16, 7 if s.about('seven') else s.rng.choice((5, 6))
    S.lathe([(0, 0), (0.86, 0), (0.9, 0.05), (0.86, 0.14), (0.5, 0.16), (0, 0.16)], M.lacquer(s.inks()[0]))
    for i in range(n):
        r = 0.8 - 0.42 * i / (n - 1)
        thick = 1.6 / max(n, 6)
        ring(r, thick, z, painted(s, 0.7) if i % 3 == 0 and not s.is_plain else M.lacquer(c[i % 5]))
        z += thick
    S.ball(0.24, M.lacquer(c[0]), loc=(0, 0, z + 0.18))
    S.lathe([(0.08, 0), (0.08, 0.1)], M.wood(), loc=(0, 0, z - 0.05), steps=0)
    return {'close': (0, -0.5, 1.2), 'turn': 90, 'elevation': 14, 'fill': 0.7}


def one_top(s, c, tall, painted_one):
    S.lathe([(0, 0), (0.035, 0.03), (0.06, 0.14), (0.1, 0.2)], M.brass(), segments=32)
    S.lathe([(0.08, 0.19), (0.34, 0.36), (0.62, 0.62), (0.72, 0.82)], M.lacquer(c[0]))
    S.lathe([(0.72, 0.82), (0.75, 0.87), (0.74, 0.98), (0.70, 1.03)], M.lacquer(c[1]))
    S.lathe([(0.70, 1.03), (0.5, 1.12), (0.22, 1.18)], painted_one, repeat=2.2, planar=True)
    S.lathe([(0.22, 1.17), (0.2, 1.24), (0.12, 1.3), (0.085, tall - 0.2), (0.12, tall - 0.1), (0.1, tall), (0, tall + 0.02)], M.lacquer(c[2]))


def top(s):
    """A large one spinning upright, a small one at rest."""
    c, tall = colours(s), s.between(1.75, 1.95)
    with S.inside(S.group(rot=S.turn(s.between(-7, 7), s.between(4, 9)))):
        one_top(s, c, tall, painted(s, 1.0))
    tilt = math.radians(53)
    if s.about('three'):
        with S.inside(S.group(loc=(-0.95, -0.5, 0.02), rot=(tilt, 0, -2.1), scale=0.45)):
            one_top(s, c[2:] + c[:2], 1.7, M.lacquer(c[0]))
    with S.inside(S.group(loc=(0.82 + s.between(0, 0.1), -0.75, 0.028), rot=(tilt, 0, s.between(1.1, 1.9)), scale=0.55)):
        one_top(s, c[1:] + c[:1], 1.7, M.lacquer(c[3]))
    return {'close': (0, -0.45, 1.0), 'elevation': 20, 'fill': 0.68, 'turn': 24}


def elephant(s):
    """Body, head and legs turned; ears cut; a painted cloth over the back; on wheels if it is to be pulled."""
    c = colours(s)
    skin, trim = M.lacquer(c[0]), M.lacquer(c[1])
    if s.about('pull-along'):
        trolley(trim, M.lacquer(c[2]))
        with S.inside(S.group(loc=(0, 0, 0.44))):
            elephant_body(s, skin, trim)
    else:
        elephant_body(s, skin, trim)
    return {'close': (-0.6, -0.4, 1.3), 'elevation': 12, 'turn': 12, 'fill': 0.7}


def trolley(board, wheels):
    """A board on four wheels with a cord to pull it by."""
    S.box((1.9, 1.0, 0.12), board, bevel=0.04, loc=(-0.05, 0, 0.32))
    for x in (-0.66, 0.6):
        S.wire([(x, -0.52, 0.26), (x, 0.52, 0.26)], 0.04, M.wood())
        for y in (-0.64, 0.52):
            S.lathe([(0, 0), (0.2, 0), (0.25, 0.03), (0.26, 0.07), (0.25, 0.1), (0.2, 0.13), (0, 0.13)], wheels, loc=(x, y + 0.06, 0.26), rot=S.turn(-90))
            S.ball(0.06, board, loc=(x, y + (0.0 if y < 0 else 0.19), 0.26))
    t = np.linspace(0, 1, 24)
    S.as_props(S.wire([(-1.0 - 0.62 * k, -0.5 * math.sin(k * 2.4), 0.36 * (1 - k) ** 2 + 0.025) for k in t], 0.022, M.cloth((0.75, 0.68, 0.5), 4)))


def elephant_body(s, skin, trim):
    body = [(0, -0.82), (0.34, -0.8), (0.6, -0.6), (0.68, -0.2), (0.66, 0.2), (0.6, 0.55), (0.38, 0.75), (0, 0.78)]
    S.lathe(body, skin, loc=(0, 0, 1.12), rot=S.turn(0, 90))
    S.lathe([(0.685, -0.34), (0.705, -0.32), (0.70, 0), (0.685, 0.26), (0.66, 0.28)], painted(s), repeat=4, loc=(0, 0, 1.13), rot=S.turn(0, 90))
    for x in (-0.36, 0.32):
        S.hoop(0.695, 0.03, trim, loc=(x * 1.0, 0, 1.13), rot=S.turn(0, 90))
    for x in (-0.46, 0.44):
        for y in (-0.33, 0.33):
            S.lathe([(0, 0), (0.21, 0), (0.23, 0.04), (0.21, 0.1), (0.18, 0.3), (0.2, 0.75), (0.1, 0.85)], skin, loc=(x, y, 0))
            S.hoop(0.205, 0.025, trim, loc=(x, y, 0.16))
    S.ball(0.47, skin, squash=(0.95, 0.95, 1.05), loc=(-0.98, 0, 1.42))
    t = np.linspace(0, 1, 24)
    trunk = [(-1.3 - 0.28 * math.sin(k * 2.2), 0, 1.36 - 0.98 * k + 0.18 * k ** 6) for k in t]
    S.wire(trunk, 0.2, skin, radii=1.05 - 0.55 * t, sides=6)
    for side in (-1, 1):
        S.lathe([(0, 0), (0.3, 0.01), (0.36, 0.035), (0.3, 0.06), (0, 0.07)], trim, loc=(-0.82, side * 0.44, 1.42), rot=S.turn(90, 0, side * 28), planar=True)
        S.ball(0.045, M.plain((0.01, 0.01, 0.01), 0.15), loc=(-1.34, side * 0.22, 1.56))
        S.wire([(-1.28, side * 0.2, 1.2), (-1.48, side * 0.24, 1.02), (-1.62, side * 0.22, 1.08)], 0.05, M.plain((0.85, 0.8, 0.68), 0.3), radii=[1, 0.9, 0.3])
    S.wire([(0.8, 0, 1.2), (0.93, 0, 1.0), (0.95, 0, 0.75)], 0.04, skin, radii=[1.2, 0.8, 1.2])


def car(s):
    """A turned racer on four wheels with its peg driver, or a saloon with a round roof."""
    c = colours(s)
    if s.about('saloon'):
        return saloon(s)
    S.lathe([(0, -1.05), (0.2, -1.03), (0.36, -0.85), (0.42, -0.4), (0.42, 0.3), (0.36, 0.8), (0.26, 1.0), (0, 1.03)], M.lacquer(c[0]), loc=(0, 0, 0.56), rot=S.turn(0, 90))
    S.lathe([(0.425, -0.5), (0.44, -0.48), (0.44, -0.12), (0.425, -0.1)], painted(s), repeat=4, loc=(0, 0, 0.56), rot=S.turn(0, 90))
    S.lathe([(0.40, 0.45), (0.415, 0.46), (0.40, 0.62), (0.38, 0.63)], M.lacquer(c[1]), loc=(0, 0, 0.56), rot=S.turn(0, 90))
    S.lathe([(0, 0.8), (0.2, 0.82), (0.22, 1.02), (0.12, 1.1)], M.lacquer(c[2]), loc=(0.16, 0, 0))
    S.ball(0.2, M.wood((0.62, 0.42, 0.24), (0.52, 0.33, 0.18), 0.4), loc=(0.16, 0, 1.24))
    S.lathe([(0.205, 0), (0.19, 0.1), (0.1, 0.19), (0, 0.21)], M.lacquer(c[1]), loc=(0.16, 0, 1.27))
    wheel = [(0, 0), (0.25, 0), (0.32, 0.03), (0.34, 0.09), (0.32, 0.15), (0.25, 0.18), (0, 0.18)]
    for x in (-0.62, 0.58):
        S.wire([(x, -0.5, 0.34), (x, 0.5, 0.34)], 0.04, M.wood())
        for y in (-0.62, 0.44):
            S.lathe(wheel, M.lacquer(c[3 % len(c)]), loc=(x, y, 0.34), rot=S.turn(-90))
            S.lathe([(0, 0), (0.13, 0), (0.14, 0.03), (0, 0.04)], M.lacquer(c[1]), loc=(x, y - 0.01 if y < 0 else y + 0.19, 0.34), rot=S.turn(90 if y < 0 else -90))
    return {'close': (0.1, -0.4, 0.85), 'elevation': 15, 'turn': 34, 'fill': 0.72}


def saloon(s):
    """A round-shouldered car: a long body, a cabin with pale windows, lamps, four wheels."""
    body, window, chrome = M.lacquer(s.main), M.lacquer((0.72, 0.78, 0.8)), M.metal((0.75, 0.75, 0.74), 0.2)

    def shell(length, width, low, high, x0, mat, square=0.45):
        """Half a rounded box lying along x."""
        def fn(u, v):
            a, b = (u - 0.5) * math.pi, v * math.pi
            along = np.sign(np.sin(a)) * np.abs(np.sin(a)) ** square
            slim = np.maximum(np.cos(a), 0) ** square
            return x0 + along * length / 2, -np.cos(b) * np.abs(np.cos(b)) ** (square - 1) * slim * width / 2, low + np.sin(b) ** square * slim * (high - low)
        return S.sheet(fn, mat, 80, 60)

    shell(2.5, 1.06, 0.3, 0.86, 0, body)
    S.box((2.3, 0.98, 0.06), M.plain((0.02, 0.02, 0.025), 0.5), loc=(0, 0, 0.27))
    shell(1.34, 0.92, 0.7, 1.3, 0.08, body, 0.55)
    for y in (-1, 1):
        for x in (-0.16, 0.34):
            S.ball(0.2, window, squash=(1.0, 0.3, 0.72), loc=(x, y * 0.42, 1.03))
    for x in (-0.5, 0.67):
        S.ball(0.22, window, squash=(0.3, 1.3, 0.72), loc=(x, 0, 1.02), rot=S.turn(0, 12 if x < 0 else -12))
    for y in (-0.34, 0.34):
        S.ball(0.1, M.lacquer((0.9, 0.8, 0.5)), squash=(0.5, 1, 1), loc=(-1.22, y, 0.6))
        S.ball(0.07, M.lacquer((0.5, 0.03, 0.02)), squash=(0.5, 1, 1), loc=(1.24, y, 0.58))
    for x in (-1.24, 1.24):
        S.wire([(x, -0.42, 0.38), (x * 1.03, 0, 0.38), (x, 0.42, 0.38)], 0.04, chrome)
    for x in (-0.72, 0.74):
        for y in (-0.56, 0.42):
            S.lathe([(0, 0), (0.24, 0), (0.28, 0.03), (0.28, 0.11), (0.24, 0.14), (0, 0.14)], M.lacquer((0.03, 0.03, 0.035)), loc=(x, y, 0.28), rot=S.turn(-90))
            S.ball(0.12, chrome, squash=(1, 0.3, 1), loc=(x, y if y < 0 else y + 0.14, 0.28))
    return {'close': (-0.3, -0.4, 0.85), 'elevation': 17, 'turn': 30, 'fill': 0.72}


def rattle(s):
    """A grip, two loose rings and a round head; unpainted where the name says so."""
    c = [(0.52, 0.33, 0.17), (0.44, 0.26, 0.13), (0.58, 0.39, 0.22), (0.40, 0.23, 0.11)] if s.about('bare') else colours(s)
    with S.inside(S.group(loc=(0, 0, 0.0))):
        S.lathe([(0, 0), (0.3, 0.01), (0.36, 0.12), (0.26, 0.26), (0.1, 0.32)], M.lacquer(c[1]))
        S.lathe([(0.1, 0.31), (0.13, 0.6), (0.1, 1.1), (0.12, 1.22)], M.lacquer(c[2]))
        for z, k in ((0.52, 0), (0.72, 3)):
            ring(0.3, 0.13, z, M.lacquer(c[k]))
        S.lathe([(0.12, 1.2), (0.36, 1.3), (0.52, 1.5)], M.lacquer(c[0]))
        S.lathe([(0.52, 1.5), (0.56, 1.56), (0.56, 1.8), (0.52, 1.86)], painted(s), repeat=4)
        S.lathe([(0.52, 1.86), (0.36, 2.06), (0.1, 2.15), (0.08, 2.2), (0.13, 2.28), (0.08, 2.36), (0, 2.38)], M.lacquer(c[0]))
    with S.inside(S.group(loc=(0.75, -0.55, 0.22), rot=S.turn(90, 0, s.between(35, 70)), scale=0.6)):
        S.lathe([(0, 0), (0.3, 0.02), (0.36, 0.2), (0.12, 0.4), (0.1, 0.9), (0.12, 1.0), (0.36, 1.2), (0.3, 1.38), (0, 1.4)], M.lacquer(c[3]))
        ring(0.33, 0.13, 0.6, M.lacquer(c[1]))
    return {'close': (0, -0.4, 1.6), 'turn': 20, 'fill': 0.7, 'elevation': 14}


def dolls(s):
    """Two standing side by side, their dress painted; a raja has a turban and a moustache instead of a knot of hair."""
    c = colours(s)
    face, hair = M.plain((0.36, 0.19, 0.10), 0.35, clearcoat=0.4), M.lacquer((0.018, 0.013, 0.011))
    dot = M.plain((0.01, 0.01, 0.01), 0.2)
    for i, (x, y, size) in enumerate(((-0.56, 0.1, 1.0), (0.54, -0.05, 0.9))):
        raja = i == 0 and s.about('raja')
        with S.inside(S.group(loc=(x, y, 0), rot=S.turn(0, 0, s.between(-14, 14)), scale=size)):
            S.lathe([(0, 0), (0.46, 0), (0.5, 0.04), (0.47, 0.4)], M.lacquer(s.main if i == 0 else c[1]))
            S.lathe([(0.472, 0.38), (0.47, 0.42), (0.36, 0.9), (0.3, 1.12), (0.14, 1.24)], painted(s, 0.9), repeat=3)
            S.hoop(0.3, 0.03, M.lacquer(c[i]), z=1.12)
            S.ball(0.3, face, loc=(0, 0, 1.5))
            S.lathe([(0.3, -0.08), (0.315, 0.02), (0.22, 0.23), (0, 0.315)], hair, loc=(0, 0.02, 1.5), rot=S.turn(-44))
            if raja:
                S.lathe([(0.28, 0), (0.36, 0.06), (0.37, 0.14), (0.3, 0.24), (0.12, 0.33), (0, 0.35)], M.lacquer(s.main), loc=(0, 0.03, 1.6), wave=lambda a, t: 1 + 0.03 * np.cos(a * 9 + t * 12))
                S.ball(0.06, M.lacquer((0.8, 0.55, 0.1)), loc=(0, -0.33, 1.74))
                S.wire([(-0.13, -0.27, 1.44), (-0.06, -0.3, 1.42), (0, -0.3, 1.435), (0.06, -0.3, 1.42), (0.13, -0.27, 1.44)], 0.022, dot, radii=[0.4, 1, 0.9, 1, 0.4])
            else:
                S.ball(0.12, hair, loc=(0, 0.12, 1.86))
            for e in (-0.1, 0.1):
                S.ball(0.03, dot, loc=(e, -0.285, 1.5))
            S.ball(0.024, M.plain((0.55, 0.02, 0.02), 0.3), loc=(0, -0.29, 1.585))
    return {'close': (-0.4, -0.4, 1.2), 'turn': 12, 'fill': 0.72, 'elevation': 12, 'near': 0.5}


KINDS = {'stacker': stacker, 'top': top, 'elephant': elephant, 'car': car, 'rattle': rattle, 'dolls': dolls}
