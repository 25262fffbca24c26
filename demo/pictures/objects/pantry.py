"""Tea and spice: tins, jars, the masala box, pouches."""
import math

import numpy as np

import materials as M
import shapes as S
from . import props

SPICE = {'turmeric': (0.72, 0.33, 0.01), 'chilli': (0.42, 0.035, 0.012), 'coriander': (0.36, 0.26, 0.10), 'cumin': (0.22, 0.12, 0.045), 'cloves': (0.07, 0.03, 0.018), 'cardamom': (0.34, 0.40, 0.14), 'pepper': (0.03, 0.024, 0.02), 'salt': (0.78, 0.72, 0.66), 'tea': (0.05, 0.026, 0.016)}
STEEL = (0.66, 0.66, 0.66)


def grains(colour, size=30.0):
    """A heap of something small: speckled and rough."""
    m = M.Maker('grains').set(roughness=0.9, specular=0.15)
    v = m.node('ShaderNodeTexVoronoi', scale=size, vector=m.node('ShaderNodeTexCoord').outputs['Object'])
    m.set(base_color=m.blend(m.range(v.outputs[1], 0, 0.8), tuple(min(1, c * 1.6 + 0.006) for c in colour), M.mix(colour, (0, 0, 0), 0.45)))
    return m.bump(v.outputs[0], 0.9, 0.06).mat


def word(text, size, mat, bend=None, **at):
    """A word in metal type; `bend` is the radius of the tin it is printed on."""
    cu = S.bpy.data.curves.new('word', 'FONT')
    cu.body, cu.size, cu.align_x, cu.align_y, cu.space_character = text, size, 'CENTER', 'CENTER', 1.25
    deps = S.bpy.context.evaluated_depsgraph_get()
    o = S.bpy.data.objects.new('word', cu)
    S.bpy.context.scene.collection.objects.link(o)
    S.bpy.context.view_layer.update()
    me = S.bpy.data.meshes.new_from_object(o.evaluated_get(deps))
    S.bpy.data.objects.remove(o)
    for v in me.vertices:
        x, z = v.co.x, v.co.y
        v.co = (bend * math.sin(x / bend), -bend * math.cos(x / bend), z) if bend else (x, 0, z)
    me.materials.clear()
    me.materials.append(mat)
    return S.link(S.bpy.data.objects.new('word', me), **at)


def label(s, radius, z, tall, spread):
    """A paper label round part of the tin: ground, rule, the shop's name."""
    def band(inset, lift):
        half, r = spread - inset / radius, radius + lift
        return lambda u, v: (r * np.sin((u - 0.5) * 2 * half), -r * np.cos((u - 0.5) * 2 * half), z + (v - 0.5) * (tall - 2 * inset))
    ink = s.inks()[0]
    cream = M.paper((0.84, 0.77, 0.62))
    S.sheet(band(0, 0.004), M.paper(ink), 40, 2)
    S.sheet(band(0.03, 0.006), cream, 40, 2)
    S.sheet(band(0.05, 0.008), M.paper(ink), 40, 2)
    S.sheet(band(0.062, 0.010), cream, 40, 2)
    word('HAAT', tall * 0.26, M.plain(ink, 0.6), bend=radius + 0.014, loc=(0, 0, z + tall * 0.08))
    word('INDIA', tall * 0.09, M.plain(ink, 0.6), bend=radius + 0.014, loc=(0, 0, z - tall * 0.2))


