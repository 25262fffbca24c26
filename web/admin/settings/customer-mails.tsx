import { Check } from '../parts/form/fields.tsx';
import type { SectionParts } from '../site-info/draft.ts';
import { SettingsFormPage } from '../site-info/form.tsx';

/** The mails that shoppers can get besides those about their orders. */
export default function CustomerMailsPage() {
  return <SettingsFormPage title="Customer mails" sections={sections} />;
}

const two = 'grid gap-4 sm:grid-cols-2';

const sections: SectionParts[] = [
  {
    id: 'reviews',
    title: 'Reviews',
    className: two,
    before: ({ flag }) => (
      <Check tall className="sm:col-span-2" {...flag('reviewsAtOnce')}>
        Publish reviews of buyers at once
      </Check>
    ),
    fields: [
      [
        'reviewRequestDays',
        'Ask for a review after (days)',
        2,
        {
          inputMode: 'numeric',
          hint: 'By mail, once for each order, this many days after it was delivered. Empty: never.',
        },
      ],
    ],
  },
  {
    id: 'reminders',
    title: 'Reminders of carts',
    hint: 'Shoppers can ask at checkout and in their profile for one mail about a cart that they leave. Others get none.',
    className: two,
    fields: [
      [
        'cartReminderHours',
        'Remind after (hours)',
        2,
        { inputMode: 'numeric', hint: 'Without a change of the cart or an order. Empty: never.' },
      ],
    ],
  },
];
