import type { SkippedOrder } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { getSize } from '../../media/media.ts';
import { pickListPdf } from './parcel-documents.ts';
import { listOrdersToPrint } from './parcel-queries.ts';
import { type PickRow, rowsOfPage } from './pick-list.ts';
import { whyNotPicked } from './skip-reasons.ts';

/** Draws orders part by part. `skipped` are those left out so far. */
export type Printer = {
  skipped: SkippedOrder[];
  add(ids: string[]): Promise<void>;
  end(): Promise<void>;
};
/** Receives the PDF of each part. */
export type WritePart = (pdf: Uint8Array) => Promise<void>;

type Picked = Omit<PickRow, 'picture'> & { image: string | null };

/** How many pages a worker thread draws at once. */
const pagesAtOnce = 4;

const time = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});

/** Sums the units of each variant over the orders, and draws the pick list in the order of the shelf codes. */
export function createPicker(
  deps: Pick<Deps, 'db' | 'files' | 'workers'>,
  { shopName, createdAt }: { shopName: string; createdAt: Date },
  write: WritePart,
): Printer {
  const skipped: Printer['skipped'] = [];
  const variants = new Map<string, Picked>();
  let orders = 0;

  return {
    skipped,
    async add(ids) {
      for (const order of await listOrdersToPrint(deps.db, ids)) {
        const reason = whyNotPicked(order);
        if (reason) {
          skipped.push({ id: order.id, reason });
          continue;
        }
        orders++;
        for (const { variantId, toPack, name, variantLabel, sku, image, shelfCode } of order.items) {
          if (toPack === 0) continue;
          const now = variants.get(variantId);
          const sum = { quantity: (now?.quantity ?? 0) + toPack, orders: (now?.orders ?? 0) + 1 };
          // A newer order has the newer name.
          variants.set(variantId, { name, variantLabel, sku, image, shelfCode, ...sum });
        }
      }
    },
    async end() {
      const rows = [...variants.values()].toSorted(byShelf);
      const pages = Array.from({ length: Math.ceil(rows.length / rowsOfPage) }, (_, i) =>
        rows.slice(i * rowsOfPage, (i + 1) * rowsOfPage),
      );
      const units = rows.reduce((sum, { quantity }) => sum + quantity, 0);
      const head = { shopName, moment: time.format(createdAt), orders, units, pages: pages.length };
      for (let first = 0; first < pages.length; first += pagesAtOnce) {
        const drawn = pages.slice(first, first + pagesAtOnce);
        const withPictures = await Promise.all(
          drawn.map((page) => Promise.all(page.map((row) => withPicture(deps, row)))),
        );
        await write(await deps.workers.run(pickListPdf, 'renderPickList', withPictures, head, first));
      }
    },
  };
}

/** By shelf code, `B-2` before `B-12`; variants without one are last, by name. */
function byShelf(a: Picked, b: Picked): number {
  if (!a.shelfCode !== !b.shelfCode) return a.shelfCode ? -1 : 1;
  const texts = (row: Picked) => [row.shelfCode, row.name, row.variantLabel, row.sku].join('\0');
  return texts(a).localeCompare(texts(b), 'en', { numeric: true });
}

/** A picture that is deleted or can't be read is left out. */
async function withPicture({ files }: Pick<Deps, 'files'>, { image, ...row }: Picked): Promise<PickRow> {
  const picture = image ? await getSize(files, image, 160, 'jpg').catch(() => undefined) : undefined;
  return { ...row, picture };
}
