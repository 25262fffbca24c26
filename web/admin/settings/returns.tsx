import type { SectionParts } from '../site-info/draft.ts';
import { SettingsFormPage } from '../site-info/form.tsx';

/** Returns and refunds. */
export default function ReturnsSettingsPage() {
  return <SettingsFormPage title="Returns and refunds" sections={sections} />;
}

const two = 'grid gap-4 sm:grid-cols-2';
const returnsHint =
  'Shown on product pages, and in the returns policy that is written from it. Nothing is shown if empty; 0 means no returns.';

const sections: SectionParts[] = [
  {
    id: 'returns',
    title: 'Returns',
    className: two,
    fields: [['returnDays', 'Returns within (days)', 3, { inputMode: 'numeric', hint: returnsHint }]],
  },
  {
    id: 'refunds',
    title: 'Refunds',
    className: two,
    fields: [
      [
        'refundApprovalRupees',
        'Second admin for refunds above (₹)',
        15,
        {
          inputMode: 'decimal',
          hint: 'Also for the gift cards of one admin in a day. Empty: one is enough.',
        },
      ],
    ],
  },
];
