import { Link } from 'react-router';
import type { RemittanceResult } from '../../../shared/contract/orders/cod.ts';
import { shortRupees } from '../../../shared/money.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { invalidate } from '../parts/data.ts';
import { FileChoice, useCheckedFile } from '../parts/form/file-choice.tsx';
import { BackLink, PageHead } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';

type Line = RemittanceResult['lines'][number];

/** What couriers have collected and passed on, compared with the orders that are paid on delivery, and recorded. */
export default function Remittances() {
  const { file, result, busy, check, save } = useCheckedFile(async (body, saves) => {
    const query = { apply: saves ? 'true' : 'false' } as const;
    const reply = await call('POST /cod-remittances', { body, query, noTimeout: true });
    if (saves) await invalidate('GET /order/admin', 'GET /order/admin/:id', 'GET /order/admin/stats');
    return reply;
  }, 'The file could not be read. Please try again.');
  const matched = result?.lines.filter(({ state }) => state === 'matched') ?? [];
  const sum = matched.reduce((total, { amount }) => total + (amount ?? 0), 0);
  const rest = (result?.lines.length ?? 0) - matched.length;
  return (
    <>
      <BackLink to="/admin/orders">All orders</BackLink>
      <PageHead title="Courier payments" />
      <p className="mb-4 max-w-2xl text-ink-soft">
        Choose the list of cash on delivery that your courier has paid out to you: a CSV file with the columns
        “Tracking number” or “Order number”, “Amount”, and “Date”. You see what agrees before anything is
        recorded. A parcel in transit becomes delivered, and its order paid.
      </p>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <FileChoice onChoose={check}>Choose CSV</FileChoice>
        {file && result && !result.applied && matched.length > 0 && (
          <Button busy={busy} onClick={save}>
            Record {counted(matched.length, 'payment')}
          </Button>
        )}
        <span role="status" className="text-ink-soft">
          {busy ? 'Reading…' : file?.name}
        </span>
      </div>
      {result && (
        <>
          <Notice role="status" tone={result.applied ? 'success' : 'info'} className="mb-4">
            {`${counted(matched.length, 'payment')} of ${shortRupees(sum)} ${result.applied ? 'recorded' : 'can be recorded'}; ${counted(rest, 'other line')}.`}
          </Notice>
          <ul className="divide-y divide-line rounded-md bg-card ring-1 ring-line">
            {result.lines.map((line) => (
              <LineOfFile key={line.line} line={line} isApplied={result.applied} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const badges: Record<Line['state'], [words: string, tone: 'success' | 'plain' | 'warning' | 'danger']> = {
  matched: ['Agrees', 'success'],
  known: ['Known', 'plain'],
  difference: ['Differs', 'danger'],
  unknown: ['Not found', 'warning'],
};

function LineOfFile({ line, isApplied }: { line: Line; isApplied: boolean }) {
  const [words, tone] = badges[line.state];
  const name = [line.order_number, line.trackingNumber].filter(Boolean).join(' · ') || `Line ${line.line}`;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-3 py-2">
      <span className="min-w-0 wrap-anywhere">
        {line.order_id ? (
          <Link
            to={`/admin/orders/${line.order_id}`}
            className="text-press underline-offset-4 hover:underline"
          >
            {name}
          </Link>
        ) : (
          name
        )}
        {line.date && <span className="figures text-ink-soft"> · {line.date}</span>}
      </span>
      <span className="figures text-right">{line.amount === null ? '—' : shortRupees(line.amount)}</span>
      <span className="text-xs text-ink-soft">
        {isApplied && line.state === 'matched' ? 'Recorded' : line.message}
      </span>
      <span className="text-right">
        <Badge tone={tone}>{words}</Badge>
      </span>
    </li>
  );
}
