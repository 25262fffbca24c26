import { type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The look of an icon in a row; links use it too. */
export const iconButtonClass =
  'grid size-11 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-paper-deep hover:text-ink lg:size-9';

/** A button with an icon only. `label` names it; `title` is its tooltip. */
export function IconButton(props: { icon: LucideIcon; label: string } & ComponentProps<'button'>) {
  const { icon: Icon, label, className = '', ...button } = props;
  return (
    <button type="button" aria-label={label} {...button} className={`${iconButtonClass} ${className}`}>
      <Icon className="size-4" />
    </button>
  );
}

/** The buttons that edit and delete a row. */
export function EditDelete(props: { name: string; onEdit: () => void; onDelete: () => void }) {
  const { name, onEdit, onDelete } = props;
  return (
    <span className="flex">
      <IconButton icon={Pencil} label={`Edit ${name}`} title="Edit" onClick={onEdit} />
      <DeleteButton name={name} onClick={onDelete} />
    </span>
  );
}

export function DeleteButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <IconButton
      icon={Trash2}
      label={`Delete ${name}`}
      title="Delete"
      onClick={onClick}
      className="hover:text-madder"
    />
  );
}
