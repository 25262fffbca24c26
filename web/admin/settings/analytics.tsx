import type { SectionParts } from '../site-info/draft.ts';
import { SettingsFormPage } from '../site-info/form.tsx';

/** The settings of Google Analytics and Meta (decision 131). */
export default function AnalyticsSettingsPage() {
  return <SettingsFormPage title="Analytics" sections={sections} />;
}

const sections: SectionParts[] = [
  {
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
  },
];
