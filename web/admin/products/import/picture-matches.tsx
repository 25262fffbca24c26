import type { ImportPlan } from '../../../../shared/contract/catalogue-jobs.ts';
import { counted, formatCount } from '../../parts/text.ts';

/** Which pictures of the file are in the ZIP; nothing if the file names none and there is no ZIP. */
export function PictureMatches({ pictures }: { pictures: ImportPlan['pictures'] }) {
  const { found, toFetch, missing, missingCount, unused, unusedCount } = pictures;
  if (found + toFetch + missingCount + unusedCount === 0) return null;
  return (
    <section aria-label="Pictures" className="mb-3 rounded-md bg-card p-3 ring-1 ring-line">
      <p role="status" className="figures font-medium">
        {found + missingCount + unusedCount > 0 &&
          `Pictures: ${formatCount(found)} found in the ZIP, ${formatCount(missingCount)} missing, ${formatCount(unusedCount)} not named by any product.`}
        {toFetch > 0 && ` ${counted(toFetch, 'picture')} to fetch from the addresses in the file.`}
      </p>
      {missingCount > 0 && (
        <details className="mt-1" open>
          <summary className="min-h-8 content-center text-madder">
            {formatCount(missingCount)} missing
          </summary>
          <ul className="max-h-48 overflow-auto">
            {missing.map(({ line, name, picture }) => (
              <li key={`${line} ${picture}`} className="py-0.5 wrap-break-word">
                <span className="figures text-xs text-ink-soft">line {line}</span>{' '}
                <span className="font-medium">{picture}</span>
                <span className="text-ink-soft"> for {name}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {unusedCount > 0 && (
        <details className="mt-1">
          <summary className="min-h-8 content-center text-ink-soft">
            {formatCount(unusedCount)} not named by any product
          </summary>
          <p className="max-h-48 overflow-auto wrap-break-word">{unused.join(', ')}</p>
        </details>
      )}
    </section>
  );
}
