import { useEffect, useState } from 'react';
import { type ReportReason, reportLabels, reportReasons } from '../../../shared/products/review-rules.ts';
import { call } from '../../api.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { toast } from '../../ui/toast.tsx';

const voterKey = 'review_voter';
const votesKey = 'review_votes';
const maxVotes = 200;

/** The random text that stands for this browser in votes. */
function voter(): string {
  const stored = readStored(voterKey);
  if (stored) return stored;
  const fresh = crypto.randomUUID();
  writeStored(voterKey, fresh);
  return fresh;
}

const storedVotes = (): string[] => (readStored(votesKey) ?? '').split(' ').filter(Boolean);

export function ReviewActions({ id, helpful }: { id: string; helpful: number }) {
  const [count, setCount] = useState(helpful);
  const [isMine, setIsMine] = useState(false);
  const [isReporting, setIsReporting] = useState(false);
  useEffect(() => setIsMine(storedVotes().includes(id)), [id]);

  async function vote() {
    const wanted = !isMine;
    try {
      const reply = await call('POST /reviews/:id/helpful', {
        params: { id },
        body: { voter: voter(), helpful: wanted },
      });
      setCount(reply.helpful);
      setIsMine(wanted);
      const others = storedVotes().filter((storedVote) => storedVote !== id);
      writeStored(votesKey, [...others, ...(wanted ? [id] : [])].slice(-maxVotes).join(' '));
    } catch {
      toast('Your vote could not be counted. Please try again.', 'error');
    }
  }

  async function report(reason: ReportReason) {
    setIsReporting(false);
    try {
      await call('POST /reviews/:id/report', { params: { id }, body: { reason } });
      toast('Thank you. The shop will look at this review.', 'success');
    } catch {
      toast('The report could not be sent. Please try again.', 'error');
    }
  }

  return (
    <div className="mt-3 text-sm noscript:hidden">
      <div className="flex flex-wrap items-center gap-x-5">
        <button
          type="button"
          aria-pressed={isMine}
          onClick={vote}
          className="review-action aria-pressed:text-leaf"
        >
          Helpful{count > 0 && ` (${count})`}
        </button>
        <button
          type="button"
          aria-expanded={isReporting}
          onClick={() => setIsReporting(!isReporting)}
          className="review-action"
        >
          Report
        </button>
      </div>
      {isReporting && (
        <fieldset className="mt-1">
          <legend className="text-ink-soft">Why should the shop look at this review?</legend>
          <div className="flex flex-wrap gap-x-5">
            {reportReasons.map((reason) => (
              <button key={reason} type="button" onClick={() => report(reason)} className="review-action">
                {reportLabels[reason]}
              </button>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
