import { type KeyboardEvent, memo } from 'react';
import { nameOf } from '../table/column-kinds.ts';
import type { VariantRow } from './use-variants.ts';

type Common = {
  /** What is entered, as the head of its column. */
  label: string;
  /** Must be the same function at each rendering, so that only changed rows are rendered. */
  onEnter: (variant: string, text: string) => void;
};

/** Variants with a number to enter for each. On paper, the field is a line to write on. */
export function VariantInputs(
  props: Common & {
    rows: VariantRow[];
    textOf: (variant: string) => string;
    /** Called with the text of a field in which Enter was pressed, which a scanner may have typed. */
    onReturn?: (variant: string, text: string) => void;
  },
) {
  const { rows, textOf, label, onEnter, onReturn } = props;
  function onKeyDown({ key, target }: KeyboardEvent): void {
    if (key === 'Enter' && target instanceof HTMLInputElement)
      onReturn?.(target.dataset.variant ?? '', target.value);
  }
  return (
    <table className="office-table mt-3" onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className="max-sm:hidden print:table-cell">
            SKU
          </th>
          <th scope="col" className="max-lg:hidden print:table-cell">
            Barcode
          </th>
          <th scope="col">{label}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.variant._id}
            row={row}
            text={textOf(row.variant._id)}
            label={label}
            onEnter={onEnter}
          />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(({ row, text, label, onEnter }: Common & { row: VariantRow; text: string }) => {
  const { _id, sku, barcode } = row.variant;
  return (
    <tr>
      <td className="wrap-break-word">
        {nameOf(row)}
        <span className="block text-xs text-ink-soft sm:hidden print:hidden">{sku}</span>
      </td>
      <td className="text-ink-soft max-sm:hidden print:table-cell">{sku}</td>
      <td className="figures text-ink-soft max-lg:hidden print:table-cell">{barcode}</td>
      <td className="w-28">
        <input
          aria-label={`${label} of ${nameOf(row)}`}
          inputMode="numeric"
          data-variant={_id}
          maxLength={200}
          value={text}
          onChange={(event) => onEnter(_id, event.target.value)}
          className="office-input figures w-24 print:shadow-none! print:border-b print:border-line-strong"
        />
      </td>
    </tr>
  );
});
