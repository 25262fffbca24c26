import { Check, type TextField } from '../parts/form/fields.tsx';
import { CategoryChoice, ProductChoice } from '../parts/form/target-choice.tsx';
import { CodBlocks } from './cod-blocks.tsx';
import type { Draft } from './draft.ts';
import type { SectionParts, SiteForm } from './section-parts.ts';

const amount = { inputMode: 'decimal' } as const;
const limit = { ...amount, hint: 'Without the fee. Empty: any amount.' };

const fields: TextField<Draft>[] = [
  ['codFeeRupees', 'Fee (₹)', 9, { ...amount, required: true, hint: 'Added to each order. 0: no fee.' }],
  [
    'codConfirmHours',
    'Confirm within (hours)',
    3,
    {
      inputMode: 'numeric',
      required: true,
      hint: 'You confirm an order, or its buyer with the link in their mail. After that time it is cancelled.',
    },
  ],
  [
    'codAdvance',
    'Paid in advance',
    12,
    {
      className: 'sm:col-span-2',
      hint: 'A percentage such as 10%, or an amount such as 200, of which the shopper pays online before the order counts. Empty: nothing.',
    },
  ],
  ['codMinRupees', 'Orders from (₹)', 15, limit],
  ['codMaxRupees', 'Orders up to (₹)', 15, limit],
];

/** The rules of cash on delivery (decision 109). */
export const codSection: SectionParts = {
  id: 'cash-on-delivery',
  title: 'Cash on delivery',
  hint: 'Shoppers can pay the courier. It needs a delivery address at checkout.',
  className: 'grid gap-4 sm:grid-cols-2',
  before: ({ flag, errors }) => (
    <div className="sm:col-span-2">
      <Check tall {...flag('codEnabled')}>
        Checkout offers cash on delivery
      </Check>
      <Check tall {...flag('codPacksUnconfirmed')}>
        Orders can be packed before they are confirmed
      </Check>
      <Check tall {...flag('codProvesMobile')}>
        The first order of a mobile number needs a code, by text or else by mail. Otherwise only orders for
        much of a product’s stock do.
      </Check>
      {errors.codProvesMobile && <p className="text-sm text-madder">{errors.codProvesMobile}</p>}
    </div>
  ),
  fields,
  after: (form) => <Exclusions {...form} />,
};

function Exclusions({ values, errors, change }: SiteForm) {
  return (
    <div className="grid gap-5 sm:col-span-2">
      <CategoryChoice
        legend="Categories that can’t be paid on delivery"
        chosen={values.codExcludedCategories}
        error={errors.codExcludedCategories}
        onChange={(codExcludedCategories) => change({ codExcludedCategories })}
      />
      <ProductChoice
        legend="Products that can’t be paid on delivery"
        chosen={values.codExcludedProducts}
        error={errors.codExcludedProducts}
        onChange={(codExcludedProducts) => change({ codExcludedProducts })}
      />
      <CodBlocks />
    </div>
  );
}
