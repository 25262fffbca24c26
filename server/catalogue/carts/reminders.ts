import { randomBytes } from 'node:crypto';
import { mailboxOf } from '../../../shared/contact/mailbox.ts';
import type { AccountCart, CartReminderRequest } from '../../../shared/contract/orders/cart.ts';
import { isId } from '../../../shared/id.ts';
import { cartReminderConsent } from '../../../shared/orders/cart.ts';
import { transaction, transactionForEach } from '../../db/database.ts';
import { readSiteInfo } from '../../db/site-info.ts';
import type { Actor, Deps } from '../../deps.ts';
import { badField, notFound, tooManyTries } from '../../errors.ts';
import { queueMail } from '../../mail/mail.ts';
import { addressBlock } from '../../runtime/address-block.ts';
import * as queries from './reminder-queries.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Later a reminder would surprise; a shop that turns them on does not write about all earlier carts. */
const latestMs = 3 * dayMs;
/** A mailbox gets at most one reminder in this time. */
const pauseMs = 7 * dayMs;
/** Guests of one address block in a day, so that nobody can have many mails sent to others. */
const maxOfBlock = 50;

/** Reminders of carts that were left, for one caller (decision 132). */
export function cartReminders(deps: Deps, actor: Actor) {
  const { db, clock } = deps;
  const consentOf = (email: string) => ({
    token: randomBytes(24).toString('base64url'),
    mailbox: mailboxOf(email),
    addressBlock: addressBlock(actor.address),
    consent: cartReminderConsent,
    createdAt: clock.now(),
    touchedAt: clock.now(),
  });

  return {
    /** Whether the shop sends reminders, and whether the account has asked for them. */
    async getCartReminder() {
      const isOn = (await readSiteInfo(db)).cartReminderHours !== null;
      if (actor.kind === 'guest') return { offered: isOn, accepted: false };
      const account = await queries.findRemindable(db, actor.userId);
      return { offered: isOn && account !== undefined, accepted: account?.accepted ?? false };
    },

    /**
     * Asks for a mail about this cart, or for none. A guest names their address, and their cart as it is now; that of an
     * account is known. 400 if a guest leaves them out, 429 if the guests of this address block have asked for too many.
     */
    async setCartReminder({ accepted, email, lines = [] }: CartReminderRequest): Promise<void> {
      if (actor.kind !== 'guest') {
        if (!accepted) return queries.deleteOfAccount(db, actor.userId);
        const account = await queries.findRemindable(db, actor.userId);
        if (!account) throw badField('email', 'Confirm your email address first');
        const row = { ...consentOf(account.email), userId: actor.userId };
        return transaction(db, (trx) => queries.insertForAccount(trx, row));
      }
      if (!email) throw badField('email', 'Email is required');
      if (!accepted) return queries.deleteOfGuest(db, mailboxOf(email));
      const known = lines.filter(
        (line) => isId(line.product_id) && isId(line.variant_id) && line.quantity > 0,
      );
      if (known.length === 0) throw badField('lines', 'Your cart is empty!');
      const row = { ...consentOf(email), email, lines: JSON.stringify(known) };
      await transaction(db, async (trx) => {
        const now = clock.now().getTime();
        await queries.lockBlock(trx, row.addressBlock);
        if ((await queries.countOthersOfBlock(trx, row, new Date(now - dayMs))) >= maxOfBlock)
          throw tooManyTries(
            'Too many reminders were requested from your network. Log in to be reminded of your cart.',
            3600,
          );
        await queries.saveOfGuest(trx, row, new Date(now - pauseMs));
      });
    },

    /** The cart to which the link of a mail leads. 404. */
    async getRemindedCart(token: string): Promise<AccountCart> {
      const reminder = await queries.findReminder(db, token);
      if (!reminder) throw notFound('This link is no longer valid.');
      const lines = await queries.listRemindedLines(db, reminder.id);
      return {
        lines: lines.map(({ productId, variantId, quantity, name }) => ({
          product_id: productId,
          variant_id: variantId,
          quantity,
          name,
        })),
      };
    },

    /** Ends all reminders for the mailbox that got a mail with this token. An unknown token changes nothing. */
    async stopCartReminders(token: string): Promise<void> {
      const reminder = await queries.findReminder(db, token);
      if (reminder) await transaction(db, (trx) => queries.optOut(trx, reminder.mailbox, clock.now()));
    },
  };
}

/**
 * Job, every minute: mails carts that were left for as many hours as the settings say. A reminder is marked and its mail
 * is queued in one transaction, so there is never a second one.
 */
export async function mailCartReminders(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const { cartReminderHours } = await readSiteInfo(db);
  if (cartReminderHours === null) return;
  const now = clock.now();
  const before = new Date(now.getTime() - cartReminderHours * hourMs);
  const weekAgo = new Date(now.getTime() - pauseMs);
  const after = new Date(before.getTime() - latestMs);
  const due = await queries.listDue(db, { before, after, weekAgo });
  await transactionForEach(db, due, async (trx, reminder) => {
    if (!(await queries.claimDue(trx, reminder, now))) return;
    if (await queries.isRefused(trx, reminder.id, mailboxOf(reminder.email), weekAgo)) return;
    const lines = await queries.listRemindedLines(trx, reminder.id);
    if (lines.length > 0) await queueMail(deps, trx, reminderMail(deps, reminder, lines));
  });
}

type Lines = Awaited<ReturnType<typeof queries.listRemindedLines>>;

function reminderMail({ config }: Deps, { email, token }: queries.DueReminder, lines: Lines) {
  const stop = `${config.publicUrl}/stop-reminders/${token}`;
  const items = lines.map(({ name, values, quantity }): [string, string] => [
    [name, ...values].join(', '),
    `× ${quantity}`,
  ]);
  return {
    kind: 'cart-reminder' as const,
    to: email,
    subject: ({ shopName }: { shopName: string }) => `Your cart at ${shopName}`,
    unsubscribeUrl: `${config.publicUrl}/api/cart/reminders/${token}/stop`,
    content: {
      preview: 'You asked us to remind you.',
      heading: 'Your cart is waiting',
      parts: [
        'You asked us to remind you of these items. They are not reserved, and prices can change.',
        { facts: items.slice(0, 20) },
        { button: 'Return to your cart', url: `${config.publicUrl}/cart#reminder=${token}` },
        `This is the only mail about this cart. If you want no more such mails: ${stop}`,
      ],
    },
  };
}
