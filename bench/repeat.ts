import type { NoiseMeter } from './machine.ts';

/** The figures of one run, by name. */
export type Sample = Record<string, number>;

export type Repeated = {
  /** The median of each figure over the runs. */
  median: Sample;
  /** Of the first figure: the range of the runs as a share of the median. */
  spread: number;
  runs: number;
  /** Runs that were repeated because the machine was busy. */
  repeated: number;
};

/** A run counts as noisy if the fixed calculation before or after took this many times its best duration. */
const noisyFrom = 1.15;

/**
 * Runs `work` `runs` times on a quiet machine. Noisy runs are repeated, at most `runs` times; if there are not enough
 * quiet ones, the quietest count.
 */
export async function repeat(
  runs: number,
  noise: NoiseMeter,
  work: (run: number) => Promise<Sample>,
): Promise<Repeated> {
  const samples: { sample: Sample; noise: number }[] = [];
  const quiet = () => samples.filter((sample) => sample.noise < noisyFrom).length;
  let before = await noise.measure();
  for (let run = 0; quiet() < runs && run < runs * 2; run++) {
    const sample = await work(run);
    const after = await noise.measure();
    samples.push({ sample, noise: Math.max(before, after) });
    before = after;
  }
  const counted = samples
    .toSorted((a, b) => a.noise - b.noise)
    .slice(0, runs)
    .map(({ sample }) => sample);
  const median = mediansOf(counted);
  const [first = ''] = Object.keys(median);
  const values = sortedValues(counted, first);
  return {
    median,
    spread: ((values.at(-1) ?? 0) - (values[0] ?? 0)) / (median[first] || 1),
    runs: counted.length,
    repeated: samples.length - counted.length,
  };
}

/** The median of each figure. */
const mediansOf = (samples: Sample[]): Sample =>
  Object.fromEntries(
    Object.keys(samples[0] ?? {}).map((name) => [name, medianOf(sortedValues(samples, name))]),
  );

const sortedValues = (samples: Sample[], name: string) =>
  samples.map((sample) => sample[name] ?? 0).sort((a, b) => a - b);

/** Of sorted values. */
const medianOf = (values: number[]) =>
  ((values[Math.floor((values.length - 1) / 2)] ?? 0) + (values[Math.ceil((values.length - 1) / 2)] ?? 0)) /
  2;
