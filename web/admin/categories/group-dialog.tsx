import { ImagePlus, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { slugify } from '../../../shared/slug.ts';
import { ApiError } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { tellFailure } from '../parts/tell.ts';
import { uploadPicture } from '../parts/upload.ts';

export type GroupDraft = { name: string; slug: string; description: string; image: string | null };
const empty: GroupDraft = { name: '', slug: '', description: '', image: null };

type Props = {
  /** What is made or changed: 'category', 'brand' … */
  noun: string;
  /** Null while closed; without values something new is made. */
  of: Partial<GroupDraft> | null;
  isNew: boolean;
  pictures?: 'category' | 'brand';
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
      await onSave({ ...rest, ...(slug.trim() && { slug }), ...(pictures && { image }) });
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) refuse(error.errors);
      tellFailure(error, 'Could not save. Please try again.');
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
      {pictures && (
        <PictureField
          kind={pictures}
          path={draft.image}
          noun={noun}
          error={errors.image}
          onChange={(image) => set({ image })}
        />
      )}
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

function PictureField(props: {
  kind: 'category' | 'brand';
  path: string | null;
  noun: string;
  error?: string | undefined;
  onChange: (path: string | null) => void;
}) {
  const { kind, path, noun, error, onChange } = props;
  const [part, setPart] = useState<number | null>(null);
  const [failed, setFailed] = useState('');
  async function take(file: File | undefined) {
    if (!file) return;
    setFailed('');
    setPart(0);
    try {
      onChange(await uploadPicture(file, kind, setPart));
    } catch (problem) {
      setFailed(problem instanceof Error ? problem.message : '');
    }
    setPart(null);
  }
  const problem = failed || error;
  return (
    <div>
      <p className="mb-1.5 font-medium">
        Picture <span className="font-normal text-ink-soft">(Optional)</span>
      </p>
      <div className="flex items-center gap-3">
        {path && (
          <span className="w-20 shrink-0 overflow-hidden rounded-sm">
            <Picture path={path} alt={`Picture of the ${noun}`} sizes="80px" />
          </span>
        )}
        {part !== null ? (
          <progress value={part} max={1} aria-label="Uploading" />
        ) : (
          <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-3 text-press ring-1 ring-line-strong ring-inset focus-within:outline-2 focus-within:outline-press">
            <ImagePlus className="size-4" aria-hidden="true" />
            {path ? 'Change' : 'Choose a picture'}
            <input
              type="file"
              accept="image/*"
              className="sr-only"
              onChange={(event) => take(event.target.files?.[0])}
            />
          </label>
        )}
        {path && part === null && (
          <button
            type="button"
            aria-label="Remove the picture"
            onClick={() => onChange(null)}
            className="grid size-11 place-items-center rounded-md text-ink-soft hover:text-madder"
          >
            <X className="size-4" aria-hidden="true" />
          </button>
        )}
      </div>
      {problem && (
        <p role="alert" className="mt-1.5 font-medium text-madder">
          {problem}
        </p>
      )}
    </div>
  );
}
