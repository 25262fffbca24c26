import { useState } from 'react';
import { emailProblem } from '../../../../shared/contact/contact-rules.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmailField } from '../../../ui/field.tsx';
import { useForm, type Values } from '../../../ui/use-form.ts';
import { TellMe } from '../../notifications/tell-me.tsx';

/** Offers one notification, or one mail to an address, when a variant is back in stock. */
export function StockAlertDialog(props: {
  open: boolean;
  onClose: () => void;
  /** The product with its chosen values. */
  name: string;
  variantId: string;
}) {
  const { open, onClose, name, variantId } = props;
  /** The variants for which the shopper has asked, with the address. */
  const [asked, setAsked] = useState<Record<string, string>>({});
  const {
    errors,
    failure,
    busy,
    props: form,
  } = useForm({
    check: ({ email = '' }) => ({ email: emailProblem(email.trim()) }),
    send,
    fallback: 'Your request could not be saved. Please try again.',
  });

  async function send({ email = '' }: Values) {
    await call('POST /stock-alerts', { body: { variantId, email: email.trim() } });
    setAsked({ ...asked, [variantId]: email.trim() });
  }

  return (
    <Dialog open={open} onClose={onClose} title="Tell me when it is back">
      <div className="space-y-4 p-5">
        <p className="font-medium wrap-break-word">{name}</p>
        <TellMe
          key={variantId}
          followed={{ variantId }}
          label="Tell me on this device"
          done="We will tell you on this device when it is back in stock."
        />
        {asked[variantId] ? (
          <>
            <p role="status">
              We will send one mail to <strong className="wrap-anywhere">{asked[variantId]}</strong> when it
              is back in stock.
            </p>
            <Button size="lg" className="w-full" onClick={onClose}>
              Continue shopping
            </Button>
          </>
        ) : (
          <form {...form} className="space-y-4">
            <EmailField required error={errors.email} />
            <p className="text-sm text-ink-soft">
              You get one mail, and we use your address for nothing else. It is deleted after a year.
            </p>
            <Button type="submit" size="lg" busy={busy} className="w-full">
              Tell me
            </Button>
            <p role="alert" className="font-medium text-madder empty:hidden">
              {failure || errors.variantId}
            </p>
          </form>
        )}
      </div>
    </Dialog>
  );
}