def tea_tin(s):
    """Round or square, printed all over, a label, a push-down lid; leaf tea before it."""
    printed = M.Maker('tin').set(roughness=0.38, specular=0.5, clearcoat=0.35)
    printed = printed.set(base_color=printed.image(s.tile)).mat
    lid = M.brass(roughness=0.26) if s.rng.random() < 0.5 else M.plain(s.inks()[0], 0.3, clearcoat=0.5)
    h, w = s.between(1.35, 1.85), s.between(0.62, 0.74)
    if s.rng.random() < 0.62:
        S.lathe([(0, 0), (w - 0.02, 0), (w, 0.02), (w, h), (w - 0.02, h + 0.01)], printed, repeat=3, steps=0)
        S.hoop(w, 0.016, M.brass(), z=0.02)
        S.lathe([(w + 0.012, h - 0.16), (w + 0.014, h - 0.1), (w + 0.014, h - 0.02), (w - 0.01, h + 0.03), (w - 0.12, h + 0.05), (w - 0.14, h + 0.03), (0, h + 0.03)], lid, steps=3)
        label(s, w, h * 0.42, h * 0.46, 0.82)
    else:
        S.box((w * 1.7, w * 1.7, h), printed, bevel=0.05, repeat=0.9)
        S.box((w * 1.7 + 0.04, w * 1.7 + 0.04, 0.3), lid, bevel=0.05, loc=(0, 0, h - 0.12))
        ink, front = s.inks()[0], -w * 0.85
        for k, (x, z, mat) in enumerate(((0.82, 0.62, M.paper(ink)), (0.78, 0.58, M.paper((0.84, 0.77, 0.62))))):
            S.sheet(lambda u, v, x=x, z=z, k=k: ((u - 0.5) * x, front - 0.004 - 0.003 * k + 0 * u, h * 0.42 + (v - 0.5) * z), mat, 2, 2)
        word('HAAT', 0.2, M.plain(ink, 0.6), loc=(0, front - 0.012, h * 0.44))
        word('INDIA', 0.07, M.plain(ink, 0.6), loc=(0, front - 0.012, h * 0.42 - 0.16))
    leaf = (0.30, 0.02, 0.06) if s.about('rose') else (0.075, 0.085, 0.02) if s.about('kahwa', 'darjeeling') else SPICE['tea']
    S.as_props(S.lathe([(0, 0.2), (0.1, 0.17), (0.27, 0.04), (0.38, 0)], grains(M.mix(leaf, (0, 0, 0), 0.4), 20), loc=(-0.68, -0.8, 0), segments=60, wobble=0.06))
    props.scatter((-0.64, -0.85, 0.012), 0.42, 34, S.lathe([(0, -0.035), (0.012, 0), (0, 0.035)], M.plain(leaf, 0.8), segments=8, rot=(1.5, 0, 0)), s.rng)
    if s.rng.random() < 0.6:
        props.scatter((0.72, -0.85, 0.04), 0.3, 7, props.pod(), s.rng)
    return {'close': (0.1, -0.6, h * 0.5), 'turn': 9, 'fill': 0.64, 'elevation': 13, 'near': 0.46}


