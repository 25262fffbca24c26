"""The studio: one light, one sweep of paper, one lens. Run by render.mjs as `blender -b -P studio.py -- jobs.json`.

Each job is a scene (items in a setting) and the shots wanted of it; every finished shot is written as a PNG
and announced on a line of its own: `DONE <file>`."""
import json
import math
import os
import random
import sys
import time

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import denoise  # noqa: E402
import materials  # noqa: E402
import settings  # noqa: E402
import shapes  # noqa: E402
from objects import BUILDERS  # noqa: E402

LENS, SENSOR = 66, 36


class Spec:
    """What a builder is told: the colours, the printed tile and its mask, and a random source of its own."""

    def __init__(self, item):
        self.kind, self.pattern = item['kind'], item['pattern']
        self.tile, self.mask, self.second, self.palette = item['tile'], item['mask'], item['second'], item['paletteName']
        for name, colour in item['palette'].items():
            setattr(self, name, materials.linear(colour))
        self.slug = item.get('slug', '')
        self.rng = random.Random(item['seed'])

    def about(self, *words):
        """Whether the product's own name has one of the words."""
        return any(w in self.slug for w in words)

    @property
    def is_plain(self):
        return self.pattern == 'plain'

    def between(self, low, high):
        return self.rng.uniform(low, high)

    @property
    def main(self):
        """The colour the palette is named after."""
        return self.ink if min(self.ink) < 0.3 else self.ground

    def inks(self):
        """The two strongest colours, the darker first."""
        by_depth = sorted((self.ground, self.ink, self.ink2), key=lambda c: c[0] * 0.3 + c[1] * 0.6 + c[2] * 0.1)
        return by_depth[0], by_depth[1]


def reset():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    sc = bpy.context.scene
    sc.render.engine = 'CYCLES'
    c = sc.cycles
    c.device, c.use_denoising, c.caustics_reflective, c.caustics_refractive = 'CPU', False, False, False
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transparent_max_bounces = 4, 2, 3, 8
    c.sample_clamp_indirect, c.blur_glossy = 4.0, 0.6
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = True, 0.05, 5
    c.use_fast_gi, c.fast_gi_method, c.ao_bounces_render = True, 'REPLACE', 2
    sc.render.use_persistent_data = True
    sc.view_settings.view_transform, sc.view_settings.look = 'Filmic', 'Medium High Contrast'
    sc.render.image_settings.file_format = 'OPEN_EXR_MULTILAYER'
    sc.render.image_settings.exr_codec, sc.render.image_settings.color_depth = 'NONE', '16'
    layer = sc.view_layers[0]
    layer.name = 'ViewLayer'
    for name in ('diffuse_direct', 'diffuse_indirect', 'diffuse_color', 'glossy_direct', 'glossy_indirect', 'glossy_color'):
        setattr(layer, f'use_pass_{name}', True)
    layer.cycles.denoising_store_passes = True
    return sc


def set_item(item):
    """Builds one object, scaled to its size and stood on the ground at its place."""
    spec = Spec(item)
    root = bpy.data.objects.new('root', None)
    bpy.context.scene.collection.objects.link(root)
    shapes.set_root(root)
    before = set(bpy.data.objects)
    view = {'elevation': 11, 'turn': 20, 'near': 0.45, **(BUILDERS[item['kind']](spec) or {})}
    made = [o for o in bpy.data.objects if o not in before]
    shapes.set_root(None)
    turn = item.get('turn')
    if turn is None:
        turn = spec.rng.choice(view['spin']) if 'spin' in view else spec.between(-1, 1) * view['turn']
    root.rotation_euler = (0, 0, math.radians(turn))
    bpy.context.view_layer.update()
    points = shapes.world_points(made)
    low, high = points.min(0), points.max(0)
    scale = item.get('size', 2.2) / max(high - low)
    x, y = item.get('at', (0, 0))
    centre = (low + high) / 2 * scale
    root.scale = (scale,) * 3
    root.location = (x - centre[0], y - centre[1], item.get('lift', view.get('lift', 0)) - (low[2] + view.get('ground', 0)) * scale)
    bpy.context.view_layer.update()
    return root, made, view


def camera_frame(elevation, azimuth):
    e, a = math.radians(elevation), math.radians(azimuth)
    back = np.array([math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e)])
    right = np.array([math.cos(a), math.sin(a), 0.0])
    return right, np.cross(back, right), back


