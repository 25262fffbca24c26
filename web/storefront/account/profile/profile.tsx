import type { User } from '../../../../shared/contract/accounts/accounts.ts';
import { call } from '../../../api.ts';
import { readStored } from '../../../browser-storage.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty } from '../../../ui/empty.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { privatePage } from '../../layout/head.ts';
import { useRead } from '../../layout/use-read.ts';
import { reloadSession, useSession } from '../session.ts';
import { signOut } from '../user-menu.tsx';
import { AccountActions } from './account-actions.tsx';
import { Addresses } from './addresses.tsx';
import { Devices } from './devices.tsx';
import { NotificationsSwitch } from './notifications-switch.tsx';
import { OrderHistory } from './order-history.tsx';
import { ProfileDetails } from './profile-details.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

export const meta = privatePage('/profile', 'Your profile', 'Your details, addresses and orders.');

/** /profile (spec §2). The server sends the same page to everyone; the browser loads the account. */
export default function ProfilePage() {
  const session = useSession();
  const isAdmin = useIsAdmin(session.kind === 'guest');
  if (session.kind === 'user' && !session.user.isAdmin) return <Profile user={session.user} />;
  return (
    <div className="shell grid min-h-[60vh] place-items-center py-10">
      {session.kind === 'user' || isAdmin ? (
        <Empty
          level={1}
          title="Admin Account"
          text="Admins have no order history. The orders of the shop are in the back office."
          link={['/', 'Back to Home']}
        />
      ) : session.kind === 'guest' && isAdmin === false ? (
        <Empty
          level={1}
          title="Access Denied"
          text="You must be logged in to view this page."
          link={['/user-login?from=%2Fprofile', 'Go to Login']}
        />
      ) : session.kind === 'unreachable' ? (
        <div role="alert">
          <Empty
            level={1}
            title="Your profile could not be loaded"
            text={session.message}
            action={
              <Button size="lg" onClick={reloadSession}>
                Try Again
              </Button>
            }
          />
        </div>
      ) : (
        <div className="text-ink-soft">
          <noscript>
            <p>This page needs JavaScript.</p>
          </noscript>
          <Spinner large label="Loading your profile" />
        </div>
      )}
    </div>
  );
}

function Profile({ user }: { user: User }) {
  return (
    <div className="shell py-8 md:py-12">
      <div className="mx-auto max-w-5xl">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <div className="motif mb-5 w-40 text-turmeric" aria-hidden="true" />
            <h1 className="text-2xl [overflow-wrap:anywhere]">{user.name}</h1>
          </div>
          <Button variant="secondary" onClick={signOut}>
            Sign out
          </Button>
        </div>
        <div className="mt-10 grid items-start gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <OrderHistory userId={user._id} />
          <div className="space-y-12 print:hidden">
            <ProfileDetails user={user} />
            <Addresses />
            <SignInMethods user={user} />
            <Devices />
            <NotificationsSwitch />
          </div>
        </div>
        <div className="print:hidden">
          <AccountActions />
        </div>
      </div>
    </div>
  );
}

/** Whether a browser without a shopper's session has an admin's session; undefined while this is checked. */
function useIsAdmin(isEnabled: boolean): boolean | undefined {
  const { data, error } = useRead(isEnabled ? 'admin' : undefined, async (signal) => {
    const token = readStored('adminToken');
    if (!token) return false;
    return (await call('GET /auth/me', { headers: { authorization: `Bearer ${token}` }, signal })).isAdmin;
  });
  return error ? false : data;
}
