import { Picture } from '../../ui/picture.tsx';

/** A small picture beside the name of what it shows. */
export function Thumbnail({ path, className = 'w-11' }: { path: string | null; className?: string }) {
  return (
    <span className={`shrink-0 overflow-hidden rounded-sm ${className}`}>
      <Picture path={path} alt="" sizes="44px" />
    </span>
  );
}
