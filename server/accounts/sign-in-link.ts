import { randomUUID } from 'node:crypto';
import type { SignInLinkRequest } from '../../shared/contract/accounts/accounts.ts';
import { transaction } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import type { JobData } from '../jobs/jobs.ts';
import { queueMail } from '../mail/mail.ts';
import { takeQuota } from '../quotas.ts';
import { createToken, isLimitReached, tooManyLinks } from './account-mails.ts';
import { findByEmail, findByMobile } from './queries/queries.ts';

/**
 * Requests a link with which the owner of an account can sign in on a new device while others use up the allowance of
 * failed attempts. The job finds the account later, so that neither reply nor response time reveals accounts. 429 if this
 * network has requested too many mails. Links that others have requested for the account work for its owner as well.
 */
export async function requestSignInLink(
  deps: Deps,
  request: SignInLinkRequest,
  address: string,
): Promise<void> {
  const { email, mobile = '', portal } = request;
  const usedUp = await takeQuota(deps, { kind: 'mail', address, recipient: [] });
  if (usedUp) throw tooManyLinks(usedUp);
  const account = email ? { email } : { mobile };
  await deps.jobs.enqueue(deps.db, 'sign-in-link', { account, portal, request: randomUUID() });
}

/**
 * Job: mails the link to the address of the account, if it has one. Earlier links stay valid for their hour, so that
 * others can't invalidate the owner's link by requesting more.
 */
export async function sendSignInLink(deps: Deps, data: JobData['sign-in-link']): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const account = await ('email' in data.account
      ? findByEmail(trx, data.account.email)
      : findByMobile(trx, data.account.mobile));
    if (!account?.email || (await isLimitReached(deps, trx, account.email, 'sign_in'))) return;
    const token = await createToken(deps, trx, 'sign_in', account.email, account.id);
    const page = data.portal === 'admin' ? 'login' : 'user-login';
    await queueMail(deps, trx, {
      kind: 'sign-in-link',
      dedupeKey: `sign-in-link:${data.request}`,
      to: account.email,
      subject: ({ shopName }) => `Sign in to ${shopName} on this device`,
      content: {
        preview: 'The link works for one sign-in, for one hour.',
        heading: 'Sign in on this device',
        parts: [
          'Someone asked for a link to sign in to your account on a new device. If it was you, open the link on that device and enter your password. The link works for one sign-in, for one hour.',
          { button: 'Sign in', url: `${deps.config.publicUrl}/${page}#token=${token}` },
          'If it was not you, do nothing. Nobody can sign in without your password.',
        ],
      },
    });
  });
}
