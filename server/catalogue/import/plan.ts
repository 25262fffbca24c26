import { setImmediate } from 'node:timers/promises';
import type { Product, Variant } from '../../../shared/contract/catalogue/catalogue.ts';
import type { ImportPlan } from '../../../shared/contract/catalogue/catalogue-jobs.ts';
import type { Deps } from '../../deps.ts';
import { chargesGst } from '../products/products.ts';
import { listArchivePictures } from './archives.ts';
import { changesOf, missingOf, summaryOf } from './changes.ts';
import { type Answers, type Asked, type Checked, checkFile, itemsAtOnce, nameOf } from './check.ts';
import { labelOf } from './combinations.ts';
import type { ReadFile } from './formats/read.ts';
import { type ImportItem, notesOf } from './item.ts';
import { sellableInput } from './keep-off-sale.ts';
import { addressesOf, isAvailable, isMissing, lookUpPictures, type PictureLookup } from './pictures.ts';

/**
 * Plans an import: the products that would be created, changed (field by field) or left unchanged, with what they lack,
 * and those about which the admin is asked; the bad rows; and how the pictures match those in the ZIP.
 */
export async function planImport(
  { db }: Pick<Deps, 'db'>,
  file: ReadFile,
  { archive: archiveId, ...answers }: Answers & { archive: string | undefined },
): Promise<Omit<ImportPlan, 'importedAt'>> {
  const { good, asked, bad } = await checkFile(db, file, answers);
  const inZip = await listArchivePictures({ db }, archiveId);
  const items = good.map(({ item }) => item);
  const lookup = await lookUpPictures({ db }, items, inZip);
  const { format, encoding, separator, unread } = file;
  const hasGst = await chargesGst(db);
  const products = asked.map(askedOf);
  for (const [i, entry] of good.entries()) {
    if (i % itemsAtOnce === 0) await setImmediate();
    products.push(productOf(entry, lookup, hasGst));
  }
  return {
    format,
    encoding,
    separator,
    unread,
    bad,
    products: products.toSorted((a, b) => a.line - b.line),
    pictures: matchPictures(items, lookup, [...inZip.keys()]),
  };
}

type Planned = ImportPlan['products'][number];

/** A product that is left out until the admin has answered. */
const askedOf = ({ item, now, unnamed, question, message }: Asked): Planned => ({
  line: item.line,
  name: nameOf(item),
  slug: now?.slug ?? item.slug,
  what: 'ask',
  summary: message,
  question: question.map(candidateOf),
  unnamed: unnamed.map(unnamedOf),
  changes: [],
  toFetch: 0,
  notes: notesOf(item, now),
  missing: [],
});

const candidateOf = ({ _id, name, slug, sku, image }: Product) => ({ _id, name, slug, sku, image });
const unnamedOf = ({ _id, values, countInStock: stock }: Variant) => ({ _id, name: labelOf(values), stock });

function productOf(
  { item, now, question, unnamed }: Checked,
  lookup: PictureLookup,
  hasGst: boolean,
): Planned {
  const { input, notes } = sellableInput(item, now, lookup.stored, hasGst);
  const changes = now ? changesOf(now, item, input) : [];
  const available = addressesOf(item).filter((address) => isAvailable(address, lookup));
  const inZip = available.filter((address) => lookup.zipped(address)).length;
  if (now && inZip > 0) {
    const existing = [now.image, ...now.images].filter(Boolean).length;
    changes.push({ field: 'Pictures', variant: '', from: String(existing), to: `${inZip} from the ZIP` });
  }
  const pictures = input.image === undefined ? now?.image : input.image;
  const whatNow = changes.length > 0 ? ('change' as const) : ('same' as const);
  return {
    line: item.line,
    name: nameOf(item),
    slug: now?.slug ?? item.slug,
    question: question.map(candidateOf),
    unnamed: unnamed.map(unnamedOf),
    what: now ? whatNow : ('new' as const),
    summary: now ? '' : summaryOf(input),
    changes,
    toFetch: available.length - inZip,
    notes,
    missing: missingOf(item, now, input, Boolean(pictures) || available.length > 0),
  };
}

/** Counts pictures in the ZIP, pictures to fetch, missing pictures, and pictures in the ZIP that no product uses. */
function matchPictures(items: ImportItem[], lookup: PictureLookup, names: string[]): ImportPlan['pictures'] {
  const addresses = items.flatMap(addressesOf);
  const named = new Set(addresses.flatMap((address) => lookup.zipped(address)?.name ?? []));
  const toFetch = new Set(
    addresses.filter((address) => isAvailable(address, lookup) && !lookup.zipped(address)),
  );
  const missing = items.flatMap((item) =>
    addressesOf(item)
      .filter((address) => isMissing(address, lookup))
      .map((picture) => ({ line: item.line, name: nameOf(item), picture: picture.slice(0, 300) })),
  );
  return {
    found: named.size,
    toFetch: toFetch.size,
    missing: missing.slice(0, maxListed),
    missingCount: missing.length,
    unused: names.filter((name) => !named.has(name)).slice(0, maxListed),
    unusedCount: names.length - named.size,
  };
}

const maxListed = 500;
