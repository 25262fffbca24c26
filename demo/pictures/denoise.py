"""From noisy passes to a clean picture. Debian's Blender has no denoiser, so light is smoothed apart from colour:
an edge-stopping a-trous filter, guided by normals and depth, on the diffuse and glossy light; textures stay crisp."""
import struct

import numpy as np


def read_exr(path):
    """Reads an uncompressed multilayer EXR as {channel: array}."""
    with open(path, 'rb') as f:
        data = f.read()
    pos, channels, window = 8, [], None
    while data[pos] != 0:
        end = data.index(b'\0', pos)
        name, pos = data[pos:end].decode(), end + 1
        end = data.index(b'\0', pos)
        pos = end + 1
        size = struct.unpack_from('<i', data, pos)[0]
        pos += 4
        body, pos = data[pos:pos + size], pos + size
        if name == 'channels':
            p = 0
            while body[p] != 0:
                e = body.index(b'\0', p)
                channels.append((body[p:e].decode(), struct.unpack_from('<i', body, e + 1)[0]))
                p = e + 17
        elif name == 'dataWindow':
            window = struct.unpack('<4i', body)
    pos += 1
    width, height = window[2] - window[0] + 1, window[3] - window[1] + 1
    start = struct.unpack_from('<Q', data, pos)[0]
    sizes = [2 if kind == 1 else 4 for _, kind in channels]
    stride = 8 + width * sum(sizes)
    rows = np.frombuffer(data, dtype=np.uint8, count=stride * height, offset=start).reshape(height, stride)
    out, offset = {}, 8
    for (name, kind), size in zip(channels, sizes):
        raw = np.ascontiguousarray(rows[:, offset:offset + width * size])
        out[name] = raw.view(np.float16 if kind == 1 else np.float32).astype(np.float32)
        offset += width * size
    return out


def layer(channels, name, axes='RGB'):
    return np.stack([channels[f'ViewLayer.{name}.{a}'] for a in axes], axis=-1)


def shifted(img, dy, dx):
    pad = [(max(-dy, 0), max(dy, 0)), (max(-dx, 0), max(dx, 0))] + [(0, 0)] * (img.ndim - 2)
    p = np.pad(img, pad, mode='edge')
    h, w = img.shape[:2]
    y, x = max(dy, 0), max(dx, 0)
    return p[y:y + h, x:x + w]


def box_blur(img, r):
    """Mean over a (2r+1) square, edges repeated."""
    k = 2 * r + 1
    for axis in (0, 1):
        pad = [(0, 0)] * img.ndim
        pad[axis] = (r + 1, r)
        c = np.cumsum(np.pad(img, pad, mode='edge'), axis=axis, dtype=np.float64)
        n = img.shape[axis]
        img = ((np.take(c, range(k, n + k), axis) - np.take(c, range(0, n), axis)) / k).astype(np.float32)
    return img


def luminance(img):
    return img @ np.array([0.3, 0.6, 0.1], dtype=np.float32)


