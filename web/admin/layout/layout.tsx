import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { assetUrl } from '../../ui/asset-url.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { type LinkProps, LinkRenderer } from '../../ui/link.tsx';
import { Toaster } from '../../ui/toast.tsx';
import officeUrl from '../office.css?url';
import { ConfirmDialog } from '../parts/confirm.tsx';
import { queryClient } from '../parts/data.ts';
import { LoadingArea } from '../parts/page/loaded.tsx';
import { StepUpDialog } from '../second-factor/step-up-dialog.tsx';
import { useSession } from '../session.ts';
import { AllowedPage } from './allowed-page.tsx';
import { BottomBar, SideBar } from './bars.tsx';
import { ChangeFirstPassword } from './change-first-password.tsx';
import { SignInAgain } from './sign-in-again.tsx';

export const links = () => [{ rel: 'stylesheet', href: assetUrl(officeUrl) }];
export const meta = () => [{ title: 'Back office' }, { name: 'robots', content: 'noindex' }];

/** The back office navigates without loading documents. */
const renderLink = ({ href, ...link }: LinkProps) => <Link to={href} {...link} />;

/**
 * The frame of the back office. The server sends it empty and the same for all; its content is fetched with the
 * admin's token. Without a session it redirects to the sign-in page and back. If the session ends on a page, the admin
 * signs in over the page and keeps what she has entered.
 */
export default function AdminLayout() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const out = session.state === 'out';
  useEffect(() => {
    // After logging out, the address is that of the sign-in page already.
    if (out && location.pathname !== '/login')
      navigate(`/login?next=${encodeURIComponent(pathname + search)}`, { replace: true });
  }, [out, pathname, search, navigate]);
  const user = session.state === 'in' || session.state === 'ended' ? session.user : null;
  useReloadForAnother(user?._id);
  useSlashForSearch();
  // The next admin must not see what this one has loaded.
  useEffect(() => () => queryClient.clear(), []);

  if (user?.isProvisional) return <ChangeFirstPassword email={user.email} />;
  return (
    <QueryClientProvider client={queryClient}>
      <LinkRenderer value={renderLink}>
        <div className="office min-h-dvh bg-paper text-sm lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
          <a
            href="#main"
            className="sr-only z-30 focus:not-sr-only focus:absolute focus:m-2 focus:bg-card focus:p-3"
          >
            Skip to content
          </a>
          <SideBar name={user?.name ?? ''} isKnown={user !== null} />
          <main
            id="main"
            tabIndex={-1}
            className="min-w-0 px-4 pt-5 pb-28 outline-none sm:px-6 lg:px-8 lg:pb-12"
          >
            {user ? <AllowedPage /> : <LoadingArea label="Loading…" />}
          </main>
          {user && <BottomBar />}
          <Toaster />
          <ConfirmDialog />
          <StepUpDialog />
          <SignInAgain open={session.state === 'ended'} />
        </div>
      </LinkRenderer>
    </QueryClientProvider>
  );
}

export function ErrorBoundary() {
  return (
    <main className="office grid min-h-dvh place-items-center bg-paper">
      <Empty
        level={1}
        title="This page could not be shown"
        text="Something went wrong. Nothing that was saved is lost."
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      />
    </main>
  );
}

/** Reloads the page if another admin signs in over it. */
function useReloadForAnother(id: string | undefined): void {
  const first = useRef(id);
  useEffect(() => {
    first.current ??= id;
    if (id && id !== first.current) location.reload();
  }, [id]);
}

/** The key `/` focuses the search box of a list. */
function useSlashForSearch(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || typing) return;
      const box = document.querySelector<HTMLInputElement>('main input[type=search]');
      if (!box) return;
      event.preventDefault();
      box.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
