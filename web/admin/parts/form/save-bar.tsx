import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useBeforeUnload, useBlocker, useLocation } from 'react-router';
import { Confirm } from '../confirm.tsx';

/** Stands at the foot of a long form, above the bar of small screens. */
export function SaveBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-10 col-start-1 -mx-4 mt-6 flex items-center justify-end gap-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:bottom-0 lg:-mx-px lg:px-px">
      {children}
    </div>
  );
}

type LeaveGuardProps = {
  wouldLose: (to?: string) => boolean;
  /** Saves instead of asking, for the paths of which `savesFor` is true. Returns whether it was saved. */
  save?: () => Promise<boolean>;
  savesFor?: (from: string, to: string) => boolean;
};

/** Asks before a page with unsaved input is left (see useForm), for the path `to` unless the tab is closed. */
export function LeaveGuard({ wouldLose, save, savesFor }: LeaveGuardProps) {
  const { pathname } = useLocation();
  // A link to another part of the same page loses nothing.
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      wouldLose(to.pathname) && from.pathname + from.search !== to.pathname + to.search,
  );
  useBeforeUnload((event) => {
    if (wouldLose()) event.preventDefault();
  });
  const isBlocked = blocker.state === 'blocked';
  const saves = isBlocked && savesFor?.(pathname, blocker.location.pathname) === true;
  const saveAndLeave = useEffectEvent(async () => {
    if (await save?.()) blocker.proceed?.();
    else blocker.reset?.();
  });
  useEffect(() => {
    if (saves) void saveAndLeave();
  }, [saves]);
  const question = {
    title: 'Leave without saving?',
    action: 'Leave',
    text: 'Your changes on this page are not saved.',
    onConfirm: async () => blocker.proceed?.(),
  };
  return (
    <Confirm
      question={isBlocked && !saves ? question : null}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
    />
  );
}
