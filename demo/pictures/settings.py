"""Where things stand: the sweep of tinted paper of every listing, and a few rooms for the pictures in use."""
import math

import bpy
import numpy as np

import materials as M
import shapes as S


KEY = S.Vector((-4.6, -3.6, 4.8))


def area(loc, target, size, power, colour, size_y=None):
    light = bpy.data.lights.new('light', 'AREA')
    light.energy, light.color, light.size = power, colour, size
    if size_y:
        light.shape, light.size_y = 'RECTANGLE', size_y
    o = bpy.data.objects.new('light', light)
    o.location = loc
    d = S.Vector(target) - S.Vector(loc)
    o.rotation_euler = d.to_track_quat('-Z', 'Y').to_euler()
    bpy.context.scene.collection.objects.link(o)


def sky(strength=0.43, fill=0.9):
    """The room: dim warm ground, soft ceiling, a cool window far to the right and a bright card behind the camera's shoulder."""
    w = bpy.data.worlds.new('room')
    bpy.context.scene.world = w
    w.use_nodes = True
    w.cycles.sampling_method = 'NONE'
    nodes, links = w.node_tree.nodes, w.node_tree.links
    sep = nodes.new('ShaderNodeSeparateXYZ')
    links.new(nodes.new('ShaderNodeTexCoord').outputs['Generated'], sep.inputs[0])

    def ramp(socket, low, high, stops):
        span = nodes.new('ShaderNodeMapRange')
        links.new(socket, span.inputs[0])
        span.inputs[1].default_value, span.inputs[2].default_value = low, high
        r = nodes.new('ShaderNodeValToRGB')
        r.color_ramp.interpolation = 'EASE'
        while len(r.color_ramp.elements) < len(stops):
            r.color_ramp.elements.new(0.5)
        for e, (pos, colour) in zip(r.color_ramp.elements, stops):
            e.position, e.color = pos, (*colour, 1)
        links.new(span.outputs[0], r.inputs[0])
        return r.outputs[0]

    up = ramp(sep.outputs[2], -1, 1, [(0, (0.10, 0.085, 0.07)), (0.5, (0.34, 0.32, 0.30)), (0.78, (0.95, 0.93, 0.90)), (1, (0.75, 0.74, 0.73))])
    side = ramp(sep.outputs[0], -1, 1, [(0, (0, 0, 0)), (0.62, (0, 0, 0)), (0.86, (0.50 * fill, 0.60 * fill, 0.72 * fill)), (1, (0.12, 0.14, 0.17))])
    both = nodes.new('ShaderNodeMixRGB')
    both.blend_type = 'ADD'
    both.inputs[0].default_value = 1
    links.new(up, both.inputs[1])
    links.new(side, both.inputs[2])
    links.new(both.outputs[0], nodes['Background'].inputs[0])
    nodes['Background'].inputs[1].default_value = strength


def sweep(colour):
    """Paper curving up behind."""
    prof = [(-16, 0), (-4, 0), (2.2, 0)] + [(2.2 + 3 * math.sin(a), 3 - 3 * math.cos(a)) for a in np.linspace(0.05, math.pi / 2, 24)] + [(5.2, 14)]
    path = np.array(prof)
    m = M.Maker('paper')
    m.links.new(m.node('ShaderNodeBsdfDiffuse', color=(*colour, 1)).outputs[0], m.nodes['Material Output'].inputs[0])
    verts = [(x, y, z) for y, z in path for x in (-16, 16)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(path) - 1)]
    S.mesh(verts, faces, None, m.mat)


def paper(colour, rng):
    sweep(colour)
    sky()
    area((-4.6, -3.6, 5.6), (0, 0, 0.8), 2.5, 720, (1, 0.93, 0.84))
    return {}


def wall(colour, y):
    """Limewashed plaster."""
    m = M.Maker('plaster').set(roughness=0.95, specular=0.1)
    m.set(base_color=m.blend(m.range(m.noise(1.3, 6), 0, 0.8, 0.35, 0.7), M.mix(colour, (0.9, 0.87, 0.8), 0.25), M.mix(colour, (0.4, 0.3, 0.2), 0.22)))
    m.bump(m.noise(3.0, 6), 0.25, 0.06)
    S.sheet(lambda u, v: ((u - 0.5) * 24, y + 0 * u, v * 12 - 4), m.mat, 1, 1)


def boards(tone, dark, y, front=-6.0, wide=0.95, thick=0.3):
    """Planks side by side, running across."""
    edge, k = y, 0
    while edge > front:
        S.box((24, wide, thick), M.wood(M.mix(tone, dark, 0.25 * (k % 3) / 2), dark, axis=0, scale=1.5), bevel=0.012, loc=(3.1 * (k % 3), edge - wide / 2, -thick))
        edge, k = edge - wide - 0.008, k + 1


