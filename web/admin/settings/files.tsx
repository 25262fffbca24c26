import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { bucketAccess, type FileSettings } from '../../../shared/contract/settings.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { read, updateCached, useAction, useMay } from '../parts/data.ts';
import { SecretField } from '../parts/form/fields.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { Card, FixedNotice } from './parts.tsx';

/** Where pictures, documents and backups are stored. */
export default function FilesPage() {
  const files = useQuery(read('GET /settings/files'));
  return (
    <>
      <SettingsHead title="Files" />
      <Loaded query={files} failed="Failed to load the settings of files. Please try again.">
        {(settings) => (
          <div className="grid max-w-3xl gap-5">
            <Store settings={settings} />
            <Backups />
            <BucketAccessForm settings={settings} />
          </div>
        )}
      </Loaded>
    </>
  );
}

type Props = { settings: FileSettings };

function Store({ settings: { store, where } }: Props) {
  const test = useAction(async () => {
    await call('POST /settings/files/test');
    toast('A file was written and removed.', 'success');
  }, 'The test could not be made. Please try again.');
  return (
    <Card
      title="Pictures and documents"
      hint={
        store === 'bucket'
          ? 'They are stored in a bucket, which is set outside of the shop.'
          : 'They are stored on this machine. A bucket is needed only if several machines serve the shop.'
      }
    >
      <p className="wrap-anywhere">
        {store === 'bucket' ? 'Bucket' : 'Folder'}: <code>{where}</code>
      </p>
      <div>
        <Button variant="secondary" busy={test.busy} onClick={() => test.run()}>
          Write a test file
        </Button>
      </div>
    </Card>
  );
}

/** Where the newest good backup lies, and that it was restored on trial. */
function Backups() {
  const backups = useQuery(read('GET /settings/backups'));
  return (
    <Card
      title="Backups"
      hint="Each backup is restored on trial and checked before it counts as good."
      aside={
        <Link to="/admin/backups" className="text-press underline underline-offset-4">
          Backups
        </Link>
      }
    >
      <Loaded query={backups} failed="Failed to load backups. Please try again.">
        {({ last, settings, defaultTarget }) => (
          <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[10rem_minmax(0,1fr)]">
            <dt className="text-ink-soft">Stored in</dt>
            <dd className="wrap-anywhere">{settings.target || defaultTarget}</dd>
            <dt className="text-ink-soft">Restored on trial</dt>
            <dd className="wrap-anywhere">{last ? `${orderDate(last.at)} (${last.file})` : 'Not yet'}</dd>
          </dl>
        )}
      </Loaded>
    </Card>
  );
}

const inputOf = ({ backups: { region, endpoint, keyId } }: FileSettings) => ({
  region,
  endpoint,
  keyId,
  secretAccessKey: '',
});

const requestOf = ({ secretAccessKey, ...input }: ReturnType<typeof inputOf>) => ({
  ...input,
  ...(secretAccessKey && { secretAccessKey }),
});

/** The access to a bucket for backups; which bucket, is a setting of the nightly backup. */
function BucketAccessForm({ settings }: Props) {
  const { fixedBy, keyId } = settings.backups;
  const mayChange = useMay()('settings.money');
  const form = useForm({
    start: inputOf(settings),
    check: (input) => errorsIn(bucketAccess, requestOf(input)),
    async send(input) {
      const saved = await call('PUT /settings/files/backups', {
        body: bucketAccess.parse(requestOf(input)),
      });
      updateCached('GET /settings/files', () => saved);
      form.continueWith(inputOf(saved));
      toast('Saved. Enter the bucket under Backups, where it is tried.', 'success');
    },
    failed: 'The access could not be saved. Please try again.',
  });
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false };
  return (
    <Card
      title="Bucket for backups"
      hint="A backup on the same machine is lost with it. With a bucket of Amazon S3 or a compatible service, backups can be stored elsewhere: enter its access here, then s3://bucket/prefix under Backups."
    >
      <FixedNotice fixedBy={fixedBy} />
      {!fixedBy && (
        <form {...form.props} aria-label="Bucket for backups">
          <LeaveGuard wouldLose={form.wouldLose} />
          <fieldset disabled={!mayChange} className="grid min-w-0 gap-4 sm:grid-cols-2">
            <Field label="Access key" maxLength={500} required {...plain} {...form.field('keyId')} />
            <SecretField label="Secret key" isStored={keyId !== ''} {...form.field('secretAccessKey')} />
            <Field
              label="Region"
              optional
              maxLength={100}
              placeholder="ap-south-1"
              {...plain}
              {...form.field('region')}
            />
            <Field
              label="Address of the service"
              optional
              maxLength={300}
              inputMode="url"
              hint="Empty for Amazon S3."
              {...plain}
              {...form.field('endpoint')}
            />
            <div className="grid gap-3 sm:col-span-2">
              <ErrorText>{form.failure}</ErrorText>
              <div>
                <Button type="submit" busy={form.busy}>
                  Save
                </Button>
              </div>
            </div>
          </fieldset>
        </form>
      )}
    </Card>
  );
}
