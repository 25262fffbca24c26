import type { VariantChoice, ViewedProduct } from './variant-choice.ts';

/** A row of values for each option of a product. Values that are sold out are struck through. */
export function VariantPicker({ product, choice }: { product: ViewedProduct; choice: VariantChoice }) {
  return (
    <div className="space-y-5">
      {product.options.map((option, index) => (
        <OptionGroup key={option.name} {...option} index={index} choice={choice} />
      ))}
    </div>
  );
}

function OptionGroup(props: { name: string; values: string[]; index: number; choice: VariantChoice }) {
  const { name, values, index, choice } = props;
  return (
    <fieldset>
      <legend className="mb-2 text-sm">
        <span className="font-semibold">{name}</span>
        <span className="text-ink-soft"> {choice.values[index]}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {values.map((value) => {
          const soldOut = (choice.variantWith(index, value)?.countInStock ?? 0) <= 0;
          return (
            <label key={value} className="relative">
              <input
                type="radio"
                name={name}
                value={value}
                checked={choice.values[index] === value}
                onChange={() => choice.choose(index, value)}
                // Otherwise browsers restore the former choice after Back, without an event: another variant is then bought.
                autoComplete="off"
                className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-full"
              />
              <span
                className={`grid min-h-11 min-w-11 place-items-center rounded-full px-4.5 text-sm font-medium ring-1 ring-line-strong ring-inset peer-checked:bg-press-tint peer-checked:text-press peer-checked:ring-2 peer-checked:ring-press peer-hover:ring-ink ${soldOut ? 'text-ink-soft line-through' : ''}`}
              >
                {value}
              </span>
              {soldOut && <span className="sr-only">Out of Stock</span>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
