import { useQuery } from '@tanstack/react-query';
import { type MailSummary, mailKinds } from '../../../shared/contract/mails.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { Choice, Filters } from '../parts/list/filters.tsx';
import { List, pageQuery } from '../parts/list/list.tsx';
import { useAddress } from '../parts/list/list-address.ts';
import { SettingsHead, SkeletonRows } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';
import { MailDialog } from './mail-dialog.tsx';
import { kindLabel, MailState } from './mail-state.tsx';

/** All mails of the shop: sent, waiting and failed (contract §5). */
export default function MailPage() {
  const address = useAddress(['search', 'status', 'kind']);
  const { get, put, field, query, filtered } = address;
  const list = useQuery({ ...read('GET /mails', { query }), ...pageQuery });
  const { data: summary, isPending } = useQuery(read('GET /mails/summary'));
  const sentWord = summary?.delivery === 'files' ? 'Written' : 'Sent';
  // Opening a mail keeps the page of the list.
  const open = (mail: string) => put({ mail, page: get('page') });

  return (
    <>
      <SettingsHead title="Mail">
        {summary && summary.failed > 0 && <RetryFailed failed={summary.failed} />}
      </SettingsHead>
      {/* Nothing is shown before the text above it, which would move it. */}
      {isPending ? (
        <SkeletonRows />
      ) : (
        <>
          {summary && <Delivery summary={summary} />}
          <Filters address={address} search={['Search mails', 'Search address or subject']}>
            <Choice
              label="State"
              all="Any state"
              options={{ sent: sentWord, waiting: 'Waiting', failed: 'Failed' }}
              {...field('status')}
            />
            <Choice label="Kind" all="All kinds" options={mailKinds} {...field('kind')} />
          </Filters>
          <List
            query={list}
            className="table-fixed two-columns"
            columns={[
              {
                name: 'Subject',
                className: 'max-lg:col-span-2',
                cell: (mail) => (
                  <button
                    type="button"
                    onClick={() => open(mail._id)}
                    className="block h-11 w-full truncate text-left font-medium text-press underline-offset-4 hover:underline lg:h-9"
                  >
                    {mail.subject || 'Removed at the recipient’s request'}
                  </button>
                ),
              },
              {
                name: 'To',
                className: 'truncate text-ink-soft max-lg:col-span-2',
                cell: ({ to }) => <span title={to}>{to || '—'}</span>,
              },
              {
                name: 'Kind',
                className: 'text-ink-soft max-lg:text-xs lg:w-44',
                cell: ({ kind }) => kindLabel(kind),
              },
              {
                name: 'State',
                className: 'max-lg:order-1 max-lg:col-span-2 lg:w-52',
                cell: (mail) => <MailState mail={mail} sentWord={sentWord} />,
              },
              {
                name: 'Written',
                className: 'figures whitespace-nowrap text-ink-soft max-lg:text-xs lg:w-48',
                cell: ({ createdAt }) => orderDate(createdAt),
              },
            ]}
            failed="Failed to load mails. Please try again later."
            empty={{
              title: filtered ? 'No mails found' : 'No mails yet',
              text: 'Mails to shoppers and to you are stored here.',
            }}
            address={address}
            noun="mail"
          />
        </>
      )}
      <MailDialog id={get('mail')} delivery={summary?.delivery} onClose={() => open('')} />
    </>
  );
}

/** Where mails go. */
function Delivery({ summary }: { summary: MailSummary }) {
  const { delivery, where, from } = summary;
  if (delivery === 'smtp') {
    return (
      <p className="mb-4 text-ink-soft wrap-anywhere">
        Mails go out through {where}, from {from}.
      </p>
    );
  }
  return (
    <Notice className="mb-4 max-w-3xl wrap-anywhere">
      No mail server is set up, so these mails are not sent yet. Each one is written as a file in{' '}
      <code className="text-[0.9em]">{where}</code> and can be read here. Set{' '}
      <code className="text-[0.9em]">SMTP_URL</code> and restart the shop to send mails.
    </Notice>
  );
}

function RetryFailed({ failed }: { failed: number }) {
  const retry = useAction(async () => {
    const { queued, left } = await call('POST /mails/resend-failed');
    const rest = left > 0 ? ` ${left} left: open them to see why.` : '';
    toast(`${counted(queued, 'mail')} ${queued === 1 ? 'goes' : 'go'} out again.${rest}`, 'success');
    void invalidate('GET /mails', 'GET /mails/summary');
  }, 'Could not send. Please try again.');
  return (
    <Button variant="secondary" action={retry.run}>
      Try all failed again ({failed})
    </Button>
  );
}
