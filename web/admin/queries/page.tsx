import { useEffect, useRef, useState } from 'react';
import type { ContactQuery } from '../../../shared/contract/contact.ts';
import { api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Choice, Filters, SearchBox } from '../parts/filters.tsx';
import { useAddress } from '../parts/list-address.ts';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { EmptyPage, Pages } from '../parts/pages.tsx';
import { showFailure } from '../parts/show-failure.ts';
import { useList } from '../parts/use-call.ts';
import { QueryCards, QueryTable } from './rows.tsx';
import { countUnread } from './unread.tsx';

const limit = 25;

/** What people wrote to the shop (spec §2 Contact queries). */
export default function ContactQueries() {
  const { get, put, page } = useAddress<'search' | 'show'>();
  const search = get('search').trim();
  const unread = get('show') === 'unread';
  const query = new URLSearchParams({ page: String(page), limit: String(limit) });
  if (search) query.set('search', search);
  if (unread) query.set('unread', 'true');
  const list = useList<ContactQuery>(
    `/contact?${query}`,
    'Failed to load contact queries. Please try again later.',
  );
  const [open, setOpen] = useState<string | null>(null);
  const [going, setGoing] = useState<ContactQuery | null>(null);
  const { data } = list;
  const results = useRef<HTMLDivElement>(null);
  /** What was deleted here, until the list comes without it. */
  const deleted = useRef<{ id: string; place: number } | null>(null);

  useEffect(() => {
    const gone = deleted.current;
    if (!gone || !data || data.items.some(({ _id }) => _id === gone.id)) return;
    deleted.current = null;
    if (document.activeElement !== document.body) return;
    // Its buttons went with it: on to the row that has its place, of the table or of the cards.
    const toggles = results.current?.querySelectorAll<HTMLElement>('button[aria-expanded]') ?? [];
    const rows = [...toggles].filter(({ offsetParent }) => offsetParent);
    (rows[Math.min(gone.place, rows.length - 1)] ?? results.current)?.focus();
  }, [data]);

  function show(changed: ContactQuery) {
    list.set((now) => ({
      ...now,
      items: now.items.map((each) => (each._id === changed._id ? changed : each)),
    }));
  }

  /** Shows the change at once and puts it back where it fails. */
  async function mark(one: ContactQuery, read: boolean) {
    show({ ...one, read });
    try {
      show(await api.patch<ContactQuery>(`/contact/${one._id}`, { read }));
      void countUnread();
    } catch (error) {
      show(one);
      showFailure(error, 'Could not save. Please try again.');
    }
  }

  async function remove(one: ContactQuery) {
    try {
      await api.delete(`/contact/${one._id}`);
      toast(`${one.ticket} was deleted`, 'success');
      void countUnread();
      const place = data?.items.findIndex(({ _id }) => _id === one._id) ?? 0;
      deleted.current = { id: one._id, place };
      list.reload();
    } catch (error) {
      showFailure(error, 'Could not delete. Please try again.');
    }
  }

  const acts = {
    open,
    onToggle(one: ContactQuery) {
      const opens = open !== one._id;
      setOpen(opens ? one._id : null);
      if (opens && !one.read) void mark(one, true);
    },
    onUnread(one: ContactQuery) {
      setOpen(null);
      void mark(one, false);
    },
    onReplied(changed: ContactQuery) {
      show(changed);
      void countUnread();
    },
    onDelete: setGoing,
  };
  const filtered = search !== '' || unread;
  return (
    <>
      <PageHead title="Contact queries" />
      <Filters
        used={unread ? 1 : 0}
        search={
          <SearchBox
            label="Search queries"
            placeholder="Search name, words or ticket"
            value={get('search')}
            onSearch={(text) => put({ search: text })}
          />
        }
      >
        <Choice label="Show" value={unread ? 'unread' : ''} onChange={(value) => put({ show: value })}>
          <option value="">Read and unread</option>
          <option value="unread">Unread only</option>
        </Choice>
      </Filters>
      {list.error && <LoadError message={list.error} onRetry={list.reload} />}
      {!data && !list.error && <SkeletonRows />}
      <div ref={results} tabIndex={-1} className="outline-none" aria-busy={list.loading}>
        {data && data.total > 0 && data.items.length === 0 && <EmptyPage onFirst={() => put({ page: '' })} />}
        {data?.total === 0 && (
          <Empty
            title="No contact queries found."
            text={filtered ? 'Nothing matches these filters.' : 'Your inbox is empty.'}
            action={
              filtered && (
                <Button variant="secondary" onClick={() => put({ search: '', show: '' })}>
                  Reset all filters
                </Button>
              )
            }
          />
        )}
        {data && data.items.length > 0 && (
          <div className={list.loading ? 'opacity-60 transition-opacity' : ''}>
            <QueryTable queries={data.items} {...acts} />
            <QueryCards queries={data.items} {...acts} />
            <Pages
              page={page}
              pages={Math.ceil(data.total / limit)}
              total={data.total}
              noun="message"
              onTurn={(to) => put({ page: String(to) })}
            />
          </div>
        )}
      </div>
      <Confirm
        open={going !== null}
        title="Delete this query?"
        action="Delete"
        onClose={() => setGoing(null)}
        onConfirm={async () => {
          if (going) await remove(going);
        }}
      >
        <p>
          What <strong>{going?.name}</strong> wrote ({going?.ticket}) leaves this list.
        </p>
      </Confirm>
    </>
  );
}
