"""Materials: a handful of Principled settings, each with the small unevenness that makes it that material."""
import os

import bpy

SURFACES = os.environ.get('HAAT_SURFACES', '')


def linear(hex_colour):
    c = [int(hex_colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in c)


def mix(a, b, t):
    return tuple(x + (y - x) * t for x, y in zip(a, b))


class Maker:
    """Builds one material's nodes."""

    def __init__(self, name):
        self.mat = bpy.data.materials.new(name)
        self.mat.use_nodes = True
        self.nodes, self.links = self.mat.node_tree.nodes, self.mat.node_tree.links
        self.bsdf = self.nodes['Principled BSDF']

    def set(self, **values):
        for key, value in values.items():
            slot = self.bsdf.inputs[key.replace('_', ' ').title()]
            if hasattr(value, 'links'):
                self.links.new(value, slot)
            else:
                slot.default_value = (*value, 1) if isinstance(value, tuple) and len(value) == 3 else value
        return self

    def node(self, kind, **inputs):
        n = self.nodes.new(kind)
        for key, value in inputs.items():
            slot = n.inputs[int(key[1:])] if key[0] == 'i' and key[1:].isdigit() else n.inputs[key.replace('_', ' ').title()]
            if hasattr(value, 'links'):
                self.links.new(value, slot)
            else:
                slot.default_value = value
        return n

    def uv(self, scale=(1, 1), offset=(0, 0)):
        tc = self.node('ShaderNodeTexCoord')
        mp = self.node('ShaderNodeMapping', scale=(scale[0], scale[1], 1), location=(offset[0], offset[1], 0))
        self.links.new(tc.outputs['UV'], mp.inputs[0])
        return mp.outputs[0]

    def image(self, path, scale=(1, 1), data=False, offset=(0, 0)):
        n = self.node('ShaderNodeTexImage', vector=self.uv(scale, offset))
        n.image = bpy.data.images.load(path, check_existing=True)
        if data:
            n.image.colorspace_settings.name = 'Non-Color'
        return n.outputs[0]

    def noise(self, scale=5.0, detail=2.0, space='Object', stretch=(1, 1, 1)):
        tc = self.node('ShaderNodeTexCoord')
        mp = self.node('ShaderNodeMapping', scale=stretch)
        self.links.new(tc.outputs[space], mp.inputs[0])
        return self.node('ShaderNodeTexNoise', vector=mp.outputs[0], scale=scale, detail=detail).outputs[0]

    def blend(self, factor, a, b):
        n = self.node('ShaderNodeMixRGB')
        for slot, value in zip(n.inputs, (factor, a, b)):
            if hasattr(value, 'links'):
                self.links.new(value, slot)
            else:
                slot.default_value = (*value, 1) if isinstance(value, tuple) else value
        return n.outputs[0]

    def range(self, value, low, high, start=0.0, end=1.0):
        return self.node('ShaderNodeMapRange', i0=value, i1=start, i2=end, i3=low, i4=high).outputs[0]

    def bump(self, height, strength=0.3, distance=0.02):
        before = self.bsdf.inputs['Normal'].links
        n = self.node('ShaderNodeBump', strength=strength, distance=distance, height=height)
        if before:
            self.links.new(before[0].from_socket, n.inputs['Normal'])
        self.links.new(n.outputs[0], self.bsdf.inputs['Normal'])
        return self


def plain(colour, roughness=0.6, **more):
    """One colour, nothing else."""
    return Maker('plain').set(base_color=colour, roughness=roughness, **more).mat


def cloth(source, scale=1.0, weave=9, strength=0.6, sheen=0.5, offset=(0, 0)):
    """Woven cotton: a printed tile or one colour, with the weave raised."""
    m = Maker('cloth').set(roughness=0.92, sheen=sheen, specular=0.15)
    m.set(base_color=source if isinstance(source, tuple) else m.image(source, (scale, scale), offset=offset))
    return m.bump(m.image(os.path.join(SURFACES, 'weave.png'), (scale * weave,) * 2, data=True), strength, 0.012).mat


def glaze(source, scale=1.0, roughness=0.1):
    """Glazed ware: painted slip under a clear, slightly pooling coat."""
    m = Maker('glaze').set(roughness=roughness + 0.12, clearcoat=1.0, clearcoat_roughness=0.04, specular=0.5)
    m.set(base_color=source if isinstance(source, tuple) else m.image(source, (scale, scale)))
    return m.bump(m.noise(2.2, 1), 0.12, 0.05).mat


def metal(colour, roughness=0.24, hammered=0.0, mask=None, scale=1.0, inlay=None):
    """Polished or hammered metal; with a mask, engraved lines (or inlay of another metal) on it."""
    m = Maker('metal').set(metallic=1.0)
    wear = m.noise(3.5, 4)
    m.set(base_color=m.blend(m.range(wear, 0, 0.06, 0.35, 0.75), colour, mix(colour, (0.1, 0.06, 0.03), 0.6)))
    m.set(roughness=m.range(wear, roughness * 0.9, roughness * 1.2, 0.3, 0.7))
    if hammered:
        v = m.node('ShaderNodeTexVoronoi', scale=hammered, vector=m.node('ShaderNodeTexCoord').outputs['Object'])
        v.feature = 'SMOOTH_F1'
        m.bump(v.outputs[0], 0.25, 0.06)
    if mask:
        lines = m.image(mask, (scale, scale), data=True)
        if inlay:
            m.set(base_color=m.blend(lines, colour, inlay), roughness=m.range(lines, roughness, 0.2))
            m.bump(lines, 0.15, 0.01)
        else:
            m.set(base_color=m.blend(lines, colour, mix(colour, (0.06, 0.03, 0.015), 0.3)), roughness=m.range(lines, roughness, 0.42))
            m.bump(lines, -0.4, 0.015)
    return m.mat


BRASS, SILVER, COPPER, ZINC = (0.89, 0.66, 0.32), (0.86, 0.85, 0.82), (0.78, 0.36, 0.20), (0.012, 0.012, 0.014)


def brass(**more):
    return metal(BRASS, **more)


def silver(roughness=0.2, **more):
    return metal(SILVER, roughness, **more)


def bidri(mask, scale=1.0):
    """Blackened zinc with silver beaten into it."""
    m = Maker('bidri')
    lines = m.image(mask, (scale, scale), data=True)
    m.set(base_color=m.blend(lines, ZINC, (0.88, 0.87, 0.84)), metallic=lines, roughness=m.range(lines, 0.46, 0.24), specular=0.35)
    return m.bump(lines, 0.2, 0.01).mat


def lacquer(source, scale=1.0, rings=38.0):
    """Shellac turned on the lathe: deep colour, wax shine, the finest of rings."""
    m = Maker('lacquer').set(roughness=0.3, clearcoat=0.7, clearcoat_roughness=0.12)
    m.set(base_color=source if isinstance(source, tuple) else m.image(source, (scale, scale)))
    sep = m.node('ShaderNodeSeparateXYZ', vector=m.uv())
    lines = m.node('ShaderNodeTexNoise', scale=rings, detail=2.0)
    lines.noise_dimensions = '1D'
    m.links.new(sep.outputs[1], lines.inputs['W'])
    return m.bump(lines.outputs[0], 0.12, 0.02).mat


def clay(colour, texture=None, scale=1.0, rough=0.85, slip=(0.86, 0.78, 0.64), mirrors=None):
    """Terracotta: matt, warm, with throwing marks; a texture is slip painted on it, `mirrors` where glass is set in."""
    m = Maker('clay').set(roughness=rough, specular=0.2)
    patch = m.noise(1.6, 5)
    base = m.blend(m.range(patch, 0, 1, 0.35, 0.7), colour, mix(colour, (0, 0, 0), 0.2))
    if texture:
        base = m.blend(m.range(m.image(texture, (scale, scale), data=True), 0, 0.9), base, slip)
    if mirrors:
        glass = m.image(mirrors, (scale, scale), data=True)
        base = m.blend(glass, base, (0.9, 0.92, 0.93))
        m.set(metallic=glass, roughness=m.range(glass, rough, 0.06))
    m.set(base_color=base)
    m.bump(m.noise(60, 3), 0.25, 0.01)
    return m.bump(m.noise(3.0, 1, stretch=(0.3, 0.3, 9)), 0.3, 0.02).mat


def wood(tone=(0.36, 0.19, 0.09), dark=(0.16, 0.075, 0.035), scale=1.0, rough=0.5, axis=0):
    """Oiled wood, the grain along an axis of the object."""
    m = Maker('wood').set(roughness=rough, specular=0.3)
    stretch = [14 * scale] * 3
    stretch[axis] = 0.9 * scale
    grain = m.noise(1.0, 6, stretch=tuple(stretch))
    m.set(base_color=m.blend(m.range(grain, 0, 1, 0.3, 0.7), dark, tone))
    return m.bump(grain, 0.25, 0.02).mat


def woven(colour, kind='cane', scale=1.0, dye=None, strength=0.9):
    """Woven cane or grass from a height map; `dye(maker)` gives a colour and where the strands have it."""
    m = Maker('woven').set(roughness=0.62, specular=0.3)
    height = m.image(os.path.join(SURFACES, f'{kind}.png'), (scale, scale), data=True)
    base = m.blend(m.range(m.noise(5, 3), 0, 1, 0.3, 0.7), colour, mix(colour, (0.33, 0.18, 0.06), 0.45))
    if dye:
        tint, where = dye(m)
        base = m.blend(where, base, tint)
    m.set(base_color=m.blend(m.range(height, 1, 0, 0.0, 0.5), base, mix(colour, (0.05, 0.025, 0.01), 0.86)))
    return m.bump(height, strength, 0.05).mat


def paper(source, scale=1.0, rough=0.9, offset=(0, 0)):
    """Handmade paper: fibres and a soft tooth."""
    m = Maker('paper').set(roughness=rough, specular=0.15)
    m.set(base_color=source if isinstance(source, tuple) else m.image(source, (scale, scale), offset=offset))
    return m.bump(m.image(os.path.join(SURFACES, 'fibre.png'), (scale * 3, scale * 3), data=True), 0.3, 0.012).mat


def leather(source, scale=1.0, rough=0.5):
    """Vegetable-tanned leather, its grain raised; a tile is embroidery on it."""
    m = Maker('leather').set(roughness=rough, specular=0.4)
    m.set(base_color=source if isinstance(source, tuple) else m.image(source, (scale, scale)))
    v = m.node('ShaderNodeTexVoronoi', scale=46.0, vector=m.node('ShaderNodeTexCoord').outputs['Object'])
    return m.bump(v.outputs[0], 0.22, 0.012).mat


def embroidery(source, mask, scale=1.0):
    """Thread on leather or silk: the mask stands up and shines."""
    m = Maker('embroidery')
    lines = m.image(mask, (scale, scale), data=True)
    m.set(base_color=m.image(source, (scale, scale)), roughness=m.range(lines, 0.6, 0.42), specular=0.4, sheen=0.3)
    m.bump(lines, 0.5, 0.02)
    return m.bump(m.image(os.path.join(SURFACES, 'weave.png'), (scale * 9, scale * 9), data=True), 0.25, 0.01).mat


def glass(tint=(0.97, 0.99, 0.98)):
    """Thin clear glass without refraction, so without noise."""
    m = Maker('glass')
    out = m.nodes['Material Output']
    clear, shine = m.node('ShaderNodeBsdfTransparent'), m.node('ShaderNodeBsdfGlossy', roughness=0.03)
    clear.inputs[0].default_value = (*tint, 1)
    facing = m.node('ShaderNodeLayerWeight', blend=0.35).outputs['Facing']
    both = m.node('ShaderNodeMixShader', i0=m.range(facing, 0.05, 0.55, 0.1, 1.0), i1=clear.outputs[0], i2=shine.outputs[0])
    m.links.new(both.outputs[0], out.inputs[0])
    return m.mat


def glow(colour, strength):
    return Maker('glow').set(base_color=(0, 0, 0), emission=colour, emission_strength=strength).mat


def lit_paper(source, strength=0.6, scale=1.0):
    """Paper with a light behind it."""
    m = Maker('lit').set(roughness=0.9)
    tex = source if isinstance(source, tuple) else m.image(source, (scale, scale))
    return m.set(base_color=tex, emission=tex, emission_strength=strength).mat
