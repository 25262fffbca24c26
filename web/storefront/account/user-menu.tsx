import { type FocusEvent, useId, useRef, useState } from 'react';
import type { User } from '../../../shared/contract/accounts/accounts.ts';
import { sendCart } from '../cart/cart.ts';
import { endSession, useSession } from './session.ts';
import { useAuthRedirect } from './sign-in/return-path.ts';

/** In the header: Log in and Sign up, or the account menu. The space is reserved until the session is known. */
export function UserMenu() {
  const session = useSession();
  const authPath = useAuthRedirect();
  const isSignedIn = session.kind === 'user' || session.kind === 'unreachable';
  return (
    <div className="flex min-w-36 justify-end">
      {isSignedIn && <Dropdown user={session.kind === 'user' ? session.user : undefined} />}
      {session.kind === 'loading' && <span className="skeleton my-0.5 size-10 rounded-full" />}
      {(session.kind === 'guest' || session.kind === 'unknown') && (
        <div
          data-guest
          className={session.kind === 'unknown' ? 'invisible noscript:visible' : ''}
          suppressHydrationWarning
        >
          <a href={authPath('/user-login')} className="account-link">
            Log in
          </a>
          <a href={authPath('/register')} className="account-link text-press hover:text-press-deep">
            Sign up
          </a>
        </div>
      )}
    </div>
  );
}

/** Opens on hover or click, closes when the mouse leaves, on Escape, and when the focus goes elsewhere. */
function Dropdown({ user }: { user: User | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);

  function onBlur(event: FocusEvent<HTMLDivElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
  }

  const itemClass =
    'flex min-h-11 w-full items-center rounded-md px-3 text-left text-sm font-medium hover:bg-paper-deep';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the hover is a shortcut; the button does the same
    <div
      className="relative"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setIsOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setIsOpen(false)}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setIsOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label="Your account"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={({ nativeEvent }) => {
          // A mouse has already opened it by hovering, so its click must not close it.
          const isMouse = (nativeEvent as PointerEvent).pointerType === 'mouse';
          setIsOpen(isMouse || !isOpen);
        }}
        className="grid size-11 place-items-center rounded-full"
      >
        <Avatar name={user?.name} />
      </button>
      {isOpen && (
        <div id={menuId} className="absolute top-full right-0 z-30 pt-1">
          <div className="w-60 rounded-lg bg-card p-2 shadow-float ring-1 ring-line">
            <div className="border-b border-line px-3 pt-1 pb-3 text-sm">
              <p className="text-ink-soft">Signed in as</p>
              <p className="truncate font-semibold">{user?.name ?? '…'}</p>
            </div>
            <a href="/profile" onClick={() => setIsOpen(false)} className={`${itemClass} mt-1`}>
              Profile
            </a>
            <button type="button" onClick={signOut} className={itemClass}>
              Sign out
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

export function UserLinks({ onNavigate }: { onNavigate: () => void }) {
  const session = useSession();
  const authPath = useAuthRedirect();
  const itemClass = 'block w-full border-b border-line py-3.5 text-left font-serif text-xl';
  if (session.kind !== 'user') {
    return (
      <>
        <a href={authPath('/user-login')} onClick={onNavigate} className={itemClass}>
          Log in
        </a>
        <a href={authPath('/register')} onClick={onNavigate} className={itemClass}>
          Sign up
        </a>
      </>
    );
  }
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line py-3.5">
        <Avatar name={session.user.name} />
        <p className="min-w-0 text-sm text-ink-soft">
          Signed in as <span className="block truncate font-semibold text-ink">{session.user.name}</span>
        </p>
      </div>
      <a href="/profile" onClick={onNavigate} className={itemClass}>
        Profile
      </a>
      <button
        type="button"
        onClick={() => {
          onNavigate();
          signOut();
        }}
        className={itemClass}
      >
        Sign out
      </button>
    </>
  );
}

/** Signing out returns to the home page (spec §2). */
export async function signOut() {
  await sendCart();
  endSession();
  window.location.assign('/');
}

function Avatar({ name = '' }: { name?: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-9 shrink-0 place-items-center rounded-full bg-press text-base font-semibold text-on-press uppercase"
    >
      {[...name][0] ?? '·'}
    </span>
  );
}
