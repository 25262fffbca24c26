import { Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { z } from 'zod';
import { Picture } from '../../../ui/picture.tsx';
import { CountField } from '../../parts/form/fields.tsx';
import { ProductChoice } from '../../parts/form/target-choice.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { ErrorText } from '../../parts/page/error-banner.tsx';
import type { LabelledProps } from './field-props.ts';

const points = z.array(z.object({ x: z.unknown(), y: z.unknown(), product: z.string() })).catch([]);
const pictureOf = z.object({ path: z.string() }).catch({ path: '' });
const share = (position: number, size: number) => Math.round(Math.min(1, Math.max(0, position / size)) * 100);

/** Products at points of a picture: a click on the picture moves the last point without a product, or adds one. */
export function PointsInput(props: LabelledProps & { picture: unknown; max: number }) {
  const { path, errors, onChange, label, hint, max } = props;
  const value = points.parse(props.value);
  const { path: picture } = pictureOf.parse(props.picture);
  if (!picture)
    return (
      <p>
        <span className="font-medium">{label}.</span>{' '}
        <span className="text-ink-soft">Choose the picture first.</span>
      </p>
    );
  const set = (i: number, changes: object) =>
    onChange(
      value.map((point, index) => (index === i ? { ...point, ...changes } : point)),
      '',
    );
  function place(event: MouseEvent<HTMLButtonElement>) {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const spot = { x: share(event.clientX - left, width), y: share(event.clientY - top, height) };
    const waiting = value.findIndex(({ product }) => !product);
    if (waiting >= 0) set(waiting, spot);
    else if (value.length < max) onChange([...value, { ...spot, product: '' }], '');
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <p className="text-ink-soft">{hint ?? `Press the picture where a product is; at most ${max}.`}</p>
      <button
        type="button"
        aria-label="Add a point in the middle, or where you press"
        onClick={place}
        className="relative block w-full cursor-crosshair overflow-hidden rounded-md"
      >
        <Picture path={picture} alt="" sizes="340px" className="aspect-auto" />
        {value.map(({ x, y }, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a point has no other identity
            key={i}
            style={{ left: `${Number(x)}%`, top: `${Number(y)}%` }}
            className="absolute grid size-6 -translate-1/2 place-items-center rounded-full bg-press text-xs font-semibold text-on-press ring-2 ring-on-press"
          >
            {i + 1}
          </span>
        ))}
      </button>
      {value.map((point, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a point has no other identity
        <div key={i} className="grid gap-2 rounded-md p-3 ring-1 ring-line">
          <div className="flex items-end gap-2">
            {(['x', 'y'] as const).map((axis) => (
              <CountField
                key={axis}
                label={axis === 'x' ? 'From the left, %' : 'From the top, %'}
                name={`${path}.${i}.${axis}`}
                value={String(point[axis])}
                error={errors[`${path}.${i}.${axis}`] ?? null}
                onChange={({ target }) =>
                  set(i, { [axis]: /^\d+$/.test(target.value) ? Number(target.value) : target.value })
                }
                className="min-w-0 flex-1"
              />
            ))}
            <IconButton
              icon={Trash2}
              label={`Remove point ${i + 1}`}
              onClick={() => onChange(value.toSpliced(i, 1), '')}
            />
          </div>
          <ProductChoice
            legend={`Product at point ${i + 1}`}
            chosen={point.product ? [point.product] : []}
            error={errors[`${path}.${i}.product`] && 'Choose a product'}
            onChange={(ids) => set(i, { product: ids.at(-1) ?? '' })}
          />
        </div>
      ))}
      <ErrorText>{errors[path]}</ErrorText>
    </fieldset>
  );
}
