import { ExternalLink } from 'lucide-react';
import { Navigate, useLocation } from 'react-router';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { PictureField } from '../parts/form/picture-field.tsx';
import { RowList } from '../parts/form/row-list.tsx';
import { NewTab } from '../parts/page/page-head.tsx';
import type { SectionParts } from './draft.ts';
import { SettingsFormPage } from './form.tsx';

/** What visitors read about the shop (spec §2 Site info admin). */
export default function AboutPage() {
  const moved = movedSections[useLocation().hash.slice(1)];
  if (moved) return <Navigate to={moved} replace />;
  return (
    <SettingsFormPage
      title="About the shop"
      sections={sections}
      words={{
        save: 'Save Changes',
        saving: 'Saving...',
        saved: 'Site info updated successfully!',
        failed: 'Update failed. Check console for errors.',
      }}
      action={
        <NewTab
          href="/about"
          className="inline-flex min-h-11 items-center gap-1.5 px-2 text-press underline-offset-4 hover:underline"
        >
          View in store
          <ExternalLink className="size-4" />
        </NewTab>
      }
    />
  );
}

/** Sections that were on this page, and where they are now. */
const movedSections: Record<string, string> = {
  hours: '/admin/settings/contact#hours',
  grievance: '/admin/settings/contact#grievance',
  home: '/admin/settings/home#home',
  seasons: '/admin/settings/home#seasons',
  tax: '/admin/settings/tax#tax',
  ordering: '/admin/settings/checkout#ordering',
  'cash-on-delivery': '/admin/settings/cash-on-delivery#cash-on-delivery',
  reviews: '/admin/settings/customer-mails#reviews',
  reminders: '/admin/settings/customer-mails#reminders',
  mail: '/admin/settings/mail#field=Test+mail',
  measurement: '/admin/settings/analytics#measurement',
  security: '/admin/settings/security#security',
};

const two = 'grid gap-4 sm:grid-cols-2';
const wide = 'sm:col-span-2';
const web = { inputMode: 'url', spellCheck: false } as const;
const link = { ...web, autoCapitalize: 'none' };

const mapHint =
  'The code or the address that Google Maps (Share, Embed a map) or OpenStreetMap (Share, HTML) gives.';

const sections: SectionParts[] = [
  {
    id: 'basics',
    title: 'Basic Information',
    className: two,
    fields: [
      ['clientName', 'Client name', 100, { required: true }],
      ['tagline', 'Tagline', 200],
      ['address', 'Address', 300, { className: wide }],
      ['mobile', 'Mobile', 20, { type: 'tel', inputMode: 'tel' }],
      ['email', 'Email', 254, { type: 'email', inputMode: 'email' }],
      ['mapEmbedUrl', 'Map embed URL', 4000, { ...web, className: wide, hint: mapHint }],
    ],
    after: ({ values, errors, change, onBusy }) => (
      <PictureField
        label="Company image"
        kind="site"
        path={values.companyImageUrl}
        alt="Company image"
        error={errors.companyImageUrl}
        onBusy={onBusy}
        onChange={(path) => change({ companyImageUrl: path ?? '' })}
      />
    ),
  },
  {
    id: 'social',
    title: 'Social links',
    className: two,
    fields: [
      ['socialLinks.facebook', 'Facebook', 500, { ...link, placeholder: 'https://facebook.com/…' }],
      ['socialLinks.instagram', 'Instagram', 500, { ...link, placeholder: 'https://instagram.com/…' }],
      ['socialLinks.twitter', 'Twitter', 500, { ...link, placeholder: 'https://twitter.com/…' }],
      ['socialLinks.pinterest', 'Pinterest', 500, { ...link, placeholder: 'https://pinterest.com/…' }],
    ],
  },
  {
    id: 'story',
    title: 'Our Story',
    after: ({ list, field }) => (
      <RowList noun="paragraph" titled={false} max={50} newRow="" {...list('storyParagraphs')}>
        {(_, i) => (
          <TextAreaField
            label={`Paragraph ${i + 1}`}
            rows={10}
            className="pt-1"
            maxLength={5000}
            {...field(`storyParagraphs.${i}`)}
          />
        )}
      </RowList>
    ),
  },
  {
    id: 'values',
    title: 'Our Values',
    after: ({ list, field }) => (
      <RowList noun="value" max={20} newRow={{ title: '', description: '' }} {...list('values')}>
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
    ),
  },
  {
    id: 'team',
    title: 'Team Members',
    after: ({ list, field, errors, onBusy }) => (
      <RowList
        noun="team member"
        max={50}
        newRow={{ _id: '', name: '', position: '', imageUrl: '' }}
        {...list('teamMembers')}
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
              onChange={(path) => set((before) => ({ ...before, imageUrl: path ?? '' }))}
            />
          </div>
        )}
      </RowList>
    ),
  },
];
