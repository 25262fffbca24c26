import { useState } from 'react';
import { Link } from 'react-router';
import { statesOfGstin } from '../../../shared/contact/indian-states.ts';
import type { TestMailReply } from '../../../shared/contract/site-info.ts';
import { lowStock } from '../../../shared/products/stock-label.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { useAction } from '../parts/data.ts';
import { Check, type TextField } from '../parts/form/fields.tsx';
import { PictureField } from '../parts/form/picture-field.tsx';
import { RowList } from '../parts/form/row-list.tsx';
import type { Form } from '../parts/form/use-form.ts';
import { codSection } from './cod-section.tsx';
import type { Draft, SectionParts, SiteForm } from './draft.ts';
import { seasonSection } from './season-section.tsx';

const two = 'grid gap-4 sm:grid-cols-2';
const three = 'grid gap-4 sm:grid-cols-3';
const wide = 'sm:col-span-2';
const web = { inputMode: 'url', spellCheck: false } as const;
const link = { ...web, autoCapitalize: 'none' };
const code = { spellCheck: false, autoCapitalize: 'characters' };
const amount = { inputMode: 'decimal', required: true } as const;
const hours = { placeholder: '10:00 am - 7:00 pm' };

const mapHint =
  'The code or the address that Google Maps (Share, Embed a map) or OpenStreetMap (Share, HTML) gives.';
const whatsappHint = 'Product pages offer to ask a question on WhatsApp at this number.';
const returnsHint =
  'Shown on product pages. It must agree with your returns policy. Nothing is shown if empty; 0 means no returns.';
const lowStockHint = `Stock at or below this number is low. ${lowStock} if left empty. A product or combination can have its own threshold.`;

/** The settings of Google Analytics and Meta (decision 131). */
const measurementSection: SectionParts = {
  id: 'measurement',
  title: 'Google Analytics and Meta',
  hint: 'The dashboard counts visits by itself. With an ID, visitors are also asked whether what they look at and buy may be shared with Google or Meta, without their name or contact details. Nothing is sent before they allow it. Name this purpose in your privacy policy.',
  className: 'grid gap-4 sm:grid-cols-2',
  fields: [
    [
      'ga4Id',
      'GA4 measurement ID',
      30,
      { spellCheck: false, autoCapitalize: 'characters', placeholder: 'G-AB12CD34EF' },
    ],
    ['metaPixelId', 'Meta Pixel ID', 30, { inputMode: 'numeric', spellCheck: false }],
  ],
};

const fields: TextField<Draft>[] = [
  [
    'reviewRequestDays',
    'Ask for a review after (days)',
    2,
    {
      inputMode: 'numeric',
      hint: 'By mail, once for each order, this many days after it was delivered. Empty: never.',
    },
  ],
];

const cartReminderSection = {
  id: 'reminders',
  title: 'Reminders of carts',
  hint: 'Shoppers can ask at checkout and in their profile for one mail about a cart that they leave. Others get none.',
  className: 'grid gap-4 sm:grid-cols-2',
  fields: [
    [
      'cartReminderHours',
      'Remind after (hours)',
      2,
      { inputMode: 'numeric', hint: 'Without a change of the cart or an order. Empty: never.' },
    ],
  ] satisfies TextField<Draft>[],
};

const reviewSection = {
  id: 'reviews',
  title: 'Reviews',
  className: 'grid gap-4 sm:grid-cols-2',
  before: ({ flag }: Form<Draft>) => (
    <Check tall className="sm:col-span-2" {...flag('reviewsAtOnce')}>
      Publish reviews of buyers at once
    </Check>
  ),
  fields,
};

