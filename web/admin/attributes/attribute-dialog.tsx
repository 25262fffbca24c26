import { useQuery } from '@tanstack/react-query';
import { type Attribute, attributeType, newAttribute } from '../../../shared/contract/attributes.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read } from '../parts/data.ts';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { TextFields } from '../parts/form/text-fields.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { typeLabels } from './type-labels.ts';

type Props = { attribute: Attribute | 'new' | null; onClose: () => void };
type Draft = Pick<Attribute, 'name' | 'type' | 'unit' | 'isFilter' | 'categories'> & {
  /** One in each line. */
  choices: string;
};

/** Adds or edits an attribute. */
export function AttributeDialog({ attribute, onClose }: Props) {
  return (
    <Dialog
      open={attribute !== null}
      onClose={onClose}
      title={attribute === 'new' ? 'New attribute' : 'Edit attribute'}
    >
      {attribute && <Form stored={attribute === 'new' ? null : attribute} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ stored, onClose }: { stored: Attribute | null; onClose: () => void }) {
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
    <form {...form.props} className="grid gap-4 p-5">
      <TextFields form={form} fields={[['name', 'Name', 60, { required: true, autoFocus: true }]]} />
      <SelectField
        label="Type"
        disabled={stored !== null}
        {...(stored && { hint: 'The type of an attribute can’t be changed.' })}
        {...form.field('type')}
      >
        {attributeType.options.map((each) => (
          <option key={each} value={each}>
            {typeLabels[each]}
          </option>
        ))}
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
      {type !== 'text' && (
        <label className="flex min-h-9 items-center gap-2.5">
          <input type="checkbox" {...form.flag('isFilter')} className="size-4.5" />
          Shoppers can filter by it
        </label>
      )}
      <Categories chosen={form.values.categories} onChange={(categories) => form.change({ categories })} />
      <ErrorText>{form.failure}</ErrorText>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        Save
      </DialogButtons>
    </form>
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
        {categories.map(({ _id, name }) => (
          <label key={_id} className="flex min-h-9 items-center gap-2.5">
            <input
              type="checkbox"
              checked={chosen.includes(_id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, _id] : chosen.filter((id) => id !== _id))
              }
              className="size-4.5"
            />
            {name}
          </label>
        ))}
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
