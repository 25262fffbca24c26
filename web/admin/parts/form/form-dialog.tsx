import type { ComponentProps } from 'react';
import { Button } from '../../../ui/button.tsx';

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
