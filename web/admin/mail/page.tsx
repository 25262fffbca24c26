import { useState } from 'react';
import {
  type MailRow,
  type MailSummary,
  mailKinds,
  type ResendReply,
} from '../../../shared/contract/mails.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toast } from '../../ui/toast.tsx';
import { Choice, Filters, SearchBox } from '../parts/filters.tsx';
import { useAddress } from '../parts/list-address.ts';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { EmptyPage, Pages } from '../parts/pages.tsx';
import { SettingsTabs } from '../parts/settings-tabs.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { useCall, useList } from '../parts/use-call.ts';
import { MailDialog } from './mail-dialog.tsx';
import { MailCards, MailTable } from './rows.tsx';

const limit = 25;
const filters = ['search', 'status', 'kind'] as const;

/** Every mail that the shop has written: gone, waiting, failed (contract §5). */
export default function MailPage() {
  const { get, put, page, params } = useAddress<(typeof filters)[number] | 'mail'>();
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  for (const name of filters) if (get(name).trim()) query.set(name, get(name).trim());
  const list = useList<MailRow>(`/mails?${query}`, 'Failed to load mails. Please try again later.');
  const summary = useCall<MailSummary>('/mails/summary', '');
  const filtered = filters.some((name) => get(name).trim());
  const { data } = list;
  const gone = summary.data?.delivery === 'files' ? 'Written' : 'Sent';

  function reload() {
    list.reload();
    summary.reload();
  }
  // What is open does not touch the page one is on.
  const open = (mail: string) => put({ mail, page: params.get('page') ?? '' });

  return (
    <>
      <PageHead title="Mail">
        <RetryFailed summary={summary.data} onDone={reload} />
      </PageHead>
      <SettingsTabs />
      {/* Nothing is shown before what stands above it: it would move. */}
      {summary.loading ? (
        <SkeletonRows />
      ) : (
        <>
          {summary.data && <Delivery summary={summary.data} />}
          <Filters
            used={[get('status'), get('kind')].filter(Boolean).length}
            search={
              <SearchBox
                label="Search mails"
                placeholder="Search address or subject"
                value={get('search')}
                onSearch={(search) => put({ search })}
              />
            }
          >
            <Choice label="State" value={get('status')} onChange={(status) => put({ status })}>
              <option value="">Any state</option>
              <option value="sent">{gone}</option>
              <option value="waiting">Waiting</option>
              <option value="failed">Failed</option>
            </Choice>
            <Choice label="Kind" value={get('kind')} onChange={(kind) => put({ kind })}>
              <option value="">All kinds</option>
              {Object.entries(mailKinds).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </Choice>
          </Filters>
          {list.error && <LoadError message={list.error} onRetry={reload} />}
          {!data && !list.error && <SkeletonRows />}
          {data && data.total > 0 && data.items.length === 0 && (
            <EmptyPage onFirst={() => put({ page: '' })} />
          )}
          {data?.total === 0 && (
            <Empty
              title={filtered ? 'No mails found' : 'No mails yet'}
              text={
                filtered
                  ? 'Nothing matches these filters.'
                  : 'What the shop writes to shoppers and to you is kept here.'
              }
              action={
                filtered && (
                  <Button variant="secondary" onClick={() => put({ search: '', status: '', kind: '' })}>
                    Reset all filters
                  </Button>
                )
              }
            />
          )}
          {data && data.items.length > 0 && (
            <div aria-busy={list.loading} className={list.loading ? 'opacity-60 transition-opacity' : ''}>
              <MailTable mails={data.items} gone={gone} onOpen={open} />
              <MailCards mails={data.items} gone={gone} onOpen={open} />
              <Pages
                page={page}
                pages={Math.ceil(data.total / limit)}
                total={data.total}
                noun="mail"
                onTurn={(to) => put({ page: String(to) })}
              />
            </div>
          )}
        </>
      )}
      <MailDialog
        id={get('mail')}
        delivery={summary.data?.delivery}
        onClose={() => open('')}
        onChanged={reload}
      />
    </>
  );
}

/** Where mails go from here. */
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
    <p className="mb-4 max-w-3xl rounded-md bg-turmeric-tint px-4 py-3 text-turmeric-ink wrap-anywhere">
      No mail server is set up, so nobody gets these mails yet. Each one is written as a file in{' '}
      <code className="text-[0.9em]">{where}</code> and can be read here. Set{' '}
      <code className="text-[0.9em]">SMTP_URL</code> and restart the shop to send mails for real.
    </p>
  );
}

function RetryFailed({ summary, onDone }: { summary: MailSummary | undefined; onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  if (!summary?.failed) return null;

  async function retry() {
    setBusy(true);
    try {
      const { queued, left } = await api.post<ResendReply>('/mails/resend-failed');
      const rest = left > 0 ? ` ${left} left: open them to see why.` : '';
      toast(`${queued} ${queued === 1 ? 'mail goes' : 'mails go'} out again.${rest}`, 'success');
      onDone();
    } catch (error) {
      showFailure(error, 'Could not send. Please try again.');
    }
    setBusy(false);
  }

  return (
    <Button variant="secondary" busy={busy} onClick={retry}>
      Try all failed again ({summary.failed})
    </Button>
  );
}
