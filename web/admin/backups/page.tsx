import { useQuery } from '@tanstack/react-query';
import { type BackupOverview, backupSettings } from '../../../shared/contract/backups.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, updateCached, useAction, useMay } from '../parts/data.ts';
import { Check, CountField } from '../parts/form/fields.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { formatBytes } from '../parts/text.ts';

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

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

function BackupForm({ overview }: { overview: BackupOverview }) {
  const { settings, defaultTarget, fixedHour } = overview;
  const mayChange = useMay()('settings.money');
  const form = useForm({
    start: {
      nightly: settings.nightly,
      hour: String(settings.hour),
      daily: String(settings.daily),
      weekly: String(settings.weekly),
      monthly: String(settings.monthly),
      target: settings.target,
    },
    check: (input) => errorsIn(backupSettings, requestOf(input)),
    async send(input) {
      const saved = await call('PUT /settings/backups', { body: backupSettings.parse(requestOf(input)) });
      updateCached('GET /settings/backups', () => saved);
      form.continueWith(input);
      toast('The settings were saved', 'success');
    },
    failed: 'The settings could not be saved. Please try again.',
  });
  return (
    <form {...form.props} aria-labelledby="backup-settings">
      <h2 id="backup-settings" className="mb-3 text-lg">
        Nightly backup
      </h2>
      {/* A minimum of 0 lets the fields become narrower than their content. */}
      <fieldset disabled={!mayChange} className="grid min-w-0 gap-5">
        {fixedHour === null ? (
          <>
            <Check tall {...form.flag('nightly')}>
              Back up every night
            </Check>
            {form.values.nightly && (
              <SelectField label="Hour (India)" {...form.field('hour')} className="max-w-52">
                {hours.map((hour) => (
                  <option key={hour} value={hour}>
                    {hour.padStart(2, '0')}:00
                  </option>
                ))}
              </SelectField>
            )}
          </>
        ) : (
          <p className="text-ink-soft">
            {fixedHour === 'off'
              ? 'The nightly backup is turned off by BACKUP_HOUR.'
              : `The shop backs up every night at ${String(fixedHour).padStart(2, '0')}:00 in India, as BACKUP_HOUR says.`}
          </p>
        )}
        <fieldset className="min-w-0">
          <legend className="mb-3">
            The newest backup of each of these days, weeks and months is retained. Others are deleted.
          </legend>
          <div className="grid grid-cols-3 gap-3 sm:gap-4">
            <CountField label="Days" maxLength={3} required {...form.field('daily')} />
            <CountField label="Weeks" maxLength={3} required {...form.field('weekly')} />
            <CountField label="Months" maxLength={3} required {...form.field('monthly')} />
          </div>
        </fieldset>
        <Field
          label="Folder or bucket"
          optional
          maxLength={500}
          spellCheck={false}
          autoCapitalize="none"
          placeholder={defaultTarget}
          hint="A folder on another disk, such as /mnt/backups, or s3://bucket/prefix. A backup on the disk of the shop is lost with that disk."
          {...form.field('target')}
        />
        <ErrorText>{form.failure}</ErrorText>
        {mayChange ? (
          <div>
            <Button type="submit" busy={form.busy}>
              Save
            </Button>
          </div>
        ) : (
          <p className="text-ink-soft">Your role can’t change these settings.</p>
        )}
      </fieldset>
    </form>
  );
}

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

const requestOf = (input: {
  nightly: boolean;
  hour: string;
  daily: string;
  weekly: string;
  monthly: string;
  target: string;
}) => ({
  nightly: input.nightly,
  hour: numberOf(input.hour),
  daily: numberOf(input.daily),
  weekly: numberOf(input.weekly),
  monthly: numberOf(input.monthly),
  target: input.target,
});
