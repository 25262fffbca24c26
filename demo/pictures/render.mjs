/**
 * Renders the demo shop's pictures that are missing, the most seen first. Stop it at any time; it goes on where it was.
 *
 *   node demo/pictures/render.mjs [--only slug,slug] [--kind vase,mug] [--view main,close,setting,variant,scene]
 *                                 [--again] [--preview] [--until 09:45] [--workers 2] [--limit 20]
 *
 * Needs Node 24 (it reads the catalogue's TypeScript), sharp, and Blender 3.4 with numpy on the path.
 * `--preview` writes small, quick pictures to the temporary folder instead of `masters/`.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { palettes } from './patterns/palettes.mjs';
import { printTile } from './patterns/print.mjs';
import { writeSurfaces } from './patterns/surfaces.mjs';
import { scenes, inSetting as settingFor } from './scenes.mjs';

const here = import.meta.dirname;
const work = path.join(os.tmpdir(), 'haat-pictures');
const options = {
  only: { type: 'string' },
  kind: { type: 'string' },
  view: { type: 'string' },
  until: { type: 'string' },
  workers: { type: 'string', default: '2' },
  limit: { type: 'string' },
  again: { type: 'boolean' },
  preview: { type: 'boolean' },
};
const { values: args } = parseArgs({ options });
const masters = args.preview ? path.join(work, 'preview') : path.join(here, 'masters');
const BRASS = new Set(['diya', 'urli', 'bell', 'lota']);
const GLAZED = new Set(['vase', 'mug', 'bowl', 'plate', 'jar', 'tile']);
const HEAVIEST = 170 * 1024;
const MAIN = 1280;
const OTHER = 1000;

/** Not there yet; asked again at the last moment, as another run may have made it. */
const isWanting = ({ name }) => args.again || !existsSync(path.join(masters, `${name}.webp`));

const seedOf = (text) => [...text].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 1_000_003, 7);
const isLate = () => args.until && new Date().toISOString().slice(11, 16) >= args.until;
const listed = (text) => text?.split(',');

/** The tile and masks of one item, printed unless they lie there already; lippan's mirrors are its second ink. */
async function withTiles(item) {
  const { kind, pattern, palette } = item;
  const finish = GLAZED.has(kind) && pattern !== 'plain' ? 'glaze' : 'cloth';
  const seed = item.seed % 3;
  const file = (name) =>
    path.join(work, 'tiles', `${name === finish ? `${pattern}-${palette}` : pattern}-${name}-${seed}.png`);
  for (const name of pattern === 'lippan' ? [finish, 'mask', 'second'] : [finish, 'mask']) {
    if (!existsSync(file(name))) {
      const part = `${file(name)}.${process.pid}.part.png`;
      await printTile({ pattern, palette, finish: name, seed, file: part });
      renameSync(part, file(name));
    }
  }
  return {
    ...item,
    paletteName: palette,
    palette: palettes[palette],
    tile: file(finish),
    mask: file('mask'),
    second: file('second'),
  };
}

