import { type FormEvent, useId, useState } from 'react';
import { orderDate } from '../../../shared/order-date.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from './confirm.tsx';
import { useAction } from './data.ts';
import { EditDelete } from './icon-button.tsx';

/** A note that only admins see. Its author can change and delete it. */
export type Note = { _id: string; text: string; by: string; at: string; own: boolean; edited: boolean };

/** The calls for the notes of one object. */
export type NoteCalls = {
  add: (text: string) => Promise<unknown>;
  edit: (id: string, text: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
};

/** The internal notes of an order or a customer, newest first, with a form for a new one. */
export function Notes({ notes, calls, mayWrite }: { notes: Note[]; calls: NoteCalls; mayWrite: boolean }) {
  const [editing, setEditing] = useState<string>();
  const remove = useAction(calls.remove, 'The note could not be deleted. Please try again.');
  return (
    <div className="grid gap-3">
      {mayWrite && <NoteForm label="New note" action="Add note" onSave={calls.add} />}
      {notes.length === 0 && !mayWrite && <p className="text-ink-soft">No notes.</p>}
      {notes.length > 0 && (
        <ul aria-label="Notes" className="grid gap-2">
          {notes.toReversed().map((note) => (
            <li key={note._id} className="rounded-md bg-paper-deep px-3 py-2">
              {editing === note._id ? (
                <NoteForm
                  label="Note"
                  action="Save"
                  start={note.text}
                  onSave={async (text) => {
                    await calls.edit(note._id, text);
                    setEditing(undefined);
                  }}
                  onCancel={() => setEditing(undefined)}
                />
              ) : (
                <>
                  <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
                  <div className="flex items-center justify-between gap-2">
                    <p className="figures text-xs text-ink-soft">
                      {orderDate(note.at)} · {note.by}
                      {note.edited && ' · edited'}
                    </p>
                    {note.own && mayWrite && (
                      <EditDelete
                        name="note"
                        onEdit={() => setEditing(note._id)}
                        onDelete={() =>
                          confirm({
                            title: 'Delete this note?',
                            action: 'Delete',
                            text: 'The log keeps its text.',
                            onConfirm: () => remove.run(note._id),
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
