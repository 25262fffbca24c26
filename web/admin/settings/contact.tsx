import type { SectionParts } from '../site-info/draft.ts';
import { SettingsFormPage } from '../site-info/form.tsx';

/** How shoppers reach the shop, and when. */
export default function ContactSettingsPage() {
  return <SettingsFormPage title="Contact" sections={sections} />;
}

const three = 'grid gap-4 sm:grid-cols-3';
const hours = { placeholder: '10:00 am - 7:00 pm' };

const sections: SectionParts[] = [
  {
    id: 'whatsapp',
    title: 'WhatsApp',
    className: 'grid gap-4 sm:grid-cols-2',
    fields: [
      [
        'whatsapp',
        'WhatsApp number',
        20,
        {
          type: 'tel',
          inputMode: 'tel',
          hint: 'Product pages offer to ask a question on WhatsApp at this number.',
        },
      ],
    ],
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
];
