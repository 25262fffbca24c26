import { useState } from 'react';
import type { z } from 'zod';
import type { Route } from '../../../shared/contract/calls.ts';
import { newGroup } from '../../../shared/contract/catalogue-admin.ts';
import { slugify } from '../../../shared/slug.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { invalidate, useAction } from '../parts/data.ts';
import { PictureField } from '../parts/picture-field.tsx';
import { errorsIn, useForm } from '../parts/use-form.ts';

type Draft = { name: string; slug: string; description: string; image: string | null };
type Stored = { _id: string } & Draft;
const empty: Draft = { name: '', slug: '', description: '', image: null };

type Props = {
  noun: 'category' | 'subcategory' | 'brand' | 'product type';
  pictures: 'category' | 'brand';
  /** The list to read again after a change. */
  list: Route;
  /** Creates a group, or changes the one with this id. */
  onSave: (body: z.input<typeof newGroup>, id?: string) => Promise<unknown>;
  onDelete: (id: string) => Promise<unknown>;
  /** The end of the sentence that starts with the name and asks to confirm the deletion. */
  consequence: string;
};

/**
 * The dialogs that create, edit and delete a category, subcategory, brand or product type. The caller renders
 * `dialogs` and opens them with `edit` and `confirmDelete`.
 */
export function useGroupDialogs(props: Props) {
  const { noun, list, onDelete, consequence } = props;
  const [editing, setEditing] = useState<Stored | 'new' | null>(null);
  const [deleting, setDeleting] = useState<{ _id: string; name: string } | null>(null);
  const close = () => setEditing(null);
  const remove = useAction(async ({ _id, name }: { _id: string; name: string }) => {
    await onDelete(_id);
    toast(`${name} was deleted`, 'success');
    void invalidate(list);
  }, 'Could not delete. Please try again.');
  const dialogs = (
    <>
      <Dialog open={editing !== null} onClose={close} title={`${editing === 'new' ? 'New' : 'Edit'} ${noun}`}>
        {editing && <GroupForm {...props} stored={editing === 'new' ? null : editing} onClose={close} />}
      </Dialog>
      <Confirm
        open={deleting}
        title={`Delete this ${noun}?`}
        action="Delete"
        onClose={() => setDeleting(null)}
        onConfirm={remove.run}
      >
        {({ name }) => (
          <p>
            <strong>{name}</strong> {consequence}
          </p>
        )}
      </Confirm>
    </>
  );
  return { edit: setEditing, confirmDelete: setDeleting, dialogs };
}

function GroupForm(props: Props & { stored: Stored | null; onClose: () => void }) {
  const { noun, stored, pictures, onSave, list, onClose } = props;
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
