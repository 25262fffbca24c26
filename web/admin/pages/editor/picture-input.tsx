import { Images } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { PictureField } from '../../parts/form/picture-field.tsx';
import { ProductSearch } from '../../parts/form/product-search.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import type { LabelledProps } from './field-props.ts';

const picture = z.object({ path: z.string(), alt: z.string() }).catch({ path: '', alt: '' });
type Picture = z.output<typeof picture>;

/** A picture that is uploaded, or chosen from those of the products, with its description. */
export function PictureInput(props: LabelledProps) {
  const { path, errors, onChange, label, hint } = props;
  const value = picture.parse(props.value);
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <div className="grid gap-2.5">
      <PictureField
        label={label}
        kind="site"
        path={value.path || null}
        alt={value.alt || label}
        error={errors[`${path}.path`] ?? errors[path]}
        onChange={(uploaded) => onChange(uploaded ? { ...value, path: uploaded } : { path: '', alt: '' }, '')}
      />
      {hint && !value.path && <p className="text-ink-soft">{hint}</p>}
      <Button icon={Images} variant="ghost" className="-ml-3 w-fit" onClick={() => setIsChoosing(true)}>
        Choose from the products
      </Button>
      {value.path && (
        <Field
          label="What the picture shows"
          name={`${path}.alt`}
          maxLength={200}
          placeholder="A potter glazing a blue bowl"
          hint={value.alt ? undefined : 'For people who can’t see the picture, and for search engines.'}
          value={value.alt}
          error={errors[`${path}.alt`] ?? null}
          onChange={({ target }) => onChange({ ...value, alt: target.value }, `${path}.alt`)}
        />
      )}
      {isChoosing && (
        <ProductPictures
          onClose={() => setIsChoosing(false)}
          onChoose={(chosen) => {
            onChange({ path: chosen.path, alt: value.alt || chosen.alt }, '');
            setIsChoosing(false);
          }}
        />
      )}
    </div>
  );
}

function ProductPictures(props: { onClose: () => void; onChoose: (chosen: Picture) => void }) {
  return (
    <Dialog open onClose={props.onClose} title="Choose a picture">
      <div className="grid gap-3 p-5 text-sm">
        <ProductSearch label="Search products" error={undefined}>
          {(products) => (
            <ul aria-label="Pictures" className="grid grid-cols-3 gap-2 sm:grid-cols-4">
              {products.flatMap(({ _id, name, images }) =>
                images.map((image, i) => (
                  <li key={`${_id}-${image}`}>
                    <button
                      type="button"
                      aria-label={`Picture ${i + 1} of ${name}`}
                      title={name}
                      onClick={() => props.onChoose({ path: image, alt: name })}
                      className="block w-full overflow-hidden rounded-md ring-1 ring-line hover:ring-2 hover:ring-press"
                    >
                      <Thumbnail path={image} className="block w-full" />
                    </button>
                  </li>
                )),
              )}
              {products.length === 0 && <li className="col-span-full text-ink-soft">No product matches.</li>}
            </ul>
          )}
        </ProductSearch>
      </div>
    </Dialog>
  );
}
