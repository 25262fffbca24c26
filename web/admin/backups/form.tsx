import { type BackupOverview, backupSettings } from '../../../shared/contract/backups.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { updateCached } from '../parts/data.ts';
import { Check, CountField } from '../parts/form/fields.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { useMay } from '../parts/me.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

/** Schedule, retention and target of backups. Only admins who may change the settings of money and security can save. */
export function BackupForm({ overview }: { overview: BackupOverview }) {
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
