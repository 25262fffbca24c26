import { CategoryChoice, ProductChoice } from '../parts/form/target-choice.tsx';
import type { Targets } from './draft.ts';

/** The products or categories that a discount applies to. `label`: what these are, such as `Customer gets`. */
export function TargetsField({
  label: legend,
  targets: { appliesTo, products, categories },
  error,
  onChange,
}: {
  label: string;
  targets: Targets;
  error: string | undefined;
  onChange: (change: Partial<Targets>) => void;
}) {
  if (appliesTo === 'order') return null;
  return appliesTo === 'products' ? (
    <ProductChoice
      legend={legend}
      error={error}
      chosen={products}
      onChange={(ids) => onChange({ products: ids })}
    />
  ) : (
    <CategoryChoice
      legend={legend}
      error={error}
      chosen={categories}
      onChange={(ids) => onChange({ categories: ids })}
    />
  );
}
