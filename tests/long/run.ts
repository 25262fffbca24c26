// Proof that neither bad days nor bad requests break the shop: kills, random requests, attacks that would fill its memory,
// load while dependencies fail, and failures of the parts of a shop on several machines. Also that a cache in front of the
// shop is current and keeps nothing personal, that restarts behind a proxy lose no request, and that the Debian package
// works. `npm run test:long` runs it. LONG_MINUTES is the time of all parts together, 60 by default; LONG_SEED repeats the
// choices of an earlier run; LONG_PARTS=fuzz runs some parts only. Exits with 1 if anything occurred that never must.
import { runAttack } from './attack.ts';
import { runCache } from './cache.ts';
import { runDebian } from './debian.ts';
import { runFuzz } from './fuzz.ts';
import { runKills } from './kills.ts';
import { runLoad } from './load.ts';
import { runMachines } from './machines.ts';
import { runRestarts } from './restarts.ts';

const minutes = Number(process.env.LONG_MINUTES ?? 60);
const seed = Number(process.env.LONG_SEED ?? Math.floor(Math.random() * 1_000_000));
if (!(minutes > 0) || !Number.isInteger(seed))
  throw new Error('LONG_MINUTES must be a number above 0, and LONG_SEED a whole number');
const share = minutes / 60;
/** Each part with its share of the time. The rest is for the race tests, and for starting and checking the shops. */
const parts = {
  kills: { share: 0.27, run: (ms: number) => runKills(seed, Math.ceil(1_000 * share), ms) },
  fuzz: { share: 0.14, run: (ms: number) => runFuzz(seed, Math.ceil(10_000 * share), ms) },
  attack: { share: 0.17, run: runAttack },
  load: { share: 0.33, run: (ms: number) => runLoad(seed, ms) },
  // Beyond that time: its failures take as long as they take, about ten minutes.
  machines: { share: 0, run: () => runMachines(seed) },
  // About three minutes.
  cache: { share: 0, run: () => runCache(seed) },
  // About two minutes.
  restarts: { share: 0, run: runRestarts },
  // About three minutes.
  debian: { share: 0, run: runDebian },
};
const chosen = process.env.LONG_PARTS?.split(',') ?? Object.keys(parts);
console.log(`Long run of ${minutes} minutes with the seed ${seed} (LONG_SEED=${seed} repeats its choices)`);
let violations = 0;
for (const [name, part] of Object.entries(parts))
  if (chosen.includes(name)) violations += await part.run(part.share * minutes * 60_000);
console.log(violations === 0 ? '\nNo violations.' : `\n${violations} violations with the seed ${seed}.`);
process.exit(violations === 0 ? 0 : 1);