const paperFor = (palette, seed) => {
  const lift = ((seed % 7) / 7) * 0.22;
  return `#${[1, 3, 5]
    .map((i) =>
      Math.round(parseInt(palettes[palette].paper.slice(i, i + 2), 16) * (1 - lift) + 250 * lift)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
};

/**
 * Everything the shop wants, as {name, tier, view, job}: main views first, then scenes, variants, close-ups, settings.
 */
function wanted(catalogue) {
  const list = [];
  const add = (name, tier, view, kind, width, height, job) =>
    list.push({ name, tier, view, kind, width, height, job: { seed: seedOf(name), ...job } });
  catalogue.forEach(({ slug, picture, variants = [], inSetting }, index) => {
    const seed = seedOf(slug);
    const item = { ...picture, slug, seed };
    const alone = { seed, paper: paperFor(picture.palette, seed), items: [item] };
    const early = index < 40;
    add(`${slug}-1`, early ? 0 : 1, 'main', picture.kind, MAIN, MAIN, alone);
    add(`${slug}-2`, early ? 4 : 6, 'close', picture.kind, OTHER, OTHER, alone);
    if (inSetting)
      add(`${slug}-3`, early ? 5 : 7, 'setting', picture.kind, OTHER, OTHER, {
        ...settingFor(item, seed),
        paper: alone.paper,
      });
    for (const palette of new Set(variants.map((v) => v.palette).filter(Boolean))) {
      add(`${slug}-${palette}`, 3, 'variant', picture.kind, OTHER, OTHER, {
        ...alone,
        paper: paperFor(palette, seed),
        items: [{ ...item, palette }],
      });
    }
  });
  for (const [name, { width, height, paper, ...job }] of Object.entries(scenes)) {
    add(name, 2, 'scene', 'scene', width, height, { ...job, paper: paperFor(paper, 3) });
  }
  return list.sort((a, b) => a.tier - b.tier);
}

async function toMaster(png, shot) {
  const file = path.join(masters, `${shot.name}.webp`);
  const part = path.join(work, `${shot.name}.part.webp`);
  for (const quality of [86, 82, 78, 72, 66, 58, 50, 42, 34, 26, 18]) {
    const { size } = await sharp(png)
      .resize(shot.width, shot.height, { kernel: 'lanczos3' })
      .sharpen({ sigma: 0.7, m1: 0.4, m2: 1.2 })
      .webp({ quality, effort: 5 })
      .toFile(part);
    if (size <= HEAVIEST) break;
  }
  // The temporary folder may be on another disk.
  copyFileSync(part, file);
  for (const file of [part, png]) rmSync(file);
}

/** How large and how long a picture is rendered; light mirrored in brass needs the most samples. */
function effort(kind) {
  if (args.preview) return { scale: 0.44, samples: 6 };
  return { scale: 1, samples: BRASS.has(kind) ? 5 : 3 };
}

/** One Blender process for a few pictures. */
async function renderBatch(batch, worker) {
  const jobs = [];
  const byFile = new Map();
  for (const shot of batch) {
    const out = path.join(work, `${shot.name}.png`);
    byFile.set(out, shot);
    const items = [];
    for (const item of shot.job.items) items.push(await withTiles(item));
    const { scale, samples } = effort(shot.kind);
    const size = { width: Math.round(shot.width * scale), height: Math.round(shot.height * scale), samples };
    jobs.push({
      ...shot.job,
      items,
      shots: [{ view: shot.view === 'close' ? 'close' : 'main', out, ...size }],
    });
  }
  const file = path.join(work, `jobs-${worker}.json`);
  writeFileSync(file, JSON.stringify(jobs));
  const blender = spawn(
    'nice',
    [
      '-n',
      '19',
      'blender',
      '-b',
      '-noaudio',
      '-t',
      Number(args.workers) > 1 ? '1' : '0',
      '-P',
      path.join(here, 'studio.py'),
      '--',
      file,
    ],
    {
      env: {
        ...process.env,
        HAAT_SURFACES: path.join(work, 'surfaces'),
        PYTHONDONTWRITEBYTECODE: '1',
        OPENBLAS_NUM_THREADS: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let errors = '';
  blender.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  for await (const line of createInterface({ input: blender.stdout })) {
    const [word, out, ...rest] = line.split(' ');
    if (word === 'FAILED') console.error(line, errors);
    if (word !== 'DONE') continue;
    await toMaster(out, byFile.get(out));
    console.log(new Date().toISOString().slice(11, 19), path.basename(out, '.png'), rest.join(' + '), 's');
    if (isLate()) blender.kill();
  }
}

for (const folder of ['tiles', 'surfaces', 'preview'])
  mkdirSync(path.join(work, folder), { recursive: true });
mkdirSync(masters, { recursive: true });
await writeSurfaces(path.join(work, 'surfaces'));
const { catalogue } = await import('../catalogue/catalogue.ts');
const [only, kinds, views] = [listed(args.only), listed(args.kind), listed(args.view)];
const queue = wanted(catalogue)
  .filter(
    (s) =>
      (!only || only.some((slug) => s.name === slug || s.name.startsWith(`${slug}-`))) &&
      (!kinds || kinds.includes(s.kind)) &&
      (!views || views.includes(s.view)),
  )
  .filter(isWanting)
  .slice(0, args.limit ? Number(args.limit) : undefined);
console.log(`${queue.length} to render`);

await Promise.all(
  Array.from({ length: Number(args.workers) }, async (_, worker) => {
    while (queue.length && !isLate())
      await renderBatch(queue.splice(0, 4).filter(isWanting), `${process.pid}-${worker}`);
  }),
);
