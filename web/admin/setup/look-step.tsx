import { useState } from 'react';
import type { SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { Field } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { PictureField } from '../parts/form/picture-field.tsx';
import { PageLink, SettingsForm, useSettingsForm, WithSettings } from './settings-form.tsx';

export const LookStep = () => <WithSettings>{(info) => <LookForm info={info} />}</WithSettings>;

function LookForm({ info }: { info: SiteInfoAdmin }) {
  const [uploads, setUploads] = useState(0);
  const { clientName, tagline, heroImages } = info;
  const form = useSettingsForm(
    info,
    { clientName, tagline, heroImage: heroImages[0] ?? '' },
    ({ heroImage, ...texts }) => ({
      ...texts,
      heroImages: heroImage ? [heroImage].concat(heroImages.slice(1)) : heroImages.slice(1),
    }),
  );
  const { values } = form;
  return (
    <SettingsForm form={form} busy={uploads > 0} preview={<Storefront {...values} />}>
      <Field label="Shop name" required maxLength={100} {...form.field('clientName')} />
      <Field
        label="Tagline"
        optional
        maxLength={200}
        hint="One line under the name, also in search results."
        {...form.field('tagline')}
      />
      <PictureField
        label="Picture at the top of the home page"
        kind="site"
        alt="Picture at the top of the home page"
        path={values.heroImage || null}
        error={form.errors.heroImages ?? form.errors['heroImages.0']}
        onChange={(path) => form.change({ heroImage: path ?? '' }, ['heroImages'])}
        onBusy={(busy) => setUploads((before) => before + (busy ? 1 : -1))}
      />
      <p className="text-ink-soft">
        Your logo, story, team and links to social networks are on{' '}
        <PageLink to="/admin/site-info">About the shop</PageLink>. Colours, fonts and shapes are on{' '}
        <PageLink to="/admin/theme">Look</PageLink>, with five finished looks to start from.
      </p>
    </SettingsForm>
  );
}

function Storefront({
  clientName,
  tagline,
  heroImage,
}: {
  clientName: string;
  tagline: string;
  heroImage: string;
}) {
  return (
    <div className="grid">
      <p className="truncate border-b border-line px-4 py-3 text-center font-serif text-xl font-semibold text-press">
        {clientName || 'Your shop'}
      </p>
      {heroImage && (
        <Picture path={heroImage} alt="" sizes="22rem" className="aspect-4/3 w-full object-cover" />
      )}
      <p className="px-4 py-6 text-center font-serif text-2xl wrap-anywhere">{tagline || 'Your tagline'}</p>
    </div>
  );
}
