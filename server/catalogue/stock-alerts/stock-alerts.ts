import { randomBytes } from 'node:crypto';
import { mailboxOf } from '../../../shared/contact/mailbox.ts';
import type { StockAlertRequest } from '../../../shared/contract/catalogue/catalogue.ts';
import { transaction, transactionForEach } from '../../db/database.ts';
import type { Actor, Deps } from '../../deps.ts';
import { badField, notFound, tooManyTries } from '../../errors.ts';
import { queueMail } from '../../mail/mail.ts';
import { afterText, dailyOfBlock, takeQuota } from '../../quotas.ts';
import * as queries from './alert-queries.ts';

/** Waiting alerts that one mailbox can have, so that nobody can order many mails for somebody else. */
const maxWaiting = 20;
/** Alerts that one address block can request for a mailbox in a day, so that strangers leave some to its owner. */
const maxOfBlock = 10;
/** Mailboxes of one run; the next minute mails the others. */
const maxInRun = 500;

/** What a shopper can do about a variant that is sold out (decision 132). */
export const stockAlerts = (deps: Deps, actor: Actor) => ({
  /**
   * Remembers an address for one mail when the variant is back in stock. A repeated request changes nothing. 404 for a
   * variant that is not for sale, 400 if it is in stock, 429 beyond `maxWaiting`, and if this network has requested
   * `maxOfBlock` for the mailbox within a day.
   */
  async requestStockAlert({ variantId, email }: StockAlertRequest): Promise<void> {
    const mailbox = mailboxOf(email);
    if (await queries.isWaiting(deps.db, mailbox, variantId)) return;
    const recipient = dailyOfBlock(`stock alerts of ${mailbox}`, actor.address, maxOfBlock);
    const usedUp = await takeQuota(deps, { kind: 'mail', address: null, recipient });
    if (usedUp)
      throw tooManyTries(
        `Your network has asked for many mails to this address. Please try again ${afterText(usedUp)}.`,
        usedUp.seconds,
      );
    await transaction(deps.db, async (trx) => {
      const stock = await queries.findStockForSale(trx, variantId);
      if (stock === undefined) throw notFound('This product is no longer available.');
      if (stock > 0) throw badField('variantId', 'This is in stock again. Please reload the page.');
      await queries.lockMailbox(trx, mailbox);
      if ((await queries.countWaiting(trx, mailbox)) >= maxWaiting)
        throw tooManyTries(`This address waits for ${maxWaiting} products already.`, 3600);
      const token = randomBytes(24).toString('base64url');
      await queries.insertAlert(trx, { variantId, email, mailbox, token, createdAt: deps.clock.now() });
    });
  },

  /** Deletes all alerts of the mailbox to which a mail with this token was sent. 404 for an unknown token. */
  async stopStockAlerts(token: string): Promise<void> {
    const deleted = await queries.deleteAlertsOf(deps.db, token);
    if (deleted === 0) throw notFound('No mails are planned for this link.');
  },
});

/**
 * Job, every minute: mails each mailbox once about all that it waited for and that is in stock now. Throws at the end if
 * some could not be mailed.
 */
export async function mailStockAlerts(deps: Deps): Promise<void> {
  const due = await queries.listDueMailboxes(deps.db, maxInRun);
  await transactionForEach(deps.db, due, async (trx, mailbox) => {
    const [first, ...others] = await queries.takeDueAlerts(trx, mailbox, deps.clock.now());
    if (first) await queueMail(deps, trx, mailAbout(first, others, deps.config.publicUrl));
  });
}

function mailAbout(first: queries.DueAlert, others: queries.DueAlert[], publicUrl: string) {
  const alerts = [first].concat(others);
  const names = alerts.map(({ name, values }) => [name, ...values].join(', '));
  const [name] = names;
  const subject =
    alerts.length === 1 ? `Back in stock: ${name}` : `${alerts.length} products are back in stock`;
  return {
    kind: 'back-in-stock' as const,
    to: first.email,
    subject,
    content: {
      preview: 'You asked us to tell you.',
      heading: alerts.length === 1 ? 'It is back in stock' : 'They are back in stock',
      parts: [
        'You asked us to tell you. We can’t reserve it for you, so others may be faster.',
        ...alerts.flatMap(({ slug, variantId }, i) => [
          names[i] ?? '',
          { button: 'View product', url: `${publicUrl}/products/${slug}?variant=${variantId}` },
        ]),
        `This is the only mail about this request. If you did not ask for it, or want no more such mails: ${publicUrl}/stop-alerts/${first.token}`,
      ],
    },
  };
}
