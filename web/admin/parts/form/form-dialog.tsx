import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorBanner, ErrorText } from '../page/error-banner.tsx';
import type { Form } from './use-form.ts';

type FormProps<Values extends object> = {
  form: Pick<Form<Values>, 'props' | 'failure' | 'busy'>;
  onClose: () => void;
  action?: ReactNode;
  variant?: ComponentProps<typeof Button>['variant'];
  disabled?: boolean;
  banner?: boolean;
  children: ReactNode;
};

/** A form in a dialog that is open as long as this is rendered. */
export function FormDialog<Values extends object>(props: FormProps<Values> & { title: string }) {
  const { title, ...form } = props;
  return (
    <Dialog open onClose={form.onClose} title={title}>
      <DialogForm {...form} />
    </Dialog>
  );
}

/** The content of a dialog: the fields of a form, why it could not be sent, and its buttons. */
export function DialogForm<Values extends object>(props: FormProps<Values>) {
  const { form, onClose, action = 'Save', variant, disabled, banner = false, children } = props;
  return (
    <form {...form.props} className="grid gap-4 p-5">
      {banner && <ErrorBanner message={form.failure} />}
      {children}
      {!banner && <ErrorText>{form.failure}</ErrorText>}
      <DialogButtons onCancel={onClose} busy={form.busy} variant={variant} disabled={disabled}>
        {action}
      </DialogButtons>
    </form>
  );
}

/** The buttons at the end of a dialog: one that cancels, and one that submits its form. */
export function DialogButtons(
  props: { cancel?: string; onCancel: () => void } & ComponentProps<typeof Button>,
) {
  const { cancel = 'Cancel', onCancel, ...submit } = props;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant="secondary" onClick={onCancel} disabled={submit.busy}>
        {cancel}
      </Button>
      <Button type="submit" {...submit} />
    </div>
  );
}
