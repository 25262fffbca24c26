import { useQuery } from '@tanstack/react-query';
import type { Move } from '../../../shared/contract/moves.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached } from '../parts/data.ts';
import { JobPanel } from '../parts/job-panel.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { Section } from '../parts/page/section.tsx';
import { counted } from '../parts/text.ts';
import { Draft } from './draft.tsx';
import { Preview } from './preview.tsx';
import { kindNames } from './words.ts';

const pollMs = 1500;
const isRunning = ({ state }: Move) => state === 'importing' || state === 'undoing';
const isReading = ({ state, files }: Move) =>
  state === 'draft' && files.some(({ read: isRead, problem }) => !isRead && !problem);

/** Moving a whole shop: its export files, what an import would do, the import and its undo. */
export default function MovePage() {
  const query = useQuery({
    ...read('GET /moves'),
    refetchInterval: ({ state }) =>
      state.data?.some((item) => isRunning(item) || isReading(item)) ? pollMs : false,
  });
  return (
    <>
      <SettingsHead title="Move a shop" />
      <Loaded query={query} failed="The moves could not be loaded. Please try again.">
        {(moves) => {
          const draft = moves.find(({ state }) => state === 'draft');
          const running = moves.find(isRunning);
          const past = moves.filter((item) => item !== draft && item !== running);
          return (
            <div className="grid gap-8">
              {running ? <Running move={running} /> : <Draft draft={draft} onChange={show} />}
              {past.map((item) => (
                <Past key={item._id} move={item} />
              ))}
            </div>
          );
        }}
      </Loaded>
    </>
  );
}

/** Shows the changed move at once; the list follows. */
function show(changed: Move) {
  updateCached('GET /moves', (moves) =>
    moves.some(({ _id }) => _id === changed._id)
      ? moves.map((item) => (item._id === changed._id ? changed : item))
      : [changed, ...moves],
  );
  void invalidate('GET /moves');
}

function Running({ move }: { move: Move }) {
  const isUndo = move.state === 'undoing';
  return (
    <JobPanel
      label="Move"
      job={{ done: move.done, total: Math.max(1, move.total), finished: false, finishedAt: null }}
      missing={false}
      subject={isUndo ? 'Undoing the move' : 'Moving the shop'}
      changes="shop"
      result=""
    >
      <p className="mt-2 text-ink-soft">You can leave this page: the work goes on, also after a restart.</p>
    </JobPanel>
  );
}

const standing = {
  draft: 'Draft',
  importing: 'Running',
  imported: 'Moved',
  undoing: 'Running',
  undone: 'Undone',
} as const;

function Past({ move }: { move: Move }) {
  const { _id: id, state, finishedAt, undoneAt, createdAt, files, cantUndo, remains } = move;
  const undo = () =>
    confirm({
      title: 'Undo the whole move?',
      action: 'Undo the move',
      text: (
        <p>
          Everything that this move has created is removed: products, customers, old orders, discounts,
          redirects and reviews. Gift cards that were not mailed are cancelled. Customers who have signed in
          meanwhile stay.
        </p>
      ),
      failed: 'The move could not be undone. Please try again.',
      onConfirm: async () => show(await call('POST /moves/:id/undo', { params: { id } })),
    });
  const isMoved = state === 'imported';
  return (
    <Section
      title={`Move of ${orderDate(finishedAt ?? createdAt)}`}
      action={<Badge tone={isMoved ? 'success' : 'plain'}>{standing[state]}</Badge>}
    >
      <p className="mb-3 text-ink-soft wrap-anywhere">{files.map(({ name }) => name).join(', ')}</p>
      {undoneAt && <p className="mb-3">{`It was undone on ${orderDate(undoneAt)}.`}</p>}
      {remains.map(({ kind, count }) => (
        <p key={kind} className="mb-3">
          {`${kindNames[kind]}: ${counted(count, 'record')} stayed, because they were used meanwhile.`}
        </p>
      ))}
      {isMoved && (
        <>
          <Preview move={move} />
          <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
            <TextLink href={`/admin/move/${id}`}>Compare with the files</TextLink>
            <TextLink href="/admin/former-orders">Old orders</TextLink>
            {files.some(({ kind }) => kind === 'customers') && (
              <TextLink href="/admin/customers">Customers, to invite them</TextLink>
            )}
            {files.some(({ kind }) => kind === 'products') && (
              <TextLink href="/admin/products/import">Pictures of products</TextLink>
            )}
            {cantUndo ? (
              <p className="text-ink-soft">{cantUndo}</p>
            ) : (
              <Button variant="secondary" onClick={undo}>
                Undo the move
              </Button>
            )}
          </div>
        </>
      )}
    </Section>
  );
}
