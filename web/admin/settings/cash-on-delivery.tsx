import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { newCodBlock } from '../../../shared/contract/orders/cod.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { invalidate, read, useAction, useMay } from '../parts/data.ts';
import { Check, type TextField } from '../parts/form/fields.tsx';
import { CategoryChoice, ProductChoice } from '../parts/form/target-choice.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import type { Draft, SectionParts, SiteForm } from '../site-info/draft.ts';
import { SettingsFormPage } from '../site-info/form.tsx';

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

const sections: SectionParts[] = [
  {
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
  },
];

/** The rules of cash on delivery (decision 109). */
export default function CashOnDeliveryPage() {
  return <SettingsFormPage title="Cash on delivery" sections={sections} />;
}

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

/** The mobile numbers and email addresses that can't order with cash on delivery. Each change is saved at once. */
function CodBlocks() {
  const may = useMay();
  if (!may('customers.view')) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Blocked buyers</legend>
      <Blocked canChange={may('customers.edit')} />
    </fieldset>
  );
}

function Blocked({ canChange }: { canChange: boolean }) {
  const query = useQuery(read('GET /cod-blocks'));
  const [contact, setContact] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { run } = useAction(async (send: () => Promise<unknown>) => {
    await send();
    await invalidate('GET /cod-blocks');
  }, 'The list could not be changed. Please try again.');

  async function add() {
    const entered = newCodBlock.safeParse({ contact });
    setProblem(entered.error?.issues[0]?.message ?? null);
    if (!entered.success) return;
    await run(async () => {
      await call('POST /cod-blocks', { body: entered.data });
      setContact('');
    });
  }

  return (
    <>
      <Loaded query={query} failed="Failed to load the blocked buyers. Please try again.">
        {(blocks) => (
          <ul
            aria-label="Blocked buyers"
            className="grid max-h-80 gap-1.5 overflow-y-auto p-0.5 empty:hidden"
          >
            {blocks.map(({ _id, contact: blocked, at, by }) => (
              <li key={_id} className="flex items-center gap-3 rounded-md px-3 py-1 ring-1 ring-line">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {blocked}
                  <span className="block text-xs text-ink-soft">
                    {orderDate(at)} · {by}
                  </span>
                </span>
                {canChange && (
                  <IconButton
                    icon={Trash2}
                    label={`Remove ${blocked}`}
                    onClick={() => run(() => call('DELETE /cod-blocks/:id', { params: { id: _id } }))}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {canChange && (
        <div className="flex flex-wrap items-end gap-2">
          <Field
            label="Email or mobile number"
            name="cod-block"
            optional
            maxLength={254}
            value={contact}
            error={problem}
            onChange={(event) => setContact(event.target.value)}
            onKeyDown={(event) => {
              // Enter adds the contact; it must not send the form.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void add();
            }}
            className="min-w-56 flex-1"
          />
          <Button variant="secondary" action={add}>
            Block
          </Button>
        </div>
      )}
    </>
  );
}
