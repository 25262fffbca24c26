import { Thumbnail } from '../../parts/thumbnail.tsx';
import type { DraftForm } from './fields.tsx';

/** What each picture shows, for people who do not see it and for search engines. */
export function AltTexts({ form }: { form: DraftForm }) {
  const { pictures, imageAlts, name } = form.values;
  if (pictures.length === 0) return null;
  const count = pictures.filter((path) => imageAlts[path]).length;
  return (
    <details className="mt-4">
      <summary className="min-h-9 content-center text-press">{`Alt texts: ${count} of ${pictures.length}`}</summary>
      <ul className="mt-2 grid gap-3">
        {pictures.map((path, i) => (
          <li key={path} className="flex items-center gap-3">
            <Thumbnail path={path} className="w-11" />
            <input
              aria-label={`Alt text ${i + 1}`}
              value={imageAlts[path] ?? ''}
              placeholder={name || 'The name of the product'}
              maxLength={500}
              className="office-input min-w-0 flex-1"
              onChange={({ target }) =>
                form.change(
                  (before) => ({ imageAlts: { ...before.imageAlts, [path]: target.value } }),
                  ['imageAlts'],
                )
              }
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
