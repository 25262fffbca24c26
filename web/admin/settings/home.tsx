import { Field } from '../../ui/field.tsx';
import { PictureField } from '../parts/form/picture-field.tsx';
import type { Draft, SectionParts, SiteForm } from '../site-info/draft.ts';
import { SettingsFormPage } from '../site-info/form.tsx';
import { seasonSection } from './home-seasons.tsx';

/** What the home page shows. */
export default function HomeSettingsPage() {
  return <SettingsFormPage title="Home page" sections={sections} />;
}

const sections: SectionParts[] = [
  {
    id: 'home',
    title: 'Home page',
    hint: 'Without pictures here, the page starts with those of featured products. Claims must be true; an empty one is not shown.',
    className: 'grid gap-5',
    before: (form) => (
      <>
        <OpeningPictures {...form} />
        <Claim name="guarantee" label="Guarantee" example="30-day guarantee" {...form} />
        <Claim name="shipping" label="Shipping" example="Free shipping" {...form} />
        <Claim name="customers" label="Customers" example="50K+ customers" {...form} />
        <Claim name="products" label="Products" example="1000+ products" {...form} />
      </>
    ),
  },
  seasonSection,
];

function OpeningPictures({ values, errors, change, onBusy }: SiteForm) {
  // One place more than there are pictures, up to the three that the page shows.
  const places = [...values.heroImages, ''].slice(0, 3);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {places.map((path, i) => (
        <PictureField
          key={path || 'new'}
          label={`Opening picture ${i + 1}`}
          kind="site"
          path={path}
          alt={`Opening picture ${i + 1}`}
          error={errors[`heroImages.${i}`]}
          onBusy={onBusy}
          onChange={(chosen) =>
            change(({ heroImages: before }) => ({
              heroImages: before.toSpliced(i, 1, ...(chosen ? [chosen] : [])),
            }))
          }
        />
      ))}
    </div>
  );
}

type ClaimProps = SiteForm & { name: keyof Draft['claims']; label: string; example: string };

function Claim({ name, label, example, field }: ClaimProps) {
  return (
    <fieldset className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <Field label="Claim" optional maxLength={60} placeholder={example} {...field(`claims.${name}.title`)} />
      <Field label="Detail" optional maxLength={120} {...field(`claims.${name}.detail`)} />
    </fieldset>
  );
}
