import type { ReactNode } from 'react';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { PictureField } from '../parts/picture-field.tsx';
import { RowList } from '../parts/row-list.tsx';
import { type Draft, newRow } from './draft.ts';

export type Fields = {
  draft: Draft;
  errors: Record<string, string>;
  /** Changes one field; `part` names the part of it that was edited, whose error goes. */
  set: <Name extends keyof Draft>(
    name: Name,
    value: Draft[Name] | ((now: Draft[Name]) => Draft[Name]),
    part?: string,
  ) => void;
  onBusy: (busy: boolean) => void;
};

/** A block of the form that can be jumped to. */
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

export function Basics({ draft, errors, set, onBusy }: Fields) {
  const text = (name: 'clientName' | 'tagline' | 'address' | 'mobile' | 'email' | 'mapEmbedUrl') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => set(name, event.target.value),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Client name" required maxLength={100} {...text('clientName')} />
      <Field label="Tagline" optional maxLength={200} {...text('tagline')} />
      <Field label="Address" optional maxLength={300} className="sm:col-span-2" {...text('address')} />
      <Field label="Mobile" optional type="tel" inputMode="tel" maxLength={20} {...text('mobile')} />
      <Field label="Email" optional type="email" inputMode="email" maxLength={254} {...text('email')} />
      <Field
        label="Map embed URL"
        optional
        inputMode="url"
        spellCheck={false}
        maxLength={4000}
        className="sm:col-span-2"
        hint="The code or the address that Google Maps (Share, Embed a map) or OpenStreetMap (Share, HTML) gives."
        {...text('mapEmbedUrl')}
      />
      <PictureField
        label="Company image"
        kind="site"
        path={draft.companyImageUrl}
        alt="Company image"
        error={errors.companyImageUrl}
        onBusy={onBusy}
        onChange={(path) => set('companyImageUrl', path ?? '')}
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

export function Social({ draft, errors, set }: Fields) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {networks.map(([network, name]) => (
        <Field
          key={network}
          label={name}
          name={`socialLinks.${network}`}
          optional
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={500}
          placeholder={`https://${network}.com/…`}
          value={draft.socialLinks[network]}
          error={errors[`socialLinks.${network}`]}
          onChange={(event) => {
            const { value } = event.target;
            set('socialLinks', (now) => ({ ...now, [network]: value }), network);
          }}
        />
      ))}
    </div>
  );
}

export function Story({ draft, errors, set }: Fields) {
  return (
    <RowList
      rows={draft.storyParagraphs}
      noun="paragraph"
      titled={false}
      max={50}
      error={errors.storyParagraphs}
      newRow={() => newRow({ text: '' })}
      onChange={(change) => set('storyParagraphs', change)}
    >
      {({ text }, i, change) => (
        <TextAreaField
          label={`Paragraph ${i + 1}`}
          name={`storyParagraphs.${i}`}
          rows={10}
          className="pt-1"
          maxLength={5000}
          value={text}
          error={errors[`storyParagraphs.${i}`]}
          onChange={(event) => change({ text: event.target.value })}
        />
      )}
    </RowList>
  );
}

export function Values({ draft, errors, set }: Fields) {
  return (
    <RowList
      rows={draft.values}
      noun="value"
      max={20}
      error={errors.values}
      newRow={() => newRow({ title: '', description: '' })}
      onChange={(change) => set('values', change)}
    >
      {({ title, description }, i, change) => (
        <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
          <Field
            label="Title"
            name={`values.${i}.title`}
            required
            maxLength={100}
            value={title}
            error={errors[`values.${i}.title`]}
            onChange={(event) => change({ title: event.target.value })}
          />
          <TextAreaField
            label="Description"
            name={`values.${i}.description`}
            optional
            rows={2}
            maxLength={1000}
            value={description}
            error={errors[`values.${i}.description`]}
            onChange={(event) => change({ description: event.target.value })}
          />
        </div>
      )}
    </RowList>
  );
}

export function Team({ draft, errors, set, onBusy }: Fields) {
  return (
    <RowList
      rows={draft.teamMembers}
      noun="team member"
      max={50}
      error={errors.teamMembers}
      newRow={() => newRow({ _id: '', name: '', position: '', imageUrl: '' })}
      onChange={(change) => set('teamMembers', change)}
    >
      {({ name, position, imageUrl }, i, change) => (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_17rem]">
          <Field
            label="Name"
            name={`teamMembers.${i}.name`}
            required
            maxLength={100}
            value={name}
            error={errors[`teamMembers.${i}.name`]}
            onChange={(event) => change({ name: event.target.value })}
          />
          <Field
            label="Position"
            name={`teamMembers.${i}.position`}
            optional
            maxLength={100}
            value={position}
            error={errors[`teamMembers.${i}.position`]}
            onChange={(event) => change({ position: event.target.value })}
          />
          <PictureField
            label="Image"
            kind="site"
            path={imageUrl}
            alt={name || `Team member ${i + 1}`}
            error={errors[`teamMembers.${i}.imageUrl`]}
            onBusy={onBusy}
            onChange={(path) => change({ imageUrl: path ?? '' })}
          />
        </div>
      )}
    </RowList>
  );
}
