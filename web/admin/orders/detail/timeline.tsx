import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OrderActivity } from '../../../../shared/contract/orders/order-activity.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { read, useMay } from '../../parts/data.ts';
import { Section } from '../../parts/page/section.tsx';
import { capitalized } from '../../parts/text.ts';

type Entry = { at: string; by: string; heading: string; text: string; mailId: string | null };

/** What happened to an order: its events, and for admins who see all orders the mails, documents and logged actions. */
export function Timeline({ order }: { order: AdminOrder }) {
  const may = useMay();
  const params = { id: order._id };
  const activity = useQuery({
    ...read('GET /order/admin/:id/activity', { params }),
    enabled: may('orders.viewAll'),
  });
  // Of the same second, an event comes before the document or mail that it caused.
  const second = ({ at }: Entry) => at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const entries = [...eventsOf(order), ...(activity.data ?? []).map(activityEntry)].toSorted((a, b) =>
    second(a).localeCompare(second(b)),
  );
  return (
    <Section title="Timeline">
      <ol className="grid gap-2 border-l-2 border-line pl-3">
        {entries.map(({ at, by, heading, text, mailId }) => (
          <li key={`${at} ${heading} ${text}`} className="wrap-anywhere">
            {heading && <span className="block font-medium">{heading}</span>}
            {mailId && may('mails.manage') ? (
              <Link
                to={`/admin/mail?mail=${mailId}`}
                className="block text-press underline-offset-4 hover:underline"
              >
                {text}
              </Link>
            ) : (
              text && <span className="block whitespace-pre-line">{text}</span>
            )}
            <span className="figures block text-xs text-ink-soft">
              {orderDate(at)} · {by}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function eventsOf({ timeline }: AdminOrder): Entry[] {
  return timeline.map(({ at, by, status, note, internal, note_id }, i) => ({
    at,
    by: internal && !note_id ? `${by} · not shown to the shopper` : by,
    heading: note_id ? 'Note' : status === timeline[i - 1]?.status ? '' : capitalized(status),
    text: note,
    mailId: null,
  }));
}

const activityEntry = ({ at, by, text, mail_id }: OrderActivity): Entry => ({
  at,
  by,
  heading: '',
  text,
  mailId: mail_id,
});