export const sections: SectionParts[] = [
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
      ['whatsapp', 'WhatsApp', 20, { type: 'tel', inputMode: 'tel', hint: whatsappHint }],
      ['returnDays', 'Returns within (days)', 3, { inputMode: 'numeric', hint: returnsHint }],
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
  {
    id: 'hours',
    title: 'Business hours',
    className: three,
    fields: [
      ['businessHours.mon_fri', 'Monday - Friday', 60, hours],
      ['businessHours.saturday', 'Saturday', 60, hours],
      ['businessHours.sunday', 'Sunday', 60, { placeholder: 'Closed' }],
    ],
  },
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
  {
    id: 'tax',
    title: 'Invoice and tax',
    className: two,
    fields: [
      ['legalName', 'Legal name', 150, { hint: 'Shown on invoices and on the contact page.' }],
      [
        'gstin',
        'GSTIN',
        20,
        { ...code, hint: 'With it, invoices are tax invoices that show CGST, SGST or IGST.' },
      ],
    ],
    after: ({ values, field }) => (
      <>
        <SelectField label="State" optional {...field('state')}>
          <option value="">Choose</option>
          {statesOfGstin.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Field
          label="Invoice prefix"
          required
          maxLength={3}
          {...code}
          hint={`Numbers look like ${values.invoicePrefix.trim().toUpperCase() || 'HT'}/26-27/000001. Another prefix starts a new count; earlier invoices keep their numbers.`}
          {...field('invoicePrefix')}
        />
      </>
    ),
  },
  {
    id: 'grievance',
    title: 'Grievance officer',
    hint: 'Indian rules for online shops require a person who handles complaints. The contact page shows the name.',
    className: three,
    fields: [
      ['grievanceOfficer.name', 'Name', 100],
      ['grievanceOfficer.email', 'Email', 254, { type: 'email' }],
      ['grievanceOfficer.phone', 'Phone', 30, { type: 'tel' }],
    ],
  },
  {
    id: 'ordering',
    title: 'Ordering',
    className: two,
    before: ({ flag }) => (
      <div className="sm:col-span-2">
        {(
          [
            ['asksForAddress', 'Checkout asks for a delivery address'],
            ['offersGiftMessage', 'Checkout offers a gift message'],
            ['asksForWhatsapp', 'Checkout asks whether you may send updates on WhatsApp'],
          ] as const
        ).map(([name, label]) => (
          <Check key={name} tall {...flag(name)}>
            {label}
          </Check>
        ))}
      </div>
    ),
    fields: [
      ['minOrderRupees', 'Smallest order (₹)', 15, amount],
      ['maxOrderRupees', 'Largest order (₹)', 15, amount],
      [
        'refundApprovalRupees',
        'Second admin for refunds above (₹)',
        15,
        {
          inputMode: 'decimal',
          hint: 'Also for the gift cards of one admin in a day. Empty: one is enough.',
        },
      ],
      [
        'lowStockAt',
        'Low stock at',
        7,
        { inputMode: 'numeric', placeholder: `${lowStock}`, hint: lowStockHint },
      ],
    ],
  },
  codSection,
  reviewSection,
  cartReminderSection,
  measurementSection,
  {
    id: 'security',
    title: 'Security',
    hint: 'A second factor is a passkey or a code of an authenticator app. An admin without one must set it up before anything else.',
    before: ({ flag }) => (
      <Check tall {...flag('secondFactorRequired')}>
        Everyone in the back office needs a second factor
      </Check>
    ),
  },
  {
    id: 'mail',
    title: 'Test mail',
    hint: 'Sent to your own address, in the same way as all mails of the shop.',
    after: () => <TestMail />,
  },
];

function OpeningPictures({ values, errors, change, onBusy }: SiteForm) {
  // One place more than there are pictures, up to the three that the page shows.
  const places = [...values.heroImages, ''].slice(0, 3);
  return (
    <div className={three}>
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

function TestMail() {
  const [sent, setSent] = useState<TestMailReply | null>(null);
  const { run } = useAction(async () => {
    setSent(null);
    setSent(await call('POST /settings/test-mail'));
  }, 'Could not send the test mail. Please try again.');

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button variant="secondary" action={run}>
        Send test mail
      </Button>
      <p role="status" className="wrap-anywhere">
        {sent?.file &&
          `No mail server is set up: the mail to ${sent.to} is written to ${sent.file} in the data folder. `}
        {sent && !sent.file && `A test mail is on its way to ${sent.to}. `}
        {sent && (
          <Link to="/admin/mail" className="text-press underline underline-offset-4">
            Show it in Mail
          </Link>
        )}
      </p>
    </div>
  );
}
