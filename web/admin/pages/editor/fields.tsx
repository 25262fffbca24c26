import type { ReactElement } from 'react';
import { z } from 'zod';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import { Check, CountField } from '../../parts/form/fields.tsx';
import { RowList } from '../../parts/form/row-list.tsx';
import { Options } from '../../parts/list/filters.tsx';
import { formOf } from './edited-page.ts';
import type { FieldProps, LabelledProps } from './field-props.ts';
import { LinkInput } from './link-input.tsx';
import { MakerInput, ProductInput, ReviewsInput, RichTextInput, VideoInput } from './object-inputs.tsx';
import { PictureInput } from './picture-input.tsx';
import { PointsInput } from './points-input.tsx';
import { ProductsInput } from './products-input.tsx';

/** The fields of settings, by their schemas. */
export function SettingFields(
  props: Omit<FieldProps, 'schema'> & { shape: Record<string, z.core.$ZodType> },
) {
  const { shape, path, value, errors, onChange } = props;
  const settings = z.record(z.string(), z.unknown()).catch({}).parse(value);
  return Object.entries(shape).map(([name, schema]) => (
    <SettingField
      key={name}
      schema={schema}
      path={`${path}.${name}`}
      value={settings[name]}
      settings={settings}
      errors={errors}
      onChange={(changed, field) => onChange({ ...settings, [name]: changed }, field)}
    />
  ));
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A field in the form that is registered for its schema. `settings`: those of the same section. */
function SettingField(props: FieldProps & { settings: Record<string, unknown> }): ReactElement | null {
  const { schema, path, value, errors, onChange } = props;
  const form = formOf(schema);
  if (!form) return schema instanceof z.ZodObject ? <SettingFields {...props} shape={schema.shape} /> : null;
  const { label, hint } = form;
  const labelled = { ...props, label, hint };
  const error = errors[path] ?? null;
  const text = {
    label,
    hint,
    name: path,
    value: textOf(value),
    error,
    maxLength: schema instanceof z.ZodDefault ? longestOf(schema) : undefined,
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value, path),
  };
  switch (form.kind) {
    case 'line':
      return <Field {...text} />;
    case 'text':
      return <TextAreaField rows={4} {...text} />;
    case 'number':
      return (
        <CountField
          {...text}
          hint={hint ?? `From ${form.min} to ${form.max}.`}
          onChange={({ target }) =>
            onChange(/^\d+$/.test(target.value) ? Number(target.value) : target.value, path)
          }
        />
      );
    case 'choice':
      return (
        <SelectField {...text}>
          <Options labels={form.options} />
        </SelectField>
      );
    case 'toggle':
      return (
        <div>
          <Check
            tall
            name={path}
            checked={value === true}
            onChange={({ target }) => onChange(target.checked, '')}
          >
            {label}
          </Check>
          {hint && <p className="text-ink-soft">{hint}</p>}
        </div>
      );
    case 'picture':
      return <PictureInput {...labelled} />;
    case 'link':
      return <LinkInput {...labelled} />;
    case 'products':
      return <ProductsInput {...labelled} />;
    case 'rich-text':
      return <RichTextInput {...labelled} />;
    case 'video':
      return <VideoInput {...labelled} />;
    case 'product':
      return <ProductInput {...labelled} />;
    case 'maker':
      return <MakerInput {...labelled} />;
    case 'reviews':
      return <ReviewsInput {...labelled} />;
    case 'points':
      return <PointsInput {...labelled} picture={props.settings[form.picture]} max={form.max} />;
    case 'list':
      return <ListInput {...labelled} item={form.item} max={form.max} />;
  }
}

function longestOf(schema: z.ZodDefault): number | undefined {
  const inner = schema.unwrap();
  return inner instanceof z.ZodString ? (inner.maxLength ?? undefined) : undefined;
}

/** Entries that can be added, sorted and removed. */
function ListInput(props: LabelledProps & { item: string; max: number }) {
  const { schema, path, value, errors, onChange, label, hint, item, max } = props;
  const list = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (!(list instanceof z.ZodArray)) return null;
  const entry = list.element;
  const rows = z.array(z.unknown()).catch([]).parse(value);
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      {hint && <p className="mb-2 text-ink-soft">{hint}</p>}
      <RowList
        rows={rows}
        noun={item.toLowerCase()}
        max={max}
        error={errors[path]}
        newRow={newEntry(entry)}
        onChange={(change) => onChange(change(rows), '')}
      >
        {(row, i) => (
          <div className="grid gap-4">
            <SettingField
              schema={entry}
              path={`${path}.${i}`}
              value={row}
              settings={{}}
              errors={errors}
              onChange={(changed, field) => onChange(rows.with(i, changed), field)}
            />
          </div>
        )}
      </RowList>
    </fieldset>
  );
}

/** The content of a new entry: what its schema has for a missing value, or for a group without values. */
function newEntry(schema: z.core.$ZodType): unknown {
  const preset = z.safeParse(schema, undefined);
  return preset.success ? preset.data : z.safeParse(schema, {}).data;
}