def tame(img):
    """Pulls fireflies down to what surrounds them."""
    lum = luminance(img)
    around = [shifted(lum, dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]
    ceiling = np.sort(np.stack(around), axis=0)[6] * 1.15 + 0.01
    return img * np.minimum(1, ceiling / np.maximum(lum, 1e-5))[..., None]


def smooth(light, normal, depth, levels, spread, facing=24.0):
    """Edge-stopping a-trous wavelet filter of a light layer."""
    light = tame(light)
    slope = np.maximum(np.abs(shifted(depth, 0, 1) - depth), np.abs(shifted(depth, 1, 0) - depth))
    slope = np.minimum(box_blur(slope, 1), 0.1) + 0.004
    for level in range(levels):
        step = 2 ** level
        lum = luminance(light)
        if level == 0:
            lum = box_blur(lum, 1)
        sigma = spread * (lum + 0.12) * (0.75 ** level)
        total, weights = light * 4.0, np.full(lum.shape, 4.0, dtype=np.float32)
        for dy, dx, k in ((0, 1, 2), (0, -1, 2), (1, 0, 2), (-1, 0, 2), (1, 1, 1), (1, -1, 1), (-1, 1, 1), (-1, -1, 1)):
            y, x = dy * step, dx * step
            diff = np.abs(shifted(lum, y, x) - lum) / sigma
            diff += np.abs(shifted(depth, y, x) - depth) / (slope * (step + 1) * 1.5)
            diff += facing * np.maximum(0, 1 - (shifted(normal, y, x) * normal).sum(-1))
            w = k * np.exp(-diff)
            total += shifted(light, y, x) * w[..., None]
            weights += w
        light = total / weights[..., None]
    return light


def halved(img):
    """Half the width and height: each pixel the mean of four."""
    h, w = img.shape[0] // 2 * 2, img.shape[1] // 2 * 2
    return (img[0:h:2, 0:w:2] + img[1:h:2, 0:w:2] + img[0:h:2, 1:w:2] + img[1:h:2, 1:w:2]) / 4


def finer(light, half, guide):
    """Brings smoothed light to full size: between its four nearest, by how well their surface fits the pixel's own.
    Light is soft, so that half the resolution is enough for it; edges and textures come from the full-size passes."""
    (small_normal, small_depth), (normal, depth) = half, guide
    h, w = depth.shape
    near = [np.minimum(np.arange(n) // 2, n // 2 - 1) for n in (h, w)]
    beyond = [np.clip(i + np.where(np.arange(n) % 2, 1, -1), 0, n // 2 - 1) for i, n in zip(near, (h, w))]
    total, weights = np.zeros(normal.shape, dtype=np.float32), np.full(depth.shape, 1e-6, dtype=np.float32)
    for rows, across in ((near[0], 3), (beyond[0], 1)):
        for columns, along in ((near[1], 3), (beyond[1], 1)):
            at = np.ix_(rows, columns)
            diff = np.abs(small_depth[at] - depth) / 0.03
            diff += 6 * np.maximum(0, 1 - (small_normal[at] * normal).sum(-1))
            k = across * along * np.exp(-np.minimum(diff, 6))
            total += light[at] * k[..., None]
            weights += k
    return total / weights[..., None]


def blur_by_depth(img, depth, focus, aperture):
    """Depth of field after the fact: blends towards blurred copies by distance from the plane of focus."""
    size = img.shape[0] / 1000
    blur = np.clip(np.abs(1 / focus - 1 / np.maximum(depth, 0.1)) * focus * aperture * size, 0, 14 * size)
    blur = box_blur(blur, max(1, int(3 * size)))
    out, lower = img, 0.0
    for radius in (2, 5, 9, 14):
        r = max(1, round(radius * size * 0.6))
        weight = np.clip(blur / (radius * size), 0.06, 1)[..., None]  # what is sharp does not bleed into what is not
        soft = box_blur(box_blur(img * weight, r), r) / box_blur(box_blur(weight, r), r)
        t = np.clip((blur - lower) / max(radius * size - lower, 1e-3), 0, 1)[..., None]
        out = out * (1 - t) + soft * t
        lower = radius * size
    return out


def relief(normal, key):
    """How the key light falls on the finest relief: divided out before the smoothing and put back after,
    so that weave and grain, which the normals know without noise, are kept."""
    return (0.3 + np.maximum(normal @ np.asarray(key, dtype=np.float32), 0))[..., None]


def develop(path, key, focus=None, aperture=0.0, grain=0.012, seed=1):
    """Denoises the passes in `path`; returns linear RGB. `key` is the direction of the main light as the camera sees it."""
    ch = read_exr(path)
    combined = layer(ch, 'Combined')
    normal, depth = layer(ch, 'Denoising Normal', 'XYZ'), ch['ViewLayer.Denoising Depth.Z']
    length = np.linalg.norm(normal, axis=-1, keepdims=True)
    normal = normal / np.maximum(length, 1e-3)
    normal[..., 2] *= np.sign(np.median(normal[..., 2])) or 1
    depth = np.minimum(depth, 40)
    diffuse, paint = layer(ch, 'DiffDir') + layer(ch, 'DiffInd'), layer(ch, 'DiffCol')
    gloss, tint = layer(ch, 'GlossDir') + layer(ch, 'GlossInd'), layer(ch, 'GlossCol')
    rest = combined - paint * diffuse - tint * gloss
    shade = relief(normal, key)
    guide, half = (normal, depth), (halved(normal), halved(depth))
    light = finer(smooth(halved(diffuse / shade), *half, 5, 0.16), half, guide)
    shine = finer(smooth(halved(gloss), *half, 3, 0.22), half, guide)
    out = paint * light * shade + tint * shine
    out += np.maximum(rest, 0) if rest.max() > 1e-3 else 0
    if focus:
        out = blur_by_depth(out, depth, focus, aperture)
    rng = np.random.default_rng(seed)
    noise = rng.normal(0, grain, out.shape[:2]).astype(np.float32)[..., None]
    return np.maximum(out * (1 + noise), 0)
