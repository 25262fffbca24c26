import { useQuery } from '@tanstack/react-query';
import type { TagChange } from '../../../../shared/contract/notes-and-tags.ts';
import type { AdminOrder } from '../../../../shared/contract/orders.ts';
import { call } from '../../../api.ts';
import { invalidate, read } from '../../parts/data.ts';
import { useMay } from '../../parts/me.ts';
import { Notes } from '../../parts/notes.tsx';
import { Tags } from '../../parts/tags.tsx';
import { Section } from '../section.tsx';
import { orderChanged } from '../show-order.ts';

/** The tags and the internal notes of an order. */
export function NotesAndTags({ order }: { order: AdminOrder }) {
  const mayWrite = useMay()('orders.fulfil');
  const suggestions = useQuery(read('GET /order/admin/tags')).data ?? [];
  const { _id: id } = order;

  async function change(send: Promise<AdminOrder>) {
    orderChanged(await send);
    void invalidate('GET /order/admin/:id/activity');
  }
  async function changeTags(body: TagChange) {
    await change(call('PATCH /order/admin/:id/tags', { params: { id }, body }));
    void invalidate('GET /order/admin/tags');
  }

  const notes = order.timeline.flatMap(({ note_id, note, ...event }) =>
    note_id ? { ...event, _id: note_id, text: note } : [],
  );
  return (
    <>
      <Section title="Tags">
        <Tags tags={order.tags} suggestions={suggestions} mayChange={mayWrite} onChange={changeTags} />
      </Section>
      <Section title="Notes">
        <Notes
          notes={notes}
          mayWrite={mayWrite}
          calls={{
            add: (text) => change(call('POST /order/admin/:id/notes', { params: { id }, body: { text } })),
            edit: (note, text) =>
              change(call('PUT /order/admin/:id/notes/:note', { params: { id, note }, body: { text } })),
            remove: (note) => change(call('DELETE /order/admin/:id/notes/:note', { params: { id, note } })),
          }}
        />
      </Section>
    </>
  );
}
