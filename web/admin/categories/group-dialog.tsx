import type { z } from 'zod';
import type { Route } from '../../../shared/contract/calls.ts';
import { newGroup } from '../../../shared/contract/catalogue-admin.ts';
import { slugify } from '../../../shared/slug.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate } from '../parts/data.ts';
import { PictureField } from '../parts/picture-field.tsx';
import { errorsIn, useForm } from '../parts/use-form.ts';

type Draft = { name: string; slug: string; description: string; image: string | null };
const empty: Draft = { name: '', slug: '', description: '', image: null };

type Props = {
  noun: 'category' | 'subcategory' | 'brand' | 'product type';
  /** What is edited; null while the dialog is closed. */
  group: ({ _id: string } & Draft) | 'new' | null;
  pictures: 'category' | 'brand';
  /** Saves a new group, or the one with this id. */
  onSave: (body: z.input<typeof newGroup>, id?: string) => Promise<unknown>;
  /** The list to read again after saving. */
  list: Route;
  onClose: () => void;
};

/** The form of a category, subcategory, brand or product type. */
export function GroupDialog(props: Props) {
  const { noun, group, onClose } = props;
  return (
    <Dialog open={group !== null} onClose={onClose} title={`${group === 'new' ? 'New' : 'Edit'} ${noun}`}>
      {group && <GroupForm {...props} />}
    </Dialog>
  );
}

function GroupForm({ noun, group, pictures, onSave, list, onClose }: Props) {
  const stored = group === 'new' ? null : group;
  const { name, slug, description, image } = stored ?? empty;
  const form = useForm<Draft>({
    start: { name, slug, description, image },
    check: (draft) => errorsIn(newGroup, draft),
    async send({ slug: newSlug, ...rest }) {
      await onSave({ ...rest, ...(newSlug.trim() && { slug: newSlug }) }, stored?._id);
      toast('Saved', 'success');
      void invalidate(list);
      onClose();
    },
    failed: 'Could not save. Please try again.',
  });
  return (
    <form {...form.props} className="grid gap-4 p-5">
      <Field label="Name" required autoFocus maxLength={120} {...form.field('name')} />
      <Field
        label="Slug"
        optional
        maxLength={100}
        spellCheck={false}
        autoCapitalize="none"
        placeholder={slugify(form.values.name)}
        hint={
          stored
            ? 'If you change it, links to the old one stop working.'
            : 'Generated from the name if left empty.'
        }
        {...form.field('slug')}
      />
      <TextAreaField
        label="Description"
        optional
        rows={3}
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
      {form.failure && (
        <p role="alert" className="font-medium text-madder">
          {form.failure}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={form.busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
