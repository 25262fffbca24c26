import type { Deps } from '../deps.ts';
import { handleRows } from '../jobs/jobs.ts';
import { listLinksToClose, listLinksToCreate, listLinksToRenew } from '../ledger/queries/link-queries.ts';
import { listRequestsToHandle } from '../ledger/queries/request-queries.ts';
import { closePaymentLink, createPaymentLink } from './payment-links.ts';
import { closeRequest, createRequestedLink } from './payment-requests.ts';
import { renewLink } from './replace-link.ts';

/** Creates the payment links whose jobs were lost. */
export async function createLostLinks(deps: Deps): Promise<void> {
  const ids = await listLinksToCreate(deps.db, 100);
  const about = { idName: 'orderId', failure: 'a payment link could not be created' };
  await handleRows(deps.log, ids, about, (id) => createPaymentLink(deps, id));
}

/** Renews the payment links that were closed for a change of their orders. */
export async function renewLinks(deps: Deps): Promise<void> {
  const ids = await listLinksToRenew(deps.db, 100);
  const about = { idName: 'orderId', failure: 'a payment link could not be renewed' };
  await handleRows(deps.log, ids, about, (id) => renewLink(deps, id));
}

/** Closes the payment links of orders that are not to be paid any more. */
export async function closeLinks(deps: Deps): Promise<void> {
  const ids = await listLinksToClose(deps.db, 100);
  const about = { idName: 'orderId', failure: 'a payment link could not be closed' };
  await handleRows(deps.log, ids, about, (id) => closePaymentLink(deps, id));
}

/** Creates the links of open payment requests, and closes those of the others. */
export async function handleRequests(deps: Deps): Promise<void> {
  const requests = await listRequestsToHandle(deps.db, 100);
  const open = new Set(requests.flatMap(({ id, state }) => (state === 'open' ? id : [])));
  const ids = requests.map(({ id }) => id);
  const failure = 'the link of a payment request could not be created or closed';
  await handleRows(deps.log, ids, { idName: 'requestId', failure }, (id) =>
    open.has(id) ? createRequestedLink(deps, id) : closeRequest(deps, id),
  );
}
