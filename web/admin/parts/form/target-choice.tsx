import { arrayMove } from '@dnd-kit/sortable';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { read } from '../data.ts';
import { IconButton } from '../icon-button.tsx';
import { ErrorText } from '../page/error-banner.tsx';
import { Loaded } from '../page/loaded.tsx';
import { Thumbnail } from '../thumbnail.tsx';
import { CheckList } from './fields.tsx';
import { ProductSearch } from './product-search.tsx';
import { Sortable, SortableItem } from './sortable-list.tsx';

type Props = {
  /** What these are, such as `Customer gets`. */
  legend: string;
  chosen: string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
};

/** Checkboxes of all categories. */
export function CategoryChoice({ legend, chosen, error, onChange }: Props) {
  const all = useQuery(read('GET /categories'));
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      <Loaded query={all} failed="Failed to load the categories. Please try again.">
        {({ items }) => (
          <div className="max-h-60 overflow-y-auto">
            <CheckList options={items} chosen={chosen} onChange={onChange} />
          </div>
        )}
      </Loaded>
      <ErrorText>{error}</ErrorText>
    </fieldset>
  );
}

/** A list of products, to which others are added by a search. `isSorted`: their order matters. */
export function ProductChoice({ legend, chosen, error, onChange, isSorted }: Props & { isSorted?: boolean }) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{legend}</legend>
      <Sortable ids={chosen} onMove={(from, to) => onChange(arrayMove(chosen, from, to))}>
        <Chosen
          ids={chosen}
          isSorted={isSorted}
          onRemove={(id) => onChange(chosen.filter((chosenId) => chosenId !== id))}
        />
      </Sortable>
      <ProductSearch error={error}>
        {(products, clear) => (
          <ul aria-label="Matching products" className="grid max-h-80 gap-1.5 overflow-y-auto p-0.5">
            {products.length === 0 && <li className="text-ink-soft">No product matches.</li>}
            {products.map(({ _id, name, sku, image }) => (
              <li key={_id}>
                <button
                  type="button"
                  disabled={chosen.includes(_id)}
                  onClick={() => {
                    onChange([...chosen, _id]);
                    clear();
                  }}
                  className="flex w-full items-center gap-3 rounded-md px-2 py-1.5 text-left ring-1 ring-line enabled:hover:bg-paper-deep disabled:text-ink-soft"
                >
                  <Thumbnail path={image} />
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    {name}
                    <span className="block text-xs text-ink-soft">{sku}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </ProductSearch>
    </fieldset>
  );
}

/** The chosen products by name. One that was deleted is shown by its id, so that it can be removed. */
function Chosen(props: { ids: string[]; isSorted: boolean | undefined; onRemove: (id: string) => void }) {
  const { ids, isSorted, onRemove } = props;
  const query = useQuery({
    ...read('POST /products/bulk', { body: { ids: ids.slice(0, 100) } }),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  });
  const products = new Map(query.data?.products.map((product) => [product._id, product]));
  return (
    <ul aria-label="Chosen products" className="grid max-h-80 gap-1.5 overflow-y-auto p-0.5 empty:hidden">
      {ids.map((id) => {
        const product = products.get(id);
        const name = product?.name ?? (query.isPending ? 'Loading…' : `Product ${id}`);
        return (
          <SortableItem
            key={id}
            id={id}
            name={name}
            className="flex items-center gap-3 rounded-md bg-card px-2 py-1 ring-1 ring-line"
          >
            {(handle) => (
              <>
                {isSorted && handle}
                <Thumbnail path={product?.image ?? null} />
                <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
                <IconButton icon={Trash2} label={`Remove ${name}`} onClick={() => onRemove(id)} />
              </>
            )}
          </SortableItem>
        );
      })}
    </ul>
  );
}
