import { randomBytes } from 'node:crypto';
import { mailboxOf } from '../../../shared/contact/mailbox.ts';
import {
  type Holiday,
  type Opening,
  type OpeningPage,
  signUpConsent,
} from '../../../shared/contract/opening.ts';
import { dayInIndia, minuteInIndia } from '../../../shared/orders/order-date.ts';
import { transaction } from '../../db/database.ts';
import { readSiteInfo } from '../../db/site-info.ts';
import type { Actor, Deps } from '../../deps.ts';
import { badField, notFound, tooManyTries } from '../../errors.ts';
import { queueMail } from '../../mail/mail.ts';
import { afterText, dailyOfBlock, takeQuota } from '../../quotas.ts';
import * as queries from './queries.ts';

/** Sign-ups that one address block can make in a day. */
const maxOfBlock = 50;
/** Mails of one run; the next minute sends the others. */
const maxInRun = 500;

/** The holiday that the shop has now, if any; it ends when its day begins in India. */
export const holidayNow = ({ holiday }: Pick<Opening, 'holiday'>, now: Date): Holiday | null =>
  holiday && minuteInIndia(now).slice(0, 10) < holiday.until ? holiday : null;

/** What shoppers read while the shop takes no orders. */
export const holidayText = ({ until }: Holiday): string =>
  `This shop takes no orders at present. You can order again from ${dayInIndia(`${until}T00:00:00+05:30`)}.`;

/** A new token for browsers that may see the shop before it is open. */
export const newAccessToken = (): string => randomBytes(18).toString('base64url');

/** What visitors of a shop that is not open can do. */
export const openingForVisitors = (deps: Deps, actor: Actor) => ({
  async getOpeningPage(): Promise<OpeningPage> {
    const { opening, clientName } = await readSiteInfo(deps.db);
    const { text, picture, accessCode } = opening;
    return { text, picture, hasPassword: accessCode !== '', consent: signUpConsent(clientName) };
  },

  /**
   * Stores an address for one mail when the shop opens, with the words to which its owner agreed. A repeated request
   * changes nothing. 404 in an open shop, 429 for many from one network.
   */
  async signUp(email: string): Promise<void> {
    const { opening, clientName } = await readSiteInfo(deps.db);
    if (opening.isOpen) throw notFound('The shop is open.');
    const recipient = dailyOfBlock('opening sign-ups', actor.address, maxOfBlock);
    const usedUp = await takeQuota(deps, { kind: 'mail', address: null, recipient });
    if (usedUp)
      throw tooManyTries(`Many people of your network signed up. Please try again ${afterText(usedUp)}.`);
    const consent = signUpConsent(clientName);
    await queries.insertSignUp(deps.db, {
      email,
      mailbox: mailboxOf(email),
      consent,
      createdAt: deps.clock.now(),
    });
  },

  /** The token for a browser whose visitor knows the password. 400 for another one. */
  async enterWithPassword(given: string): Promise<string> {
    const { accessCode, accessToken } = (await readSiteInfo(deps.db)).opening;
    if (accessCode === '' || given !== accessCode) throw badField('password', 'This is not the password');
    return accessToken;
  },
});

/** Whether a browser with this token may see a shop that is not open. */
export const isAccessToken = ({ accessToken, links }: Opening, token: string): boolean =>
  token !== '' && (token === accessToken || links.some((link) => link.token === token));

/** Job, every minute: mails those who signed up for it, once the shop is open. */
export async function mailSignUps(deps: Deps): Promise<void> {
  const { opening, clientName } = await readSiteInfo(deps.db);
  if (!opening.isOpen || !opening.tellsSignUps) return;
  await transaction(deps.db, async (trx) => {
    for (const to of await queries.takeSignUps(trx, maxInRun, deps.clock.now()))
      await queueMail(deps, trx, {
        kind: 'opening',
        to,
        subject: `${clientName} is open`,
        content: {
          preview: 'You asked us to tell you.',
          heading: 'We are open',
          parts: [
            `You asked ${clientName} to tell you when the shop opens.`,
            { button: 'Visit the shop', url: deps.config.publicUrl },
            'This is the only mail about this request.',
          ],
        },
      });
  });
}
