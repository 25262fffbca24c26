import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { CustomerDetail } from '../../../shared/contract/accounts/customers.ts';
import { shortRupees } from '../../../shared/money.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { statusOfFormer } from '../former-orders/status.ts';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, useAction, useMay } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { Section } from '../parts/page/section.tsx';
import { counted, formatCount } from '../parts/text.ts';

const shown = 10;

/** The orders of a customer at the former shop. */
export function FormerOrders({ customer }: { customer: CustomerDetail }) {
  const { _id: id, formerOrders, formerSpent } = customer;
  const query = useQuery(read('GET /former-orders', { query: { customer: id, limit: shown } }));
  return (
    <Section title="Orders at the former shop">
      <p className="figures text-ink-soft">
        {`${formatCount(formerOrders)} with ${shortRupees(formerSpent)}, not in the figures above`}
      </p>
      <Loaded query={query} failed="Failed to load the old orders. Please try again.">
        {({ items, total }) => (
          <>
            <ul className="grid">
              {items.map(({ _id, number, placedAt, total: amount, ...order }) => (
                <li
                  key={_id}
                  className="figures flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1.5 first:border-t-0"
                >
                  <span className="flex flex-wrap items-center gap-x-3">
                    <Link
                      to={`/admin/former-orders/${_id}`}
                      className="inline-flex min-h-8 items-center font-semibold text-press underline-offset-4 hover:underline"
                    >
                      {number}
                    </Link>
                    <span className="text-ink-soft">{orderDate(placedAt)}</span>
                  </span>
                  <span className="flex items-center gap-3">
                    <span className="text-ink-soft">{statusOfFormer(order)}</span>
                    <span className="font-semibold">{shortRupees(amount)}</span>
                  </span>
                </li>
              ))}
            </ul>
            {total > shown && (
              <TextLink
                href={`/admin/former-orders?customer=${id}`}
              >{`All ${formatCount(total)} old orders`}</TextLink>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** To which offers a customer agreed at the former shop; nothing if to none. */
export function Offers({ customer: { acceptsMail, acceptsTexts } }: { customer: CustomerDetail }) {
  const ways = [acceptsMail && 'mail', acceptsTexts && 'text message'].filter(Boolean);
  if (ways.length === 0) return null;
  return (
    <Section title="Offers">
      <p>{`Agreed at the former shop to get offers by ${ways.join(' and ')}.`}</p>
    </Section>
  );
}

/** Mails a customer the invitation to their account. */
export function InviteButton({ customer: { _id, email, invitedAt } }: { customer: CustomerDetail }) {
  const invite = useAction(async () => {
    await call('POST /customers/invite', { body: { ids: [_id] } });
    toast(`The invitation is mailed to ${email} within a minute`, 'success');
    await invalidate('GET /customers/:id');
  }, 'The invitation could not be sent. Please try again.');
  return (
    <Button variant="secondary" action={invite.run}>
      {invitedAt ? 'Invite again' : 'Invite'}
    </Button>
  );
}

/** Mails the invitation to all customers that match the filters and have not used their account yet. */
export function InviteAll({ matching }: { matching: URLSearchParams }) {
  const shop = useQuery(read('GET /site-info')).data;
  const { data: guide } = useQuery({ ...read('GET /setup'), enabled: useMay()('settings.edit') });
  const writesFiles = guide?.findings.some(({ kind }) => kind === 'mail-files');
  const search = matching.get('search') || undefined;
  const tag = matching.get('tag') || undefined;
  const ask = () =>
    confirm({
      title: 'Invite all these customers?',
      action: 'Invite them',
      text: (
        <>
          {writesFiles && (
            <p className="font-medium text-madder">
              Mails are only written to files: nobody would get the invitation. Set up mail first.
            </p>
          )}
          {shop?.isOpen === false && (
            <p className="font-medium text-madder">
              The shop is not open yet, so the people you invite can’t see it or buy from it.
            </p>
          )}
          <p>
            Everyone in this list with an account of the former shop that they have not used yet gets a mail
            with a link to choose a password, also those who were invited before. About 100 mails leave each
            minute.
          </p>
        </>
      ),
      failed: 'The invitations could not be sent. Please try again.',
      async onConfirm() {
        const { invited } = await call('POST /customers/invite', { body: { matching: { search, tag } } });
        toast(`${counted(invited, 'customer')} invited`, 'success');
      },
    });
  return (
    <Button variant="secondary" onClick={ask}>
      Invite all
    </Button>
  );
}
