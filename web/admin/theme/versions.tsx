import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ThemeVersion } from '../../../shared/contract/design.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { themeDifferences } from '../../../shared/theme/differences.ts';
import type { Theme } from '../../../shared/theme/theme.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { NewTab, SkeletonRows } from '../parts/page/page-head.tsx';
import { CopyText } from '../settings/parts.tsx';
import type { Draft } from './draft.ts';

/** What differs between two themes. */
export function Differences({ title, from, to }: { title: string; from: Theme; to: Theme }) {
  const sentences = themeDifferences(from, to);
  return (
    <div>
      <p className="font-medium">{title}</p>
      <ul className="mt-1 list-disc pl-5 text-ink-soft">
        {(sentences.length > 0 ? sentences : ['Nothing']).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}

type DialogProps = { open: boolean; onClose: () => void };

/** Everything that was published, to be compared, named and restored. */
export function VersionsDialog({ draft, open, onClose }: DialogProps & { draft: Draft }) {
  const versions = useQuery({ ...read('GET /design/theme/versions'), enabled: open });
  return (
    <Dialog open={open} onClose={onClose} title="Versions" variant="right">
      <div className="p-5 text-sm">
        <Loaded
          query={versions}
          failed="Failed to load data. Please try again."
          loading={<SkeletonRows rows={3} />}
        >
          {(list) =>
            list.length > 0 ? (
              <ul className="divide-y divide-line">
                {list.map((version, i) => (
                  <Version
                    key={version._id}
                    version={version}
                    isNewest={i === 0}
                    draft={draft}
                    onRestored={onClose}
                  />
                ))}
              </ul>
            ) : (
              <Empty
                level={3}
                title="Nothing published yet"
                text="Each look that you publish is listed here, and can be restored."
              />
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

type VersionProps = { version: ThemeVersion; isNewest: boolean; draft: Draft; onRestored: () => void };

function Version({ version, isNewest, draft, onRestored }: VersionProps) {
  const { _id, document, publishedAt, publishedBy } = version;
  const [isComparing, setIsComparing] = useState(false);
  const [name, setName] = useState(version.name);
  const params = { id: _id };
  const rename = useAction(async () => {
    await call('PATCH /design/theme/versions/:id', { params, body: { name } });
    await invalidate('GET /design/theme/versions');
    toast('Name saved', 'success');
  }, 'The name could not be saved. Please try again.');
  const restore = useAction(async () => {
    const restoring = (number: number) =>
      call('POST /design/theme/versions/:id/restore', { params, body: { version: number } });
    if (!(await draft.act(restoring))) return;
    toast('Restored as the draft', 'success');
    onRestored();
  }, 'The version could not be restored. Please try again.');
  const day = orderDate(publishedAt);
  return (
    <li className="grid gap-3 py-4">
      <p className="wrap-anywhere">
        <span className="block font-medium">{version.name || day}</span>
        <span className="text-ink-soft">
          {[isNewest && 'Published now', version.name && day, publishedBy].filter(Boolean).join(' · ')}
        </span>
      </p>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void rename.run();
        }}
      >
        <Field
          label="Name"
          optional
          name="name"
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
          className="min-w-0 grow"
        />
        <Button type="submit" variant="secondary" busy={rename.busy} disabled={name === version.name}>
          Save name
        </Button>
      </form>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" aria-expanded={isComparing} onClick={() => setIsComparing(!isComparing)}>
          Compare
        </Button>
        <Button variant="secondary" busy={restore.busy} onClick={() => restore.run()}>
          Restore
        </Button>
      </div>
      {isComparing && <Comparison draft={draft} document={document} />}
    </li>
  );
}

function Comparison({ draft, document }: { draft: Draft; document: Theme }) {
  const { theme } = draft.use();
  return <Differences title="Restoring it would change" from={theme} to={document} />;
}

/** The link with which others see the draft. */
export function ShareDialog({ open, onClose }: DialogProps) {
  const link = useQuery({ ...read('POST /design/link'), enabled: open });
  return (
    <Dialog open={open} onClose={onClose} title="Share the draft">
      <div className="grid gap-4 p-5 text-sm">
        <Loaded
          query={link}
          failed="The link could not be made. Please try again."
          loading={<SkeletonRows rows={1} />}
        >
          {({ token, expiresAt }) => {
            const address = `${location.origin}/?draft=${token}`;
            return (
              <>
                <p>Anyone who opens this link sees the shop with all drafts, until {orderDate(expiresAt)}.</p>
                <CopyText label="Link to the draft" text={address} />
                <NewTab
                  href={`https://wa.me/?text=${encodeURIComponent(address)}`}
                  className="button button-secondary button-md w-fit"
                >
                  Send by WhatsApp
                </NewTab>
              </>
            );
          }}
        </Loaded>
      </div>
    </Dialog>
  );
}
