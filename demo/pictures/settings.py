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
    m = M.Maker('paper').set(roughness=0.95, specular=0.1)
    m.set(base_color=m.blend(m.range(m.noise(0.6, 3), 0, 0.5, 0.35, 0.7), colour, M.mix(colour, (0.3, 0.2, 0.12), 0.12)))
    verts = [(x, y, z) for y, z in path for x in (-16, 16)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(len(path) - 1)]
    S.mesh(verts, faces, None, m.mat)


def paper(colour, rng):
    sweep(colour)
    sky()
    area((-4.6, -3.6, 5.6), (0, 0, 0.8), 2.5, 720, (1, 0.93, 0.84))
    return {}


SETTINGS = {'paper': paper}
