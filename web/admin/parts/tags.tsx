import { X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { maxTags, type TagChange, tagName } from '../../../shared/contract/notes-and-tags.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from './data.ts';
import { ErrorText } from './page/error-banner.tsx';

/** The tags of an order or a customer, with a field that suggests those in use. */
export function Tags(props: {
  tags: string[];
  suggestions: string[];
  mayChange: boolean;
  onChange: (change: TagChange) => Promise<unknown>;
}) {
  const { tags, suggestions, mayChange, onChange } = props;
  const list = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const change = useAction(onChange, 'The tags could not be saved. Please try again.');

  async function add(event: FormEvent) {
    event.preventDefault();
    const tag = tagName.safeParse(text);
    if (!tag.success) return setError(tag.error.issues[0]?.message ?? '');
    await change.run({ add: [tag.data], remove: [] });
    setText('');
  }

  return (
    <div className="grid gap-2">
      {tags.length > 0 ? (
        <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex min-h-8 items-center gap-1 rounded-full bg-paper-deep px-3 wrap-anywhere"
            >
              {tag}
              {mayChange && (
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
        !mayChange && <p className="text-ink-soft">No tags.</p>
      )}
      {mayChange && tags.length < maxTags && (
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
          <datalist id={list}>
            {suggestions
              .filter((each) => !tags.includes(each))
              .map((each) => (
                <option key={each} value={each} />
              ))}
          </datalist>
          <Button type="submit" variant="secondary" busy={change.busy} disabled={!text.trim()}>
            Add
          </Button>
        </form>
      )}
      <ErrorText>{error}</ErrorText>
    </div>
  );
}