def fit(points, elevation, azimuth, fill, tall, aspect):
    """Where to stand so that the points fill the given part of the frame's width and height."""
    right, up, back = camera_frame(elevation, azimuth)
    target, distance = (points.min(0) + points.max(0)) / 2, 9.0
    for _ in range(6):
        rel = points - target
        depth = distance - rel @ back
        x, y = rel @ right / depth * LENS / SENSOR, rel @ up / depth * LENS / SENSOR
        target = target + (right * (x.max() + x.min()) + up * (y.max() + y.min())) / 2 * distance * SENSOR / LENS
        distance *= max((x.max() - x.min()) / fill, (y.max() - y.min()) * aspect / tall)
    return target, distance


def aim(target, distance, elevation, azimuth, shift=(0, 0)):
    sc = bpy.context.scene
    cam = sc.camera
    if cam is None:
        cam = bpy.data.objects.new('camera', bpy.data.cameras.new('camera'))
        sc.collection.objects.link(cam)
        sc.camera = cam
        cam.data.lens, cam.data.sensor_width, cam.data.clip_end = LENS, SENSOR, 60
    _, _, back = camera_frame(elevation, azimuth)
    cam.location = tuple(target + back * distance)
    cam.rotation_euler = (math.radians(90 - elevation), 0, math.radians(azimuth))
    cam.data.shift_x, cam.data.shift_y = shift


def key_direction():
    """Where the main light comes from, as the camera sees it."""
    towards = bpy.context.scene.camera.matrix_world.to_3x3().transposed() @ settings.KEY.normalized()
    return tuple(towards)


def shoot(out, width, height, samples, focus=None, aperture=0.0, seed=1, exposure=0.5):
    sc = bpy.context.scene
    sc.render.resolution_x, sc.render.resolution_y, sc.cycles.samples = width, height, samples
    sc.cycles.seed = seed
    raw = out + '.exr'
    sc.render.filepath = raw
    began = time.time()
    bpy.ops.render.render(write_still=True)
    rendered = time.time()
    rgb = denoise.develop(raw, key_direction(), focus, aperture, seed=seed)
    os.remove(raw)
    img = bpy.data.images.new('developed', width, height, float_buffer=True)
    rgba = np.ones((height, width, 4), dtype=np.float32)
    rgba[..., :3] = rgb[::-1] * 2 ** exposure
    img.pixels.foreach_set(rgba.ravel())
    s = sc.render.image_settings
    s.file_format, s.color_depth, s.color_mode = 'PNG', '8', 'RGB'
    img.save_render(out, scene=sc)
    s.file_format, s.exr_codec, s.color_depth = 'OPEN_EXR_MULTILAYER', 'NONE', '16'
    bpy.data.images.remove(img)
    print(f'DONE {out} {rendered - began:.1f} {time.time() - rendered:.1f}', flush=True)


def run(job):
    reset()
    rng = random.Random(job['seed'])
    built = [set_item(item) for item in job['items']]
    setting = settings.SETTINGS[job.get('setting', 'paper')](materials.linear(job['paper']), rng)
    root, made, view = built[0]
    points = shapes.world_points(made if not job.get('wide') else [o for b in built for o in b[1]])
    elevation = job.get('elevation', view['elevation'] + rng.uniform(-2, 2) + setting.get('raise', 0))
    fill = job.get('fill', view.get('fill', 0.68))
    target, distance = fit(points, elevation, 0, fill, job.get('tall', fill), job['shots'][0]['width'] / job['shots'][0]['height'])
    for shot in job['shots']:
        size = dict(width=shot['width'], height=shot['height'], samples=shot['samples'], seed=job['seed'] % 1000)
        if shot['view'] == 'close':
            near = np.array(root.location) + np.array(view.get('close', (0, -0.5, 0.8))) * root.scale[0]
            reach = distance * view['near']
            aim(near, reach, elevation + view.get('closer_elevation', 6), rng.choice((-24, 20, 26)), (0, 0))
            shoot(shot['out'], focus=reach, aperture=15, **size)
        else:
            aim(target, distance, elevation, 0, job.get('shift', (0, 0.012)))
            shoot(shot['out'], focus=distance if job.get('aperture') else None, aperture=job.get('aperture', 0), **size)


if __name__ == '__main__':
    with open(sys.argv[sys.argv.index('--') + 1]) as f:
        for each in json.load(f):
            try:
                run(each)
            except Exception as problem:  # one broken scene must not stop the queue
                import traceback
                traceback.print_exc()
                print(f'FAILED {each["shots"][0]["out"]} {problem}', flush=True)
