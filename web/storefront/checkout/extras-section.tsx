import { type ReactNode, useState } from 'react';
import { extraLimits, sezText, whatsappTexts, whatsappVersion } from '../../../shared/orders/order-extras.ts';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { Section } from '../layout/section.tsx';
import { useShop } from '../layout/shop.ts';
import type { SectionProps } from './use-buyer.ts';

export type ExtrasProps = SectionProps & { agrees: boolean; onAgree: (agrees: boolean) => void };

/** What a shopper can add to their order: a note, a gift message, their business, and consent to updates on WhatsApp. */
export function ExtrasSection({ details, errors, change, agrees, onAgree }: ExtrasProps) {
  const shop = useShop();
  const props = (name: keyof typeof extraLimits | 'gstin') => ({
    name,
    value: details[name],
    error: errors[name],
    onChange: ({ target: { value } }: { target: { value: string } }) => change({ [name]: value }),
  });
  return (
    <Section title="Extras (Optional)">
      <div className="mt-2 grid gap-x-5">
        <Opened
          label="Add a note to the shop"
          isFilled={details.note !== ''}
          onClose={() => change({ note: '' })}
        >
          <TextAreaField label="Order note" rows={3} maxLength={extraLimits.note} {...props('note')} />
        </Opened>
        {shop?.site.offersGiftMessage && (
          <Opened
            label="This order is a gift"
            isFilled={details.giftMessage !== ''}
            onClose={() => change({ giftMessage: '' })}
          >
            <TextAreaField
              label="Gift message"
              rows={3}
              maxLength={extraLimits.giftMessage}
              hint="Printed on the packing slip, which has no prices."
              {...props('giftMessage')}
            />
          </Opened>
        )}
        {shop?.site.issuesTaxInvoices && (
          <Opened
            label="Buy for a business with a GSTIN"
            isFilled={details.businessName + details.gstin !== ''}
            onClose={() => change({ businessName: '', gstin: '', isSez: false })}
          >
            <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
              <Field
                label="Business name"
                autoComplete="organization"
                maxLength={extraLimits.businessName}
                {...props('businessName')}
              />
              <Field
                label="GSTIN"
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                maxLength={20}
                hint="15 characters, printed on the tax invoice."
                {...props('gstin')}
              />
            </div>
            <Tick
              label={`It is a ${sezText}`}
              checked={details.isSez}
              onChange={(isSez) => change({ isSez })}
            />
          </Opened>
        )}
        {shop?.site.asksForWhatsapp && (
          <Tick label={whatsappTexts[whatsappVersion]} checked={agrees} onChange={onAgree} />
        )}
      </div>
    </Section>
  );
}

/** Fields behind a checkbox. Clearing it empties them; they are open while they contain something. */
function Opened(props: { label: string; isFilled: boolean; onClose: () => void; children: ReactNode }) {
  const { label, isFilled, onClose, children } = props;
  const [isTicked, setTicked] = useState(false);
  const isOpen = isTicked || isFilled;
  return (
    <div>
      <Tick
        label={label}
        checked={isOpen}
        onChange={(checked) => {
          setTicked(checked);
          if (!checked) onClose();
        }}
      />
      {isOpen && <div className="pt-1 pb-4">{children}</div>}
    </div>
  );
}

function Tick(props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  const { label, checked, onChange } = props;
  return (
    <label className="flex min-h-11 w-fit items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 shrink-0 accent-press"
      />
      {label}
    </label>
  );
}
