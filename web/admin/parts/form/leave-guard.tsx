import { useBeforeUnload, useBlocker } from 'react-router';
import { Confirm } from '../confirm.tsx';

/** Asks before a page with unsaved input is left (see useForm). */
export function LeaveGuard({ wouldLose }: { wouldLose: () => boolean }) {
  // A link to another part of the same page loses nothing.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      wouldLose() && from.pathname + from.search !== to.pathname + to.search,
  );
  useBeforeUnload((event) => {
    if (wouldLose()) event.preventDefault();
  });
  const question = {
    title: 'Leave without saving?',
    action: 'Leave',
    text: 'Your changes on this page are not saved.',
    onConfirm: async () => blocker.proceed?.(),
  };
  return (
    <Confirm
      question={blocker.state === 'blocked' ? question : null}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
    />
  );
}
