import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { maxTags, tagName } from '../../../shared/contract/accounts/notes-and-tags.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { read } from '../parts/data.ts';
import { Suggestions } from '../parts/form/fields.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { useMay } from '../parts/me.ts';

/**
 * The tags of the customers of a discount. One that is entered is added by Enter, by the button, or by leaving the
 * field.
 */
export function TagsField(props: {
  tags: string[];
  error: string | undefined;
  onChange: (tags: string[]) => void;
}) {
  const { tags, error, onChange } = props;
  const may = useMay();
  const used = useQuery({ ...read('GET /customers/tags'), enabled: may('customers.view') }).data ?? [];
  const list = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');

  function add() {
    if (!text.trim()) return;
    const tag = tagName.safeParse(text);
    if (!tag.success) return setProblem(tag.error.issues[0]?.message ?? '');
    onChange([...new Set([...tags, tag.data])]);
    setText('');
  }

  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-2">
        <Field
          label="Customer tags"
          name="tag"
          optional
          hint="Only for signed-in customers with one of these tags."
          error={problem || error}
          list={list}
          value={text}
          maxLength={40}
          autoComplete="off"
          disabled={tags.length >= maxTags}
          onChange={({ target }) => {
            setText(target.value);
            setProblem('');
          }}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // The form would be sent.
            event.preventDefault();
            add();
          }}
          className="min-w-0 flex-1"
        />
        <Suggestions id={list} words={used} />
        <Button variant="secondary" className="mt-7" disabled={!text.trim()} onClick={add}>
          Add
        </Button>
      </div>
      <ul aria-label="Chosen tags" className="grid gap-1.5 empty:hidden">
        {tags.map((tag) => (
          <li key={tag} className="flex items-center gap-3 rounded-md px-2 py-1 ring-1 ring-line">
            <span className="min-w-0 flex-1 wrap-anywhere">{tag}</span>
            <IconButton
              icon={X}
              label={`Remove tag ${tag}`}
              onClick={() => onChange(tags.filter((chosen) => chosen !== tag))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
