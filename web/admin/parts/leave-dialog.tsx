import type { Blocker } from 'react-router';
import { Confirm } from './confirm.tsx';

/** Asks before a page is left on which something is not saved (see useDraft). */
export function LeaveDialog({ blocker }: { blocker: Blocker }) {
  return (
    <Confirm
      open={blocker.state === 'blocked'}
      title="Leave without saving?"
      action="Leave"
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      onConfirm={async () => {
        if (blocker.state === 'blocked') blocker.proceed();
      }}
    >
      <p>What you changed here is not saved yet.</p>
    </Confirm>
  );
}
