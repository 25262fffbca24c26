import type { ImportPlan } from '../../../../shared/contract/catalogue-jobs.ts';

/** How the pictures that the file names fit those of the ZIP. Nothing where there is nothing to say. */
export function PictureFit({ fit }: { fit: ImportPlan['pictures'] }) {
  const { found, toFetch, missing, missingCount, unused, unusedCount } = fit;
  if (found + toFetch + missingCount + unusedCount === 0) return null;
  const many = (count: number) => count.toLocaleString('en-IN');
  return (
    <section aria-label="Pictures" className="mb-3 rounded-md bg-card p-3 ring-1 ring-line">
      <p role="status" className="figures font-medium">
        {found + missingCount + unusedCount > 0 &&
          `Pictures: ${many(found)} found in the ZIP, ${many(missingCount)} missing, ${many(unusedCount)} not named by any product.`}
        {toFetch > 0 &&
          ` ${toFetch === 1 ? '1 picture' : `${many(toFetch)} pictures`} to fetch from the addresses in the file.`}
      </p>
      {missingCount > 0 && (
        <details className="mt-1" open>
          <summary className="min-h-8 content-center text-madder">{many(missingCount)} missing</summary>
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
            {many(unusedCount)} not named by any product
          </summary>
          <p className="max-h-48 overflow-auto wrap-break-word">{unused.join(', ')}</p>
        </details>
      )}
    </section>
  );
}
