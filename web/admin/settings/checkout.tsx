import { lowStock } from '../../../shared/products/stock-label.ts';
import { Check } from '../parts/form/fields.tsx';
import type { SectionParts } from '../site-info/draft.ts';
import { SettingsFormPage } from '../site-info/form.tsx';

/** What checkout asks for, the amounts of orders, and when stock is low. */
export default function CheckoutSettingsPage() {
  return <SettingsFormPage title="Checkout and stock" sections={sections} />;
}

const two = 'grid gap-4 sm:grid-cols-2';
const amount = { inputMode: 'decimal', required: true } as const;
const lowStockHint = `Stock at or below this number is low. ${lowStock} if left empty. A product or combination can have its own threshold.`;

const sections: SectionParts[] = [
  {
    id: 'ordering',
    title: 'Checkout',
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
    ],
  },
  {
    id: 'stock',
    title: 'Stock',
    className: two,
    fields: [
      [
        'lowStockAt',
        'Low stock at',
        7,
        { inputMode: 'numeric', placeholder: `${lowStock}`, hint: lowStockHint },
      ],
    ],
  },
];