def spice_jar(s):
    """Clear glass, cork or wood above, the spice within and a little without."""
    names = {'turmeric': 'turmeric', 'mustard': 'turmeric', 'madder': 'chilli', 'rust': 'chilli', 'leaf': 'cardamom', 'charcoal': 'pepper', 'ivory': 'coriander'}
    key = next((v for k, v in names.items() if s.palette == k), None) or s.rng.choice(('cumin', 'cloves', 'coriander', 'chilli'))
    fill = grains(SPICE[key], s.rng.choice((22.0, 34.0)))
    h, w = s.between(1.3, 1.6), s.between(0.58, 0.66)
    S.lathe([(0, 0), (w - 0.05, 0), (w, 0.05), (w, 0.2), (w, h - 0.3), (w, h - 0.22), (w - 0.08, h - 0.06), (w - 0.12, h), (w - 0.12, h + 0.08), (w - 0.08, h + 0.1)], M.glass())
    if s.about('cinnamon'):
        quill = M.wood((0.34, 0.14, 0.06), (0.17, 0.065, 0.03), scale=2, axis=2)
        for k in range(15):
            a, r = k * 2.4, 0.11 * math.sqrt(k)
            x, y = r * math.cos(a), r * math.sin(a)
            S.wire([(x, y, 0.07), (x + s.between(-0.03, 0.03), y + s.between(-0.03, 0.03), h * s.between(0.72, 0.82))], 0.075, quill, sides=5)
    elif s.about('cardamom'):
        # Rows of pods round the glass, each turned by half a step, so that one pod can be told from the next.
        places = [(w - s.between(0.11, 0.17), (k + row / 2) * 2 * math.pi / 17, 0.13 + row * (h * 0.72 - 0.13) / 8) for row in range(9) for k in range(17)]
        places += [(w * 0.8 * math.sqrt(s.rng.random()), s.between(0, 6.3), h * 0.74) for _ in range(27)]
        for n, tint in enumerate(((0.55, 0.58, 0.25), (0.12, 0.2, 0.05), (0.5, 0.42, 0.16))):
            pod = props.pod(M.mix(SPICE['cardamom'], tint, 0.3))
            pod.hide_render = True
            S.copies(pod, [((r * math.cos(a), r * math.sin(a), z), (s.between(-0.9, 0.9), s.between(-0.5, 0.5), s.between(0, 6)), s.between(1.35, 1.6)) for r, a, z in places[n::3]])
        S.lathe([(0, 0.06), (w - 0.2, 0.06), (w - 0.18, h * 0.7), (0, h * 0.72)], M.plain((0.05, 0.06, 0.02), 0.9), steps=0)
    else:
        S.lathe([(0, 0.06), (w - 0.07, 0.06), (w - 0.05, 0.1), (w - 0.05, 0.25), (w - 0.05, h * 0.66), (w - 0.05, h * 0.74), (w - 0.12, h * 0.78), (0.2, h * 0.8), (0, h * 0.81)], fill, wobble=0.004)
    cork = M.wood((0.55, 0.36, 0.19), (0.42, 0.25, 0.12), 0.6, 0.8)
    S.lathe([(0, h - 0.1), (w - 0.14, h - 0.1), (w - 0.13, h + 0.1), (w - 0.02, h + 0.11), (w, h + 0.14), (w, h + 0.3), (w - 0.03, h + 0.33), (0, h + 0.33)], cork, steps=3)
    for k in range(4):
        S.hoop(w - 0.1, 0.014, M.cloth(s.inks()[0], 4), z=h + 0.0 + k * 0.024)
    band = M.paper(s.tile)
    S.sheet(lambda u, v: ((w + 0.006) * np.sin((u - 0.5) * 1.9), -(w + 0.006) * np.cos((u - 0.5) * 1.9), h * 0.36 + (v - 0.5) * 0.62), band, 40, 2, (0.9, 0.5))
    S.sheet(lambda u, v: ((w + 0.01) * np.sin((u - 0.5) * 1.2), -(w + 0.01) * np.cos((u - 0.5) * 1.2), h * 0.36 + (v - 0.5) * 0.3), M.paper((0.84, 0.77, 0.62)), 40, 2)
    word('HAAT', 0.15, M.plain(s.inks()[0], 0.6), bend=w + 0.016, loc=(0, 0, h * 0.36))
    if s.about('cardamom'):
        props.scatter((0.85, -0.6, 0.04), 0.34, 14, props.pod(SPICE['cardamom']), s.rng)
    elif not s.about('cinnamon'):
        S.as_props(S.lathe([(0, 0.16), (0.12, 0.12), (0.3, 0.02), (0.36, 0)], fill, loc=(0.85, -0.6, 0), segments=60, wobble=0.05))
    if s.about('cinnamon') or s.rng.random() < 0.5:
        props.sticks((-0.9, -0.75, 0), s.rng)
    else:
        props.scatter((-0.85, -0.6, 0.04), 0.3, 9, props.pod(), s.rng)
    return {'close': (0.05, -0.55, h * 0.5), 'turn': 8, 'fill': 0.62, 'elevation': 14, 'near': 0.46}


