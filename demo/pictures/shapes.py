"""Shapes: turned, pressed, rolled, bent. Everything made is parented to the current root."""
import math
import random

import bpy
import numpy as np
from mathutils import Vector

_root = None


def set_root(root):
    """Parents all that is made from here on to `root`."""
    global _root
    _root = root


def link(obj, loc=(0, 0, 0), rot=(0, 0, 0), scale=(1, 1, 1)):
    bpy.context.scene.collection.objects.link(obj)
    obj.location, obj.rotation_euler, obj.scale = loc, rot, scale
    obj.parent = _root
    return obj


def mesh(verts, faces, uvs, mat, loc=(0, 0, 0), rot=(0, 0, 0), scale=(1, 1, 1), smooth=True):
    """A mesh object from vertices, faces and one UV per vertex."""
    me = bpy.data.meshes.new('m')
    me.from_pydata([tuple(v) for v in verts], [], [tuple(f) for f in faces])
    if uvs is not None:
        layer = me.uv_layers.new(name='uv')
        index = np.empty(len(me.loops), dtype=np.int32)
        me.loops.foreach_get('vertex_index', index)
        layer.data.foreach_set('uv', np.asarray(uvs, dtype=np.float32)[index].ravel())
    me.polygons.foreach_set('use_smooth', [smooth] * len(me.polygons))
    if mat:
        me.materials.append(mat)
    me.update()
    return link(bpy.data.objects.new('o', me), loc, rot, scale)


def curve_through(points, steps=8):
    """A centripetal Catmull-Rom curve; points close together make a firm corner."""
    p = [np.asarray(q, dtype=float) for q in points]
    p = [2 * p[0] - p[1]] + p + [2 * p[-1] - p[-2]]
    out = []
    for i in range(1, len(p) - 2):
        p0, p1, p2, p3 = p[i - 1:i + 3]
        t0 = 0.0
        t1 = t0 + max(np.linalg.norm(p1 - p0), 1e-5) ** 0.5
        t2 = t1 + max(np.linalg.norm(p2 - p1), 1e-5) ** 0.5
        t3 = t2 + max(np.linalg.norm(p3 - p2), 1e-5) ** 0.5
        for s in range(steps):
            t = t1 + (t2 - t1) * s / steps
            a1 = (t1 - t) / (t1 - t0) * p0 + (t - t0) / (t1 - t0) * p1
            a2 = (t2 - t) / (t2 - t1) * p1 + (t - t1) / (t2 - t1) * p2
            a3 = (t3 - t) / (t3 - t2) * p2 + (t - t2) / (t3 - t2) * p3
            b1 = (t2 - t) / (t2 - t0) * a1 + (t - t0) / (t2 - t0) * a2
            b2 = (t3 - t) / (t3 - t1) * a2 + (t - t1) / (t3 - t1) * a3
            out.append((t2 - t) / (t2 - t1) * b1 + (t - t1) / (t2 - t1) * b2)
    out.append(p[-2])
    return np.array(out)


def lathe(profile, mat, repeat=4, segments=96, steps=6, wave=None, wobble=0.0, planar=False, **at):
    """Turns (radius, height) pairs round the z axis. `repeat` tiles go round and shrink with the radius, so that motifs
    keep their shape; with `planar` the pattern lies flat across instead, `repeat` tiles wide.
    `wave(angle, t)` multiplies the radius (flutes, petals); `wobble` is the unevenness of the hand."""
    path = curve_through(profile, steps) if steps else np.array(profile, dtype=float)
    path[:, 0] = np.maximum(path[:, 0], 0.0)
    arc = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    widest = path[:, 0].max()
    local = np.maximum(path[:, 0], widest * 0.3)
    height = np.concatenate([[0], np.cumsum(np.diff(arc) / ((local[1:] + local[:-1]) / 2))]) * repeat / (2 * math.pi)
    n, m = len(path), segments + 1
    angle = np.linspace(0, 2 * math.pi, m)
    a, t = np.meshgrid(angle, np.linspace(0, 1, n))
    r = np.repeat(path[:, :1], m, axis=1)
    if wave:
        r = r * wave(a, t)
    if wobble:
        k = random.Random(int(arc[-1] * 1e4))
        p1, p2 = k.random() * 6, k.random() * 6
        r = r * (1 + wobble * np.sin(2 * a + p1 + t * 3) + wobble * 0.5 * np.sin(3 * a + p2 - t * 7))
    z = np.repeat(path[:, 1:], m, axis=1)
    verts = np.stack([-r * np.sin(a), r * np.cos(a), z], axis=-1).reshape(-1, 3)
    uv = np.stack([a / (2 * math.pi) * repeat, np.repeat(height[:, None], m, axis=1)], axis=-1).reshape(-1, 2)
    if planar:
        uv = verts[:, :2] / (2 * widest) * repeat + 0.5
    i, j = np.meshgrid(np.arange(n - 1), np.arange(m - 1), indexing='ij')
    q = (i * m + j).ravel()
    return mesh(verts, np.stack([q, q + 1, q + m + 1, q + m], axis=-1), uv, mat, **at)


def sheet(fn, mat, nu=60, nv=60, repeat=(1, 1), thick=0.0, flip=False, **at):
    """A sheet: fn(u, v) over 0..1 squares gives arrays x, y, z."""
    u, v = np.meshgrid(np.linspace(0, 1, nu + 1), np.linspace(0, 1, nv + 1), indexing='ij')
    x, y, z = np.broadcast_arrays(*fn(u, v))
    verts = np.stack([x, y, z], axis=-1).reshape(-1, 3)
    uv = np.stack([u * repeat[0], v * repeat[1]], axis=-1).reshape(-1, 2)
    i, j = np.meshgrid(np.arange(nu), np.arange(nv), indexing='ij')
    q = (i * (nv + 1) + j).ravel()
    quad = [q, q + nv + 1, q + nv + 2, q + 1]
    obj = mesh(verts, np.stack(quad[::-1] if flip else quad, axis=-1), uv, mat, **at)
    if thick:
        s = obj.modifiers.new('thick', 'SOLIDIFY')
        s.thickness, s.offset = thick, 0
    return obj


