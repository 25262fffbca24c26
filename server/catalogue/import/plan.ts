import type { ImportPlan } from '../../../shared/contract/catalogue-jobs.ts';
import type { Deps } from '../../deps.ts';
import { picturesIn } from './archives.ts';
import { changesOf, summaryOf } from './changes.ts';
import { type Checked, checkFile, nameOf } from './check.ts';
import { inputOf } from './input.ts';
import type { ImportItem } from './item.ts';
import { missingOf } from './missing.ts';
import { addressesOf, findKnown, isMissing, isToCome, type Known } from './pictures.ts';
import type { ReadFile } from './read.ts';

/**
 * What a file would do: each product created, changed (field by field) or left unchanged, and what it will lack; each
 * bad row; and how its pictures match those in the ZIP.
 */
export async function planImport(
  { db }: Pick<Deps, 'db'>,
  file: ReadFile,
  archiveId: string | undefined,
): Promise<Omit<ImportPlan, 'importedAt'>> {
  const { good, bad } = await checkFile(db, file);
  const inZip = await picturesIn({ db }, archiveId);
  const items = good.map(({ item }) => item);
  const known = await findKnown({ db }, items, inZip);
  const { format, encoding, separator, unread } = file;
  return {
    ...{ format, encoding, separator, unread, bad },
    products: good.map((each) => productOf(each, known)),
    pictures: fitOf(items, known, [...inZip.keys()]),
  };
}

function productOf({ item, now }: Checked, known: Known): ImportPlan['products'][number] {
  const input = inputOf(item, now, known.stored);
  const changes = now ? changesOf(now, item, input) : [];
  const toCome = addressesOf(item).filter((address) => isToCome(address, known));
  const inZip = toCome.filter((address) => known.zipped(address)).length;
  if (now && inZip > 0) {
    const had = [now.image, ...now.images].filter(Boolean).length;
    changes.push({ field: 'Pictures', variant: '', from: String(had), to: `${inZip} from the ZIP` });
  }
  const pictures = input.image === undefined ? now?.image : input.image;
  const whatNow = changes.length > 0 ? ('change' as const) : ('same' as const);
  return {
    ...{ line: item.line, name: nameOf(item), slug: item.slug },
    what: now ? whatNow : ('new' as const),
    summary: now ? '' : summaryOf(input),
    changes,
    toFetch: toCome.length - inZip,
    notes: now ? [] : item.notes,
    missing: missingOf(item, now, input, Boolean(pictures) || toCome.length > 0),
  };
}

/** Counts pictures in the ZIP, pictures to fetch, missing pictures, and pictures in the ZIP that no product uses. */
function fitOf(items: ImportItem[], known: Known, names: string[]): ImportPlan['pictures'] {
  const addresses = items.flatMap(addressesOf);
  const named = new Set(addresses.flatMap((address) => known.zipped(address)?.name ?? []));
  const toFetch = new Set(addresses.filter((each) => isToCome(each, known) && !known.zipped(each)));
  const missing = items.flatMap((item) =>
    addressesOf(item)
      .filter((address) => isMissing(address, known))
      .map((picture) => ({ line: item.line, name: nameOf(item), picture: picture.slice(0, 300) })),
  );
  return {
    found: named.size,
    toFetch: toFetch.size,
    missing: missing.slice(0, maxTold),
    missingCount: missing.length,
    unused: names.filter((name) => !named.has(name)).slice(0, maxTold),
    unusedCount: names.length - named.size,
  };
}

const maxTold = 500;
