import { useQuery } from '@tanstack/react-query';
import type { BackupOverview } from '../../../shared/contract/backups.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { formatBytes } from '../parts/text.ts';
import { BackupForm } from './form.tsx';

const POLL_MS = 1000;

/** The last good backup, a backup now, and the settings of the nightly one. */
export default function BackupsPage() {
  const backups = useQuery({
    ...read('GET /settings/backups'),
    refetchInterval: ({ state }) => (state.data?.run?.finished === false ? POLL_MS : false),
  });
  const start = useAction(async () => {
    await call('POST /settings/backups/start');
    await invalidate('GET /settings/backups');
  }, 'The backup could not be started. Please try again.');
  const isRunning = backups.data?.run?.finished === false;
  return (
    <>
      <SettingsHead title="Backups">
        <Button busy={start.busy || isRunning} onClick={() => start.run()}>
          Back up now
        </Button>
      </SettingsHead>
      <Loaded query={backups} failed="Failed to load backups. Please try again.">
        {(data) => (
          <div className="grid max-w-3xl gap-8">
            <State overview={data} />
            <BackupForm overview={data} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function State({ overview: { last, run } }: { overview: BackupOverview }) {
  return (
    <section aria-labelledby="last-backup" className="grid gap-3">
      <h2 id="last-backup" className="text-lg">
        Last good backup
      </h2>
      {last ? (
        <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[8rem_minmax(0,1fr)]">
          <dt className="text-ink-soft">Made</dt>
          <dd className="figures">{orderDate(last.at)}</dd>
          <dt className="text-ink-soft">Size</dt>
          <dd className="figures">{formatBytes(last.bytes)}</dd>
          <dt className="text-ink-soft">Stored in</dt>
          <dd className="wrap-anywhere">{last.file}</dd>
          <dt className="text-ink-soft">Verified</dt>
          <dd>Restored to a temporary database and audited without errors</dd>
        </dl>
      ) : (
        <p className="text-ink-soft">There is no backup yet.</p>
      )}
      <div role="status">
        {run && !run.finished && (
          <p className="flex items-center gap-3">
            <Spinner /> Backup in progress: {run.step}
          </p>
        )}
      </div>
      {run?.finished && run.error && (
        <Notice tone="error" className="wrap-anywhere">
          The backup of {orderDate(run.startedAt)} failed: {run.error}
        </Notice>
      )}
    </section>
  );
}
