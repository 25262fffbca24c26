import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DesignVersion } from '../../../../shared/contract/design.ts';
import { orderDate } from '../../../../shared/orders/order-date.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { type CallQuery, useAction } from '../data.ts';
import { Loaded } from '../page/loaded.tsx';

type Reads<Document> = {
  /** What was published in a version. */
  readVersion: (id: string) => CallQuery<Document>;
  /** What differs from the version that is edited now, in words. */
  differences: (version: Document) => string[];
};

/** What was published before: each version can be named and made the draft. */
export function VersionsDialog<Document>(
  props: Reads<Document> & {
    list: UseQueryResult<DesignVersion[]>;
    onName: (id: string, name: string) => Promise<unknown>;
    onRestore: (id: string) => Promise<unknown>;
    onClose: () => void;
  },
) {
  const { list, onName, onRestore, onClose, ...reads } = props;
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Dialog open onClose={onClose} title="Versions" variant="right">
      <div className="grid gap-4 p-5 text-sm">
        <p className="text-ink-soft">
          Each time you publish, a version is stored: the last 50, and all that have a name.
        </p>
        <Loaded query={list} failed="Failed to load the versions. Please try again.">
          {(versions) => (
            <ul className="divide-y divide-line border-y border-line empty:hidden">
              {versions.map((version, i) => (
                <li key={version._id} className="py-2">
                  <button
                    type="button"
                    aria-expanded={open === version._id}
                    onClick={() => setOpen(open === version._id ? null : version._id)}
                    className="w-full min-h-11 rounded-md px-2 py-1 text-left hover:bg-paper-deep"
                  >
                    <span className="block font-medium wrap-anywhere">
                      {version.name || orderDate(version.publishedAt)}
                    </span>
                    <span className="block text-xs text-ink-soft">
                      {[
                        version.name && orderDate(version.publishedAt),
                        version.publishedBy,
                        i === 0 && 'published now',
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </button>
                  {open === version._id && (
                    <Details
                      {...reads}
                      version={version}
                      onName={(name) => onName(version._id, name)}
                      onRestore={() => onRestore(version._id)}
                    />
                  )}
                </li>
              ))}
              {versions.length === 0 && (
                <li className="py-3 text-ink-soft">Nothing has been published here yet.</li>
              )}
            </ul>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Details<Document>(
  props: Reads<Document> & {
    version: DesignVersion;
    onName: (name: string) => Promise<unknown>;
    onRestore: () => Promise<unknown>;
  },
) {
  const { version, readVersion, differences, onRestore } = props;
  const query = useQuery(readVersion(version._id));
  const [name, setName] = useState(version.name);
  const naming = useAction(() => props.onName(name), 'The name could not be saved. Please try again.');
  return (
    <div className="grid gap-3 p-2">
      <Loaded query={query} failed="Failed to load the version. Please try again.">
        {(document) => (
          <>
            <Differences
              title="Restoring it changes the draft"
              words={differences(document)}
              same="The draft is the same as this version."
            />
            <Button variant="secondary" action={async () => void (await onRestore())} className="w-fit">
              Restore as draft
            </Button>
          </>
        )}
      </Loaded>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void naming.run();
        }}
        className="flex items-end gap-2"
      >
        <Field
          label="Name"
          optional
          name="version-name"
          maxLength={60}
          placeholder="Before Diwali"
          value={name}
          onChange={({ target }) => setName(target.value)}
          className="grow"
        />
        <Button type="submit" variant="secondary" busy={naming.busy} disabled={name === version.name}>
          Save name
        </Button>
      </form>
    </div>
  );
}

/** What differs, as a list. */
export function Differences({ title, words, same }: { title: string; words: string[]; same: string }) {
  if (words.length === 0) return <p className="text-ink-soft">{same}</p>;
  return (
    <div>
      <p className="font-medium">{title}</p>
      <ul className="mt-1 ml-5 list-disc text-ink-soft">
        {words.map((text) => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
