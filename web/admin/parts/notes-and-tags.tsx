import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { maxTags, type TagChange, tagName } from '../../../shared/contract/accounts/notes-and-tags.ts';
import type { Route } from '../../../shared/contract/calls.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from './confirm.tsx';
import { invalidate, read, useAction } from './data.ts';
import { Suggestions } from './form/fields.tsx';
import { EditDelete } from './icon-button.tsx';
import { ErrorText } from './page/error-banner.tsx';
import { Section } from './page/section.tsx';

type Base = '/order/admin' | '/customers';

type Subject = { base: Base; id: string; mayWrite: boolean };

const shownBy: Record<Base, Route[]> = {
  '/order/admin': ['GET /order/admin/:id', 'GET /order/admin', 'GET /order/admin/:id/activity'],
  '/customers': ['GET /customers/:id', 'GET /customers'],
};

/** A note that only admins see. Its author can change and delete it. */
type Note = { _id: string; text: string; by: string; at: string; own: boolean; edited: boolean };

/** The internal notes of an order or a customer, newest first, with a form for a new one. */
export function Notes({ base, id, mayWrite, notes }: Subject & { notes: Note[] }) {
  const [editing, setEditing] = useState<string>();
  const changed = () => invalidate(...shownBy[base]);
  return (
    <Section title="Notes">
      <div className="grid gap-3">
        {mayWrite && (
          <NoteForm
            label="New note"
            action="Add note"
            onSave={async (text) => {
              await call(`POST ${base}/:id/notes`, { params: { id }, body: { text } });
              await changed();
            }}
          />
        )}
        {notes.length === 0 && !mayWrite && <p className="text-ink-soft">No notes.</p>}
        {notes.length > 0 && (
          <ul aria-label="Notes" className="grid gap-2">
            {notes.toReversed().map(({ _id: note, text, at: writtenAt, by, own, edited }) => (
              <li key={note} className="rounded-md bg-paper-deep px-3 py-2">
                {editing === note ? (
                  <NoteForm
                    label="Note"
                    action="Save"
                    start={text}
                    onSave={async (changedText) => {
                      const params = { id, note };
                      await call(`PUT ${base}/:id/notes/:note`, { params, body: { text: changedText } });
                      await changed();
                      setEditing(undefined);
                    }}
                    onCancel={() => setEditing(undefined)}
                  />
                ) : (
                  <>
                    <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                    <div className="flex items-center justify-between gap-2">
                      <p className="figures text-xs text-ink-soft">
                        {orderDate(writtenAt)} · {by}
                        {edited && ' · edited'}
                      </p>
                      {own && mayWrite && (
                        <EditDelete
                          name="note"
                          onEdit={() => setEditing(note)}
                          onDelete={() =>
                            confirm({
                              title: 'Delete this note?',
                              text: 'The log keeps its text.',
                              failed: 'The note could not be deleted. Please try again.',
                              async onConfirm() {
                                await call(`DELETE ${base}/:id/notes/:note`, { params: { id, note } });
                                await changed();
                              },
                            })
                          }
                        />
                      )}
                    </div>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function NoteForm(props: {
  label: string;
  action: string;
  start?: string;
  onSave: (text: string) => Promise<unknown>;
  onCancel?: () => void;
}) {
  const { label, action, start = '', onSave, onCancel } = props;
  const id = useId();
  const [text, setText] = useState(start);
  const save = useAction(async () => {
    await onSave(text);
    setText('');
  }, 'The note could not be saved. Please try again.');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() && !save.busy) void save.run();
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        value={text}
        placeholder="Only admins see notes"
        onChange={(event) => setText(event.target.value)}
        className="input"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" busy={save.busy} disabled={!text.trim()}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

/** The tags of an order or a customer, with a field that suggests those in use. */
export function Tags({ base, id, mayWrite, tags }: Subject & { tags: string[] }) {
  const suggestions = useQuery(read(`GET ${base}/tags`)).data ?? [];
  const list = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const change = useAction(async (body: TagChange) => {
    await call(`PATCH ${base}/:id/tags`, { params: { id }, body });
    await invalidate(...shownBy[base], `GET ${base}/tags`);
  }, 'The tags could not be saved. Please try again.');

  async function add(event: FormEvent) {
    event.preventDefault();
    const tag = tagName.safeParse(text);
    if (!tag.success) return setError(tag.error.issues[0]?.message ?? '');
    await change.run({ add: [tag.data], remove: [] });
    setText('');
  }

  return (
    <Section title="Tags">
      <div className="grid gap-2">
        {tags.length > 0 ? (
          <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li
                key={tag}
                className="inline-flex min-h-8 items-center gap-1 rounded-full bg-paper-deep px-3 wrap-anywhere"
              >
                {tag}
                {mayWrite && (
                  <button
                    type="button"
                    aria-label={`Remove tag ${tag}`}
                    disabled={change.busy}
                    onClick={() => change.run({ add: [], remove: [tag] })}
                    className="-mr-2 grid size-8 shrink-0 place-items-center rounded-full text-ink-soft hover:text-madder"
                  >
                    <X className="size-3.5" />
                  </button>
                )}
              </li>
            ))}
          </ul>
        ) : (
          !mayWrite && <p className="text-ink-soft">No tags.</p>
        )}
        {mayWrite && tags.length < maxTags && (
          <form onSubmit={add} className="flex gap-2">
            <label className="min-w-0 flex-1">
              <span className="sr-only">New tag</span>
              <input
                list={list}
                value={text}
                maxLength={40}
                placeholder="Add a tag"
                autoComplete="off"
                onChange={(event) => {
                  setText(event.target.value);
                  setError('');
                }}
                className="office-input h-full w-full"
              />
            </label>
            <Suggestions id={list} words={suggestions.filter((tag) => !tags.includes(tag))} />
            <Button type="submit" variant="secondary" busy={change.busy} disabled={!text.trim()}>
              Add
            </Button>
          </form>
        )}
        <ErrorText>{error}</ErrorText>
      </div>
    </Section>
  );
}