def masala_dabba(s):
    """The round box of seven cups, open, its lid leaning."""
    shell = M.metal(STEEL, 0.22) if s.about('steel') else M.brass(roughness=0.24)
    S.lathe([(0, 0), (1.08, 0), (1.12, 0.03), (1.12, 0.42), (1.14, 0.44), (1.1, 0.44), (1.08, 0.42), (1.08, 0.06), (0, 0.05)], shell, steps=4)
    spices = list(SPICE)[:8]
    s.rng.shuffle(spices)
    for k in range(7):
        a = k * math.pi / 3
        x, y = (0.7 * math.cos(a), 0.7 * math.sin(a)) if k < 6 else (0, 0)
        with S.inside(S.group(loc=(x, y, 0.06))):
            S.lathe([(0, 0), (0.28, 0), (0.31, 0.03), (0.325, 0.3), (0.33, 0.31), (0.31, 0.31), (0.3, 0.28)], M.metal(STEEL, 0.2))
            S.lathe([(0, 0.3 + s.between(0, 0.05)), (0.18, 0.29), (0.305, 0.25)], grains(SPICE[spices[k]], s.rng.choice((18.0, 34.0, 50.0))), wobble=0.0)
    lid = M.Maker('lid')
    if s.is_plain:
        face = shell
    else:
        face = M.plain(s.ground, 0.3)
        lid.set(roughness=0.32, clearcoat=0.4, base_color=lid.image(s.tile))
        face = lid.mat
    with S.inside(S.group(loc=(0.1, 1.22, 0.05), rot=S.turn(74, 0, -4))):
        with S.inside(S.group(loc=(0, 1.1, 0))):
            S.lathe([(1.13, -0.1), (1.15, 0), (1.1, 0.05), (1.0, 0.06)], shell)
            S.lathe([(1.0, 0.06), (0.5, 0.075), (0, 0.08)], face, repeat=1.5, planar=True)
            S.lathe([(0, 0.07), (0.08, 0.09), (0.06, 0.14), (0.12, 0.2), (0, 0.24)], shell)
    return {'close': (0.2, -0.5, 0.4), 'elevation': 33, 'turn': 14, 'fill': 0.74, 'near': 0.46}


def pouch(s):
    """A printed cotton bag, full, drawn in at the neck."""
    h, p = s.between(1.5, 1.75), s.between(0, 6)
    folds = s.rng.choice((13, 15, 17))

    def gather(a, t):
        near = np.exp(-((t - 0.74) / 0.1) ** 2)
        return 1 + (0.06 + 0.14 * near) * np.clip((t - 0.45) * 3, 0, 1) * np.sin(a * folds + p) + 0.03 * np.sin(a * 3 + p) * (1 - t)

    S.lathe([(0, 0), (0.55, 0), (0.72, 0.06), (0.82, 0.35), (0.78, 0.75), (0.55, 1.1), (0.24, h - 0.3), (0.24, h - 0.26), (0.4, h - 0.08), (0.5, h + 0.08), (0.48, h + 0.085), (0.22, h - 0.2)], M.cloth(s.tile, weave=8, strength=0.8), repeat=3, wave=gather, segments=190, scale=(1, 0.85, 1))
    cord = M.cloth(s.inks()[0] if not s.is_plain else s.ink, 4)
    for k in range(2):
        S.hoop(0.265, 0.026, cord, z=h - 0.3 + 0.05 * k, scale=(1, 0.88, 1))
    for side in (-1, 1):
        t = np.linspace(0, 1, 14)
        S.wire([(side * (0.06 + 0.3 * k + 0.05 * math.sin(k * 5)), -0.25 - 0.42 * k ** 0.6, h - 0.28 - 0.5 * k ** 1.5) for k in t], 0.022, cord)
        S.ball(0.05, M.wood(), loc=(side * 0.34, -0.66, h - 0.8))
    what = S.ball(0.05, M.plain(SPICE['pepper'], 0.7), segments=14) if s.about('pepper') else props.pod(s.rng.choice(((0.35, 0.42, 0.16), (0.06, 0.03, 0.02), (0.3, 0.16, 0.06))))
    props.scatter((0.6, -0.86, 0.04), 0.24, 10, what, s.rng)
    return {'close': (0, -0.6, h - 0.5), 'turn': 25, 'fill': 0.64, 'elevation': 13, 'near': 0.46}


KINDS = {'tea-tin': tea_tin, 'spice-jar': spice_jar, 'masala-dabba': masala_dabba, 'pouch': pouch}