def box(size, mat, bevel=0.02, repeat=1.0, segments=3, **at):
    """A block standing on its base; faces are mapped in units of `repeat` tiles each."""
    x, y, z = (s / 2 for s in size)
    verts, faces, uvs = [], [], []
    for axis in range(3):
        for sign in (-1, 1):
            b, c = [(1, 2), (0, 2), (0, 1)][axis]
            half = (x, y, z)
            base = len(verts)
            for sb, sc in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                p = [0, 0, 0]
                p[axis], p[b], p[c] = sign * half[axis], sb * half[b], sc * half[c]
                verts.append((p[0], p[1], p[2] + z))
                uvs.append(((p[b] + half[b]) * repeat, (p[c] + half[c]) * repeat))
            order = [0, 1, 2, 3] if (sign > 0) != (axis == 1) else [3, 2, 1, 0]
            faces.append([base + k for k in order])
    obj = mesh(verts, faces, uvs, mat, smooth=False, **at)
    w = obj.modifiers.new('weld', 'WELD')
    w.merge_threshold = 0.0001
    if bevel:
        m = obj.modifiers.new('bevel', 'BEVEL')
        m.width, m.segments, m.limit_method = bevel, segments, 'ANGLE'
        obj.data.polygons.foreach_set('use_smooth', [True] * 6)
        obj.data.use_auto_smooth, obj.data.auto_smooth_angle = True, math.radians(50)
    return obj


def ball(radius, mat, squash=(1, 1, 1), repeat=4, segments=48, **at):
    prof = [(radius * math.sin(a), -radius * math.cos(a)) for a in np.linspace(0, math.pi, 25)]
    obj = lathe(prof, mat, repeat=repeat, segments=segments, steps=0, **at)
    obj.scale = tuple(s * k for s, k in zip(obj.scale, squash))
    return obj


def wire(points, radius, mat, cyclic=False, radii=None, sides=3, **at):
    """A round wire, rope or tapered limb along points."""
    cu = bpy.data.curves.new('w', 'CURVE')
    cu.dimensions, cu.bevel_depth, cu.bevel_resolution, cu.use_fill_caps = '3D', radius, sides, True
    sp = cu.splines.new('POLY')
    pts = np.asarray(points, dtype=float)
    sp.points.add(len(pts) - 1)
    sp.points.foreach_set('co', np.hstack([pts, np.ones((len(pts), 1))]).ravel())
    if radii is not None:
        sp.points.foreach_set('radius', np.asarray(radii, dtype=float))
    sp.use_cyclic_u, sp.use_smooth = cyclic, True
    if mat:
        cu.materials.append(mat)
    return link(bpy.data.objects.new('w', cu), **at)


def hoop(radius, thickness, mat, z=0.0, wave=None, segments=96, **at):
    """A ring of wire lying at height z; wave(angle) is added to the height."""
    a = np.linspace(0, 2 * math.pi, segments, endpoint=False)
    h = wave(a) if wave else 0 * a
    return wire(np.stack([radius * np.cos(a), radius * np.sin(a), z + h], axis=-1), thickness, mat, cyclic=True, **at)


def copies(obj, places):
    """Linked copies of an object: each place is (location, rotation, scale)."""
    out = []
    for loc, rot, size in places:
        twin = bpy.data.objects.new('c', obj.data)
        for m in obj.modifiers:
            k = twin.modifiers.new(m.name, m.type)
            for name in [p.identifier for p in m.bl_rna.properties if not p.is_readonly]:
                setattr(k, name, getattr(m, name))
        out.append(link(twin, loc, rot, (size,) * 3))
    return out


def group(loc=(0, 0, 0), rot=(0, 0, 0), scale=1.0):
    """An empty below the current root; use as `with inside(group(...)):`."""
    e = bpy.data.objects.new('g', None)
    return link(e, loc, rot, (scale,) * 3)


class inside:
    """Everything made in the block belongs to the given empty."""

    def __init__(self, empty):
        self.empty = empty

    def __enter__(self):
        self.before = _root
        set_root(self.empty)
        return self.empty

    def __exit__(self, *_):
        set_root(self.before)


def as_props(objects):
    """Marks objects as bystanders: the camera does not frame them."""
    for o in objects if isinstance(objects, (list, tuple)) else [objects]:
        o['prop'] = True


def world_points(objects):
    """Points on the evaluated objects, in world space; props are left out."""
    deps = bpy.context.evaluated_depsgraph_get()
    out = []
    for o in objects:
        if o.type not in ('MESH', 'CURVE') or o.get('prop'):
            continue
        e = o.evaluated_get(deps)
        made = e.to_mesh()
        co = np.empty(len(made.vertices) * 3, dtype=np.float32)
        made.vertices.foreach_get('co', co)
        co = co.reshape(-1, 3)[:: max(1, len(co) // 6000)]
        e.to_mesh_clear()
        m = np.array(e.matrix_world)
        out.append(co @ m[:3, :3].T + m[:3, 3])
    return np.concatenate(out)


def turn(x=0, y=0, z=0):
    return tuple(math.radians(v) for v in (x, y, z))


__all__ = [n for n in dir() if not n.startswith('_')]
