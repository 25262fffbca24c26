import { z } from 'zod';
import { wrongField } from './api-error.ts';
import { linkEntity, linkStatus } from './entities.ts';
import { amountField, currencyField, notesField, pageQuery, readFields } from './fields.ts';
import { newId } from './ids.ts';
import { findLinkByReference, links, orders } from './queries.ts';
import { change, type SandboxDeps, seconds } from './sandbox-deps.ts';

const linkBody = z.strictObject({
  amount: amountField,
  currency: currencyField,
  accept_partial: z.literal(false).optional(),
  reference_id: z
    .string('The reference id must be a string.')
    .max(40, 'The reference id may not be greater than 40 characters.'),
  description: z.string().max(2048, 'The description may not be greater than 2048 characters.').default(''),
  expire_by: z.int('expire_by must be an integer.'),
  customer: z.strictObject({
    name: z.string().optional(),
    contact: z.string().optional(),
    email: z.string().optional(),
  }),
  notify: z.strictObject({ sms: z.boolean().optional(), email: z.boolean().optional() }).optional(),
  reminder_enable: z.boolean().optional(),
  notes: notesField,
});

const shortestSeconds = 15 * 60;

/** `POST /v1/payment_links` (razorpay §14). The sandbox sends no text messages. */
export async function createLink(deps: SandboxDeps, body: unknown) {
  const { amount, currency, reference_id, description, expire_by, notes } = readFields(linkBody, body);
  const now = seconds(deps.now());
  if (expire_by < now + shortestSeconds)
    throw wrongField('expire_by', 'timestamp must be atleast 15 minutes in future');
  if (await findLinkByReference(deps.db, reference_id))
    throw wrongField('reference_id', `payment link with given reference_id: ${reference_id} already exists`);
  const row = await links.insert(deps.db, {
    id: newId('plink_'),
    amount,
    currency,
    referenceId: reference_id,
    description,
    notes,
    expireBy: expire_by,
    createdAt: now,
  });
  return linkEntity(deps, row);
}

const linkQuery = pageQuery.extend({ reference_id: z.string().optional() });

/** `GET /v1/payment_links`: those with this reference, or the newest. */
export async function listLinks(deps: SandboxDeps, query: unknown) {
  const { reference_id, ...page } = readFields(linkQuery, query);
  const found = reference_id ? await findLinkByReference(deps.db, reference_id) : undefined;
  const rows = reference_id ? [found].filter((row) => row !== undefined) : await links.list(deps.db, page);
  return { payment_links: rows.map((row) => linkEntity(deps, row)) };
}

/** `POST /v1/payment_links/:id/cancel`. */
export async function cancelLink(deps: SandboxDeps, id: string) {
  await links.get(deps.db, id);
  const cancelled = await change(deps, async (trx) => {
    const row = await links.lock(trx, id);
    if (linkStatus(deps, row) !== 'created')
      throw wrongField('id', `Payment link cannot be cancelled as it is ${linkStatus(deps, row)}`);
    return links.update(trx, id, { status: 'cancelled', cancelledAt: seconds(deps.now()) });
  });
  return linkEntity(deps, cancelled);
}

/** What the page of a link shows. Opening it creates the order, as at the provider. */
export async function openLink(deps: SandboxDeps, id: string) {
  await links.get(deps.db, id);
  return change(deps, async (trx) => {
    const row = await links.lock(trx, id);
    const status = linkStatus(deps, row);
    const orderId = row.orderId ?? newId('order_');
    if (!row.orderId) {
      const { amount, currency } = row;
      const notes = JSON.stringify(row.notes);
      const createdAt = seconds(deps.now());
      await orders.insert(trx, {
        id: orderId,
        amount,
        currency,
        receipt: null,
        notes,
        capture: 'automatic',
        createdAt,
      });
      await links.update(trx, id, { orderId });
    }
    return {
      key_id: deps.keyId,
      order_id: orderId,
      amount: row.amount,
      description: row.description,
      status,
    };
  });
}
