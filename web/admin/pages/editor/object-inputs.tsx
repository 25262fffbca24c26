import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { SelectField } from '../../../ui/field.tsx';
import { read } from '../../parts/data.ts';
import { CheckList } from '../../parts/form/fields.tsx';
import { RichEditor } from '../../parts/form/rich-editor/rich-editor.tsx';
import { ProductChoice } from '../../parts/form/target-choice.tsx';
import { Options } from '../../parts/list/filters.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import { Loaded } from '../../parts/page/loaded.tsx';
import { VideoField } from '../../products/form/pictures.tsx';
import type { LabelledProps } from './field-props.ts';

const nameOrNothing = z.string().catch('');
const richText = z.object({ content: z.string(), html: z.string() }).catch({ content: '', html: '' });

/** Text with headings, lists and links. The server renders it. */
export function RichTextInput({ path, value, errors, onChange, label, hint }: LabelledProps) {
  const text = richText.parse(value);
  return (
    <div>
      <RichEditor
        label={label}
        value={text.content}
        error={errors[`${path}.content`] ?? errors[path]}
        onChange={(content) => onChange({ ...text, content }, path)}
      />
      {hint && <p className="mt-1.5 text-ink-soft">{hint}</p>}
    </div>
  );
}

/** An uploaded video. */
export function VideoInput({ path, value, errors, onChange, label, hint }: LabelledProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <VideoField
        path={nameOrNothing.parse(value)}
        error={errors[path]}
        onBusy={() => {}}
        onChange={(stored) => onChange(stored, '')}
      />
      {hint && <p className="mt-1.5 text-ink-soft">{hint}</p>}
    </fieldset>
  );
}

/** One product; another one replaces it. */
export function ProductInput({ path, value, errors, onChange, label, hint }: LabelledProps) {
  const id = nameOrNothing.parse(value);
  return (
    <div>
      <ProductChoice
        legend={label}
        chosen={id ? [id] : []}
        error={errors[path]}
        onChange={(ids) => onChange(ids.at(-1) ?? '', '')}
      />
      {hint && <p className="mt-1.5 text-ink-soft">{hint}</p>}
    </div>
  );
}

/** One of the makers. */
export function MakerInput({ path, value, errors, onChange, label, hint }: LabelledProps) {
  const brands = useQuery(read('GET /brands')).data?.items ?? [];
  return (
    <SelectField
      label={label}
      hint={hint}
      name={path}
      error={errors[path] ?? null}
      value={nameOrNothing.parse(value)}
      onChange={({ target }) => onChange(target.value, '')}
    >
      <option value="">Choose a maker</option>
      <Options labels={Object.fromEntries(brands.map(({ _id, name }) => [_id, name]))} />
    </SelectField>
  );
}

const reviewSources = { newest: 'The newest ones', chosen: 'Reviews that I choose' } as const;
const reviews = z
  .object({ source: z.enum(['newest', 'chosen']), ids: z.array(z.string()) })
  .catch({ source: 'newest', ids: [] });

/** The newest reviews, or chosen ones. */
export function ReviewsInput({ path, value, errors, onChange, label, hint }: LabelledProps) {
  const { source, ids } = reviews.parse(value);
  return (
    <div className="grid gap-3">
      <SelectField
        label={label}
        hint={hint}
        name={`${path}.source`}
        error={errors[path] ?? errors[`${path}.source`] ?? null}
        value={source}
        onChange={({ target }) => onChange({ ids, source: target.value }, '')}
      >
        <Options labels={reviewSources} />
      </SelectField>
      {source === 'chosen' && (
        <>
          <ReviewList chosen={ids} onChange={(chosen) => onChange({ source, ids: chosen }, '')} />
          <ErrorText>{errors[`${path}.ids`]}</ErrorText>
        </>
      )}
    </div>
  );
}

function ReviewList({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const query = useQuery(read('GET /reviews', { query: { show: 'published', limit: 100 } }));
  return (
    <Loaded query={query} failed="Failed to load the reviews. Please try again.">
      {({ items }) => (
        <div className="max-h-72 overflow-y-auto">
          {items.length === 0 && <p className="text-ink-soft">There are no published reviews yet.</p>}
          <CheckList
            options={items.map(({ _id, stars, text, name }) => ({
              _id,
              name: `${stars} of 5: ${text.slice(0, 120) || 'Without a text'} (${name})`,
            }))}
            chosen={chosen}
            onChange={onChange}
          />
        </div>
      )}
    </Loaded>
  );
}
