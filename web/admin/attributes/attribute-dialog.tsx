import { useQuery } from '@tanstack/react-query';
import {
  type Attribute,
  type AttributeType,
  newAttribute,
} from '../../../shared/contract/catalogue/attributes.ts';
import { call } from '../../api.ts';
import { SelectField, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read } from '../parts/data.ts';
import { Check, CheckList, TextFields } from '../parts/form/fields.tsx';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { Options } from '../parts/list/filters.tsx';

/** The types of attributes as the back office names them. */
export const typeLabels: Record<AttributeType, string> = {
  choice: 'Choices',
  number: 'Number',
  flag: 'Yes or no',
  text: 'Text',
};

type Draft = Pick<Attribute, 'name' | 'type' | 'unit' | 'isFilter' | 'categories'> & {
  /** One in each line. */
  choices: string;
};

/** Adds an attribute, or edits the stored one. */
export function AttributeDialog({ stored, onClose }: { stored: Attribute | null; onClose: () => void }) {
  const form = useForm<Draft>({
    start: {
      name: stored?.name ?? '',
      type: stored?.type ?? 'choice',
      unit: stored?.unit ?? '',
      choices: stored?.choices.join('\n') ?? '',
      isFilter: stored?.isFilter ?? true,
      categories: stored?.categories ?? [],
    },
    check: (draft) => errorsOf(draft),
    async send(draft) {
      const { type, ...body } = bodyOf(draft);
      if (stored) await call('PUT /settings/attributes/:id', { params: { id: stored._id }, body });
      else await call('POST /settings/attributes', { body: { ...body, type } });
      toast('Saved', 'success');
      void invalidate('GET /settings/attributes');
      onClose();
    },
    failed: 'Could not save. Please try again.',
  });
  const { type } = form.values;
  return (
    <FormDialog title={stored ? 'Edit attribute' : 'New attribute'} form={form} onClose={onClose}>
      <TextFields form={form} fields={[['name', 'Name', 60, { required: true, autoFocus: true }]]} />
      <SelectField
        label="Type"
        disabled={stored !== null}
        hint={stored && 'The type of an attribute can’t be changed.'}
        {...form.field('type')}
      >
        <Options labels={typeLabels} />
      </SelectField>
      {type === 'choice' && (
        <TextAreaField
          label="Choices"
          hint="One in each line, in the order in which shoppers see them. A product can have several."
          rows={6}
          {...form.field('choices')}
        />
      )}
      {type === 'number' && <TextFields form={form} fields={[['unit', 'Unit', 20, { placeholder: 'cm' }]]} />}
      {type !== 'text' && <Check {...form.flag('isFilter')}>Shoppers can filter by it</Check>}
      <Categories chosen={form.values.categories} onChange={(categories) => form.change({ categories })} />
    </FormDialog>
  );
}

function Categories({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const categories = useQuery(read('GET /categories')).data?.items ?? [];
  if (categories.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Only for these categories</legend>
      <p className="mb-1 text-sm text-ink-soft">If none is selected, products of every category have it.</p>
      <div className="max-h-60 overflow-y-auto">
        <CheckList options={categories} chosen={chosen} onChange={onChange} />
      </div>
    </fieldset>
  );
}

const bodyOf = ({ choices, ...draft }: Draft) => ({
  ...draft,
  choices: draft.type === 'choice' ? choices.split('\n').flatMap((line) => line.trim() || []) : [],
});

function errorsOf(draft: Draft): Record<string, string> {
  const body = bodyOf(draft);
  const found = errorsIn(newAttribute, body);
  const ofChoices = Object.entries(found).find(([path]) => path.startsWith('choices'));
  if (ofChoices) return { ...found, choices: ofChoices[1] };
  return body.type === 'choice' && body.choices.length === 0
    ? { ...found, choices: 'Enter at least one choice' }
    : found;
}
