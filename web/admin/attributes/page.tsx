import { arrayMove } from '@dnd-kit/sortable';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import {
  type Attribute,
  type AttributeType,
  newAttribute,
} from '../../../shared/contract/catalogue/attributes.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { SelectField, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached, useAction } from '../parts/data.ts';
import { Check, CheckList, TextFields } from '../parts/form/fields.tsx';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { Sortable, SortableItem } from '../parts/form/sortable-list.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { EditDelete } from '../parts/icon-button.tsx';
import { Options } from '../parts/list/filters.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';

/** The attributes of products: added, edited, sorted and deleted. */
export default function AttributesPage() {
  const attributes = useQuery(read('GET /settings/attributes'));
  const [editing, setEditing] = useState<Attribute | 'new' | null>(null);
  const sort = useAction(async (attributeIds: string[]) => {
    try {
      await call('PUT /settings/attributes/order', { body: { attributeIds } });
    } finally {
      await invalidate('GET /settings/attributes');
    }
  }, 'Could not save. Please try again.');
  const confirmDelete = ({ _id: id, name }: Attribute) =>
    confirm({
      title: 'Delete this attribute?',
      text: `“${name}” and its values no longer appear on products and in filters.`,
      failed: 'Could not delete. Please try again.',
      async onConfirm() {
        await call('DELETE /settings/attributes/:id', { params: { id } });
        toast(`${name} was deleted`, 'success');
        await invalidate('GET /settings/attributes');
      },
    });
  function move(all: Attribute[], from: number, to: number) {
    const next = arrayMove(all, from, to);
    updateCached('GET /settings/attributes', () => next);
    void sort.run(next.map(({ _id }) => _id));
  }
  const add = (
    <Button icon={Plus} onClick={() => setEditing('new')}>
      Add attribute
    </Button>
  );
  return (
    <>
      <SettingsHead title="Attributes">{add}</SettingsHead>
      <Loaded query={attributes} failed="Failed to load the attributes. Please try again.">
        {(all) =>
          all.length === 0 ? (
            <Empty
              title="No attributes yet"
              text="Attributes such as material, height or care appear on the pages of products, and shoppers can filter by them."
              action={add}
            />
          ) : (
            <Sortable ids={all.map(({ _id }) => _id)} onMove={(from, to) => move(all, from, to)}>
              <ul className="max-w-3xl divide-y divide-line rounded-md ring-1 ring-line">
                {all.map((attribute) => (
                  <SortableItem
                    key={attribute._id}
                    id={attribute._id}
                    name={attribute.name}
                    className="flex items-center gap-1 bg-paper p-2"
                  >
                    {(handle) => (
                      <>
                        {handle}
                        <span className="min-w-0 flex-1">
                          <span className="block font-medium wrap-break-word">{attribute.name}</span>
                          <span className="line-clamp-2 text-xs text-ink-soft wrap-anywhere">
                            {describe(attribute)}
                          </span>
                        </span>
                        <EditDelete
                          name={attribute.name}
                          onEdit={() => setEditing(attribute)}
                          onDelete={() => confirmDelete(attribute)}
                        />
                      </>
                    )}
                  </SortableItem>
                ))}
              </ul>
            </Sortable>
          )
        }
      </Loaded>
      {editing && (
        <AttributeDialog stored={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  );
}

function describe({ type, unit, choices, isFilter, categories }: Attribute): string {
  const values = { choice: choices.join(', '), number: unit && `in ${unit}`, flag: '', text: '' }[type];
  const count = categories.length;
  return [
    values ? `${typeLabels[type]}: ${values}` : typeLabels[type],
    isFilter ? 'Filter' : 'Not a filter',
    ...(count > 0 ? [`Only in ${count} ${count === 1 ? 'category' : 'categories'}`] : []),
  ].join(' · ');
}

const typeLabels: Record<AttributeType, string> = {
  choice: 'Choices',
  number: 'Number',
  flag: 'Yes or no',
  text: 'Text',
};

type Draft = Pick<Attribute, 'name' | 'type' | 'unit' | 'isFilter' | 'categories'> & {
  /** One in each line. */
  choices: string;
};

function AttributeDialog({ stored, onClose }: { stored: Attribute | null; onClose: () => void }) {
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
