import { Check, type TextField } from '../parts/form/fields.tsx';
import type { Form } from '../parts/form/use-form.ts';
import type { Draft } from './draft.ts';

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

/** The settings of reminders of carts. */
export const cartReminderSection = {
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

/** The settings of reviews. */
export const reviewSection = {
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
