import type { ReactNode } from 'react';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { RowList } from '../parts/row-list.tsx';
import type { useForm } from '../parts/use-form.ts';
import { type Draft, newRow } from './draft.ts';

export type Fields = ReturnType<typeof useForm<Draft>> & { onBusy: (busy: boolean) => void };

/** A section of the form, the target of a link in the list of sections. */
export function Section({
  id,
  title,
  hint,
  children,
}: {
  id: string;
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 rounded-md bg-card p-4 ring-1 ring-line sm:p-5"
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {hint && <p className="mt-1 max-w-prose text-ink-soft">{hint}</p>}
      <div className="mt-4">{children}</div>
    </section>
  );
}

export function Basics({ values, errors, field, change, onBusy }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Client name" required maxLength={100} {...field('clientName')} />
      <Field label="Tagline" optional maxLength={200} {...field('tagline')} />
      <Field label="Address" optional maxLength={300} className="sm:col-span-2" {...field('address')} />
      <Field label="Mobile" optional type="tel" inputMode="tel" maxLength={20} {...field('mobile')} />
      <Field label="Email" optional type="email" inputMode="email" maxLength={254} {...field('email')} />
      <Field
        label="Map embed URL"
        optional
        inputMode="url"
        spellCheck={false}
        maxLength={4000}
        className="sm:col-span-2"
        hint="The code or the address that Google Maps (Share, Embed a map) or OpenStreetMap (Share, HTML) gives."
        {...field('mapEmbedUrl')}
      />
      <PictureField
        label="Company image"
        kind="site"
        path={values.companyImageUrl}
        alt="Company image"
        error={errors.companyImageUrl}
        onBusy={onBusy}
        onChange={(path) => change({ companyImageUrl: path ?? '' })}
      />
    </div>
  );
}

const networks = [
  ['facebook', 'Facebook'],
  ['instagram', 'Instagram'],
  ['twitter', 'Twitter'],
  ['pinterest', 'Pinterest'],
] as const;

export function Social({ field }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {networks.map(([network, name]) => (
        <Field
          key={network}
          label={name}
          optional
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={500}
          placeholder={`https://${network}.com/…`}
          {...field(`socialLinks.${network}`)}
        />
      ))}
    </div>
  );
}

export function Story({ values, errors, field, change }: Fields) {
  return (
    <RowList
      rows={values.storyParagraphs}
      noun="paragraph"
      titled={false}
      max={50}
      error={errors.storyParagraphs}
      newRow={() => newRow({ text: '' })}
      onChange={(rows) => change((now) => ({ storyParagraphs: rows(now.storyParagraphs) }))}
    >
      {(_, i) => (
        <TextAreaField
          label={`Paragraph ${i + 1}`}
          rows={10}
          className="pt-1"
          maxLength={5000}
          {...field(`storyParagraphs.${i}.text`)}
          error={errors[`storyParagraphs.${i}`]}
        />
      )}
    </RowList>
  );
}

export function Values({ values, errors, field, change }: Fields) {
  return (
    <RowList
      rows={values.values}
      noun="value"
      max={20}
      error={errors.values}
      newRow={() => newRow({ title: '', description: '' })}
      onChange={(rows) => change((now) => ({ values: rows(now.values) }))}
    >
      {(_, i) => (
        <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
          <Field label="Title" required maxLength={100} {...field(`values.${i}.title`)} />
          <TextAreaField
            label="Description"
            optional
            rows={2}
            maxLength={1000}
            {...field(`values.${i}.description`)}
          />
        </div>
      )}
    </RowList>
  );
}

export function Team({ values, errors, field, change, onBusy }: Fields) {
  return (
    <RowList
      rows={values.teamMembers}
      noun="team member"
      max={50}
      error={errors.teamMembers}
      newRow={() => newRow({ _id: '', name: '', position: '', imageUrl: '' })}
      onChange={(rows) => change((now) => ({ teamMembers: rows(now.teamMembers) }))}
    >
      {({ name, imageUrl }, i, set) => (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_17rem]">
          <Field label="Name" required maxLength={100} {...field(`teamMembers.${i}.name`)} />
          <Field label="Position" optional maxLength={100} {...field(`teamMembers.${i}.position`)} />
          <PictureField
            label="Image"
            kind="site"
            path={imageUrl}
            alt={name || `Team member ${i + 1}`}
            error={errors[`teamMembers.${i}.imageUrl`]}
            onBusy={onBusy}
            onChange={(path) => set({ imageUrl: path ?? '' })}
          />
        </div>
      )}
    </RowList>
  );
}
