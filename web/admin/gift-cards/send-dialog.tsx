import { type GiftCard, giftCardSending } from '../../../shared/contract/gift-cards.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';

type Props = {
  id: string;
  recipient: NonNullable<GiftCard['recipient']>;
  onSent: () => void;
  onClose: () => void;
};

/** Sends a gift card before its day or again, to an address that can be corrected. */
export function SendGiftCard({ open, ...props }: Props & { open: boolean }) {
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      title={props.recipient.sentAt ? 'Send this gift card again' : 'Send this gift card now'}
    >
      {open && <Form {...props} />}
    </Dialog>
  );
}

function Form({ id, recipient, onClose, onSent }: Props) {
  const form = useForm({
    start: { email: recipient.email },
    check: (draft) => errorsIn(giftCardSending, draft),
    async send(body) {
      await call('POST /gift-cards/:id/send', { params: { id }, body });
      toast('The gift card is being sent', 'success');
      onSent();
      onClose();
    },
    failed: 'The gift card could not be sent. Please try again.',
  });
  return (
    <form {...form.props} className="grid gap-4 p-5">
      {recipient.sentAt && <p>{recipient.name} gets another code. The former code can’t be used any more.</p>}
      <EmailField label="Email" required autoComplete="off" {...form.field('email')} />
      <ErrorText>{form.failure}</ErrorText>
      <DialogButtons onCancel={onClose} busy={form.busy}>
        Send
      </DialogButtons>
    </form>
  );
}
