import { z } from 'zod';
import { searchField } from './text-fields.ts';
import { paging } from './wire.ts';

/** How many redirects a shop can have. */
export const maxRedirects = 20_000;

const address = z.string().trim().min(1, 'Enter an address, such as /collections/cushions').max(500);

/** An address without a page, and the address of the shop to which its visitors are sent; both begin with `/`. */
export const redirectChange = z.object({ from: address, to: address });
export type RedirectChange = z.infer<typeof redirectChange>;

export const redirect = redirectChange.extend({ _id: z.string() });
export type Redirect = z.infer<typeof redirect>;

/** Query of `GET /settings/redirects`. `search` is a part of either address. */
export const redirectQuery = z.object({ ...paging, search: searchField });
export type RedirectQuery = z.infer<typeof redirectQuery>;

/** Reply of `POST /settings/redirects/import`: how many were saved, and the first lines that were not. */
export const redirectImport = z.object({
  saved: z.number(),
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  skippedCount: z.number(),
});
export type RedirectImport = z.infer<typeof redirectImport>;
