import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { indianStates } from '../../../shared/contact/indian-states.ts';
import type { Route } from '../../../shared/contract/calls.ts';
import { newBrand } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { slugify } from '../../../shared/text/slug.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate } from '../parts/data.ts';
import { TextFields } from '../parts/form/fields.tsx';
import { FormDialog } from '../parts/form/form-dialog.tsx';
import { PictureField } from '../parts/form/picture-field.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ListStates } from '../parts/list/list.tsx';
import { PageHead, Tabs } from '../parts/page/page-head.tsx';

const tabs = [
  ['/admin/categories', 'Categories'],
  ['/admin/brands', 'Brands'],
  ['/admin/product-types', 'Product types'],
] as const;

type Actions = Pick<ReturnType<typeof useGroupDialogs>, 'edit' | 'confirmDelete'>;

/** The page of categories, brands or product types, with the button that adds one. `children` renders the list. */
export function GroupPage<Group>(
  props: GroupProps & {
    title: string;
    /** Says what the groups are for. Shown while there are none. */
    purpose: string;
    query: UseQueryResult<{ items: Group[]; total: number }>;
    children: (groups: Group[], actions: Actions) => ReactNode;
  },
) {
  const { title, purpose, query, children, noun } = props;
  const { edit, confirmDelete, dialog } = useGroupDialogs(props);
  const action = (
    <Button icon={Plus} onClick={() => edit('new')}>
      Add {noun}
    </Button>
  );
  return (
    <>
      <PageHead title={title}>{action}</PageHead>
      <Tabs label="Groups" tabs={tabs} />
      <ListStates
        query={query}
        failed="Failed to load data. Please try again."
        empty={{ title: `No ${title.toLowerCase()} yet`, text: purpose, action }}
      >
        {(groups) => children(groups, { edit, confirmDelete })}
      </ListStates>
      {dialog}
    </>
  );
}

type Place = { town: string; state: string };
type Draft = { name: string; slug: string; description: string; image: string | null } & Place;
type Stored = { _id: string } & Omit<Draft, keyof Place> & Partial<Place>;
const empty = { name: '', slug: '', description: '', image: null };

type GroupProps = {
  noun: 'category' | 'subcategory' | 'brand' | 'product type';
  pictures: 'category' | 'brand';
  /** The list to read again after a change. */
  list: Route;
  onSave: (body: z.input<typeof newBrand>, id?: string) => Promise<unknown>;
  onDelete: (id: string) => Promise<unknown>;
  /** The end of the sentence that starts with the name and asks to confirm the deletion. */
  consequence: string;
};

/**
 * Creates, edits and deletes categories, subcategories, brands or product types. The caller renders `dialog`, the form
 * that `edit` opens.
 */
export function useGroupDialogs(props: GroupProps) {
  const { noun, list, onDelete, consequence } = props;
  const [editing, setEditing] = useState<Stored | 'new' | null>(null);
  const close = () => setEditing(null);
  const confirmDelete = ({ _id: id, name }: { _id: string; name: string }) =>
    confirm({
      title: `Delete this ${noun}?`,
      text: `“${name}” ${consequence}`,
      failed: 'Could not delete. Please try again.',
      async onConfirm() {
        await onDelete(id);
        toast(`${name} was deleted`, 'success');
        void invalidate(list);
      },
    });
  const dialog = editing && (
    <GroupDialog {...props} stored={editing === 'new' ? null : editing} onClose={close} />
  );
  return { edit: setEditing, confirmDelete, dialog };
}

function GroupDialog(props: GroupProps & { stored: Stored | null; onClose: () => void }) {
  const { noun, stored, pictures, onSave, list, onClose } = props;
  const { name, slug, description, image, town = '', state = '' }: Omit<Stored, '_id'> = stored ?? empty;
  const isBrand = noun === 'brand';
  const form = useForm<Draft>({
    start: { name, slug, description, image, town, state },
    check: (draft) => errorsIn(newBrand, draft),
    async send({ slug: newSlug, town, state, ...rest }) {
      const place = isBrand ? { town, state } : {};
      await onSave({ ...rest, ...place, ...(newSlug.trim() && { slug: newSlug }) }, stored?._id);
      toast('Saved', 'success');
      void invalidate(list);
      onClose();
    },
    failed: 'Could not save. Please try again.',
  });
  const slugField = {
    spellCheck: false,
    autoCapitalize: 'none',
    placeholder: slugify(form.values.name),
    hint: stored
      ? 'If you change it, old links lead to the new one.'
      : 'Generated from the name if left empty.',
  };
  return (
    <FormDialog title={`${stored ? 'Edit' : 'New'} ${noun}`} form={form} onClose={onClose}>
      <TextFields
        form={form}
        fields={[
          ['name', 'Name', 120, { required: true, autoFocus: true }],
          ['slug', 'Address in links', 100, slugField],
        ]}
      />
      {isBrand && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Town" optional maxLength={80} {...form.field('town')} />
          <SelectField label="State" optional {...form.field('state')}>
            <option value="">Choose</option>
            {indianStates.map((listed) => (
              <option key={listed.name}>{listed.name}</option>
            ))}
          </SelectField>
        </div>
      )}
      <TextAreaField
        label={isBrand ? 'Story' : 'Description'}
        optional
        hint={isBrand ? 'Shown on the page of the brand. A new line starts a paragraph.' : undefined}
        rows={isBrand ? 6 : 3}
        maxLength={20_000}
        {...form.field('description')}
      />
      <PictureField
        label="Picture"
        kind={pictures}
        path={form.values.image}
        alt={`Picture of the ${noun}`}
        error={form.errors.image}
        onChange={(path) => form.change({ image: path })}
      />
    </FormDialog>
  );
}
