import { type FormEvent, useRef, useState } from 'react';
import { slugify } from '../../../shared/slug.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { showFailure } from '../parts/show-failure.ts';

export type GroupDraft = { name: string; slug: string; description: string; image: string | null };
const empty: GroupDraft = { name: '', slug: '', description: '', image: null };

type Props = {
  /** What is made or changed: 'category', 'brand' … */
  noun: string;
  /** Null while closed; without values something new is made. */
  of: Partial<GroupDraft> | null;
  isNew: boolean;
  pictures: 'category' | 'brand';
  onSave: (draft: Partial<GroupDraft>) => Promise<void>;
  onClose: () => void;
};

/** The form of a category, subcategory, brand or product type. */
export function GroupDialog(props: Props) {
  const { noun, of, isNew, onClose } = props;
  return (
    <Dialog open={of !== null} onClose={onClose} title={`${isNew ? 'New' : 'Edit'} ${noun}`}>
      {of && <GroupForm {...props} start={{ ...empty, ...of }} />}
    </Dialog>
  );
}

function GroupForm({ noun, isNew, start, pictures, onSave, onClose }: Props & { start: GroupDraft }) {
  const [draft, setDraft] = useState(start);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const set = (change: Partial<GroupDraft>) => {
    setDraft((now) => ({ ...now, ...change }));
    setErrors({});
  };
  const refuse = (wrong: Record<string, string>) => {
    setErrors(wrong);
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!draft.name.trim()) return refuse({ name: 'Name is required' });
    setBusy(true);
    try {
      const { image, slug, ...rest } = draft;
      await onSave({ ...rest, ...(slug.trim() && { slug }), image });
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) refuse(error.errors);
      showFailure(error, 'Could not save. Please try again.');
    }
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-4 p-5">
      <Field
        label="Name"
        name="name"
        required
        autoFocus
        maxLength={120}
        value={draft.name}
        error={errors.name}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Field
        label="Slug"
        name="slug"
        optional
        maxLength={100}
        spellCheck={false}
        autoCapitalize="none"
        placeholder={slugify(draft.name)}
        hint={
          isNew ? 'Left empty, it is made of the name' : 'Links to the old one stop working when it changes'
        }
        value={draft.slug}
        error={errors.slug}
        onChange={(event) => set({ slug: event.target.value })}
      />
      <TextAreaField
        label="Description"
        name="description"
        optional
        rows={3}
        maxLength={20_000}
        value={draft.description}
        error={errors.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <PictureField
        label="Picture"
        kind={pictures}
        path={draft.image}
        alt={`Picture of the ${noun}`}
        error={errors.image}
        onChange={(image) => set({ image })}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </div>
    </form>
  );
}