def sun(strength, target=(0.3, 0.4, 0.7)):
    light = bpy.data.lights.new('sun', 'SUN')
    light.energy, light.color, light.angle = strength, (1, 0.86, 0.68), math.radians(1.6)
    o = bpy.data.objects.new('sun', light)
    bpy.context.scene.collection.objects.link(o)
    o.rotation_euler = (-SUN).to_track_quat('-Z', 'Y').to_euler()
    o.location = S.Vector(target) + SUN * 5


SUN = S.Vector((-0.66, -0.52, 0.50)).normalized()


def before_the_sun(target, distance):
    """An empty facing the sun's way, for what throws the shadow."""
    e = S.group(loc=tuple(S.Vector(target) + SUN * distance))
    e.rotation_euler = SUN.to_track_quat('Z', 'Y').to_euler()
    return e


def window(target, panes=(2, 3), width=1.25, tall=1.15):
    """The shadow of a window: panes of sun between bars."""
    dark = M.plain((0.1, 0.1, 0.1), 0.9)
    with S.inside(before_the_sun(target, 7)):
        w, h = panes[0] * width, panes[1] * tall
        for i in range(1, panes[0]):
            S.box((0.13, h, 0.02), dark, bevel=0, loc=(i * width - w / 2, 0, 0))
        for j in range(1, panes[1]):
            S.box((w, 0.13, 0.02), dark, bevel=0, loc=(0, j * tall - h / 2, 0))
        for x, y, a, b in ((-w / 2 - 5, 0, 10, 30), (w / 2 + 5, 0, 10, 30), (0, h / 2 + 5, w + 1, 10), (0, -h / 2 - 5, w + 1, 10)):
            S.box((a, b, 0.02), dark, bevel=0, loc=(x, y, 0))


def foliage(target, rng):
    """The shadow of leaves."""
    green = M.plain((0.05, 0.1, 0.04), 0.9)
    with S.inside(before_the_sun(target, 6)):
        for _ in range(5):
            x, y, a = rng.uniform(-3.4, 1.2), rng.uniform(0.3, 2.6), rng.uniform(-0.9, 0.3)
            for k in range(9):
                for side in (-1, 1):
                    along = k * 0.2
                    with S.inside(S.group(loc=(x + along * math.cos(a), y + along * math.sin(a), rng.uniform(-0.6, 0.6)), rot=(0, 0, a + side * rng.uniform(0.6, 1.0)))):
                        S.sheet(lambda u, v: (u * 0.62, (v - 0.5) * 0.2 * np.sin(math.pi * u), 0 * u), green, 8, 2)


def soft_room(strength):
    sky(strength)
    area((-4.6, -3.6, 5.6), (0, 0, 0.8), 2.8, 400, (1, 0.94, 0.87))


def table(colour, rng):
    """A wooden table by a limewashed wall, morning sun through a window."""
    boards((0.44, 0.25, 0.12), (0.22, 0.11, 0.05), 2.6)
    wall(colour, 2.7)
    soft_room(0.40)
    sun(3.6)
    window((rng.uniform(-0.3, 0.3), 0.6, 1.0))
    return {'raise': 1}


def ledge(colour, rng):
    """A pale stone ledge in the shade of leaves."""
    m = M.Maker('stone').set(roughness=0.7, specular=0.25)
    m.set(base_color=m.blend(m.range(m.noise(1.8, 6), 0, 1, 0.35, 0.65), (0.60, 0.55, 0.48), (0.74, 0.70, 0.63)))
    S.box((24, 8, 0.4), m.bump(m.noise(30, 4), 0.2, 0.015).mat, bevel=0.03, loc=(0, -1.6, -0.4))
    wall(colour, 2.2)
    soft_room(0.42)
    sun(3.2)
    foliage((0.2, 0.5, 1.0), rng)
    return {}


def linen(colour, rng):
    """A table under a washed linen cloth."""
    p = [rng.uniform(0, 6) for _ in range(4)]
    cloth = M.cloth(M.mix(colour, (0.86, 0.82, 0.74), 0.72), 1.0, weave=5, strength=0.5)
    S.sheet(lambda u, v: ((u - 0.5) * 14, (v - 0.5) * 9 - 1.6, -0.035 + 0.018 * np.sin(u * 21 + p[0] + v * 6) * np.sin(v * 9 + p[1]) + 0.016 * np.sin(u * 33 - v * 26 + p[2])), cloth, 160, 110, (14, 9))
    wall(colour, 2.9)
    soft_room(0.42)
    sun(3.0)
    window((0.1, 0.6, 1.0), (3, 2), 1.1, 1.5)
    return {}


def bench(colour, rng):
    """A workbench: dark worn boards, a plain wall, light from the side."""
    boards((0.30, 0.17, 0.085), (0.13, 0.065, 0.03), 2.3, wide=1.3)
    wall(colour, 2.4)
    sky(0.40)
    area((-5.0, -2.6, 4.6), (0, 0, 0.6), 2.0, 680, (1, 0.90, 0.78))
    return {}


SETTINGS = {'paper': paper, 'table': table, 'ledge': ledge, 'linen': linen, 'bench': bench}
