import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { assetUrl } from '../../ui/asset-url.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { type LinkProps, LinkRenderer } from '../../ui/link.tsx';
import { Toaster } from '../../ui/toast.tsx';
import { useLater } from '../../ui/use-later.ts';
import { PasswordForm } from '../admins/password-form.tsx';
import officeUrl from '../office.css?url';
import { ConfirmDialog } from '../parts/confirm.tsx';
import { queryClient, read, useMay, useMe } from '../parts/data.ts';
import { LoadingArea } from '../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../parts/page/page-head.tsx';
import { SecondFactors } from '../second-factor/second-factors.tsx';
import { StepUpDialog } from '../second-factor/step-up-dialog.tsx';
import { useSession } from '../session.ts';
import { SignInForm } from '../sign-in/form.tsx';
import { BottomBar, destinationsFor, mayOpen, SideBar } from './bars.tsx';
import { useLogOut } from './use-log-out.ts';

export const links = () => [{ rel: 'stylesheet', href: assetUrl(officeUrl) }];
export const meta = () => [{ title: 'Back office' }, { name: 'robots', content: 'noindex' }];

const renderLink = ({ href, ...link }: LinkProps) => <Link to={href} {...link} />;

/**
 * The frame of the back office. The server sends it empty and the same for all; its content is fetched with the
 * admin's token. Without a session it redirects to the sign-in page and back. If the session ends on a page, the admin
 * signs in over the page and keeps what they have entered.
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
  const palette = useLater(() => import('../palette/dialog.tsx').then(({ PaletteDialog }) => PaletteDialog));
  usePaletteKey(user !== null && session.state === 'in' && !user.isProvisional, palette.open);
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
          <SideBar name={user?.name ?? ''} isKnown={user !== null} onSearch={palette.open} />
          <main
            id="main"
            tabIndex={-1}
            className="min-w-0 px-4 pt-5 pb-28 outline-none sm:px-6 lg:px-8 lg:pb-12"
          >
            {user ? <AllowedPage /> : <LoadingArea label="Loading…" />}
          </main>
          {user && <BottomBar onSearch={palette.open} />}
          <Toaster />
          <ConfirmDialog />
          <StepUpDialog />
          {palette.Component && <palette.Component open={palette.isOpen} onClose={palette.close} />}
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

/** Ctrl K or ⌘ K opens the search over everything. Editors of text use it for links, and dialogs are finished first. */
function usePaletteKey(isReady: boolean, open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (!isReady || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Over a page whose session has ended: what is written below stays, and can be saved afterwards. */
function SignInAgain({ open }: { open: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <Dialog open={open} onClose={null} title="Sign in to your account">
      {open && (
        <div className="grid gap-5 p-5">
          <p className="text-sm">Your session has ended. Sign in to go on: what you wrote is still here.</p>
          <SignInForm />
          <Link
            to={`/login?next=${encodeURIComponent(pathname + search)}`}
            className="justify-self-start py-2 text-sm text-press underline underline-offset-4"
          >
            Leave this page
          </Link>
        </div>
      )}
    </Dialog>
  );
}

/** The first admin replaces the generated password before they can do anything else. */
function ChangeFirstPassword({ email }: { email: string }) {
  const logOut = useLogOut();
  return (
    <main className="office grid min-h-dvh place-items-center bg-paper-deep px-4 py-10">
      <div className="w-full max-w-md rounded-lg bg-card p-6 ring-1 ring-line sm:p-9">
        <p className="motif mb-7 text-madder" aria-hidden="true" />
        <h1 className="text-2xl">Choose your password</h1>
        <p className="mt-3 mb-6 text-sm">
          You signed in with the password that was printed at the first start. Replace it to open the back
          office.
        </p>
        <PasswordForm email={email} />
        <button
          type="button"
          onClick={() => void logOut()}
          className="mt-4 inline-block py-2 text-sm text-press underline underline-offset-4"
        >
          Sign out
        </button>
      </div>
      <Toaster />
    </main>
  );
}

/**
 * The page, if the role of the signed-in admin may see it. From `/admin` they are led to the first page that they may see.
 */
function AllowedPage() {
  const { pathname } = useLocation();
  const me = useMe();
  const may = useMay();
  if (!me) return <LoadingArea label="Loading…" />;
  if (me.needsSecondFactor) return <SetUpFirst />;
  if (mayOpen(pathname, may))
    return (
      <>
        {may('settings.edit') && <WayToGuide pathname={pathname} />}
        <Outlet />
      </>
    );
  const first = destinationsFor(may)[0]?.to ?? '/admin/admins';
  if (pathname === '/admin') return <Navigate to={first} replace />;
  return (
    <Empty
      level={1}
      title="Your role does not include this page"
      text={`You are signed in as ${me.role.name}. An owner of the shop can change your role.`}
      action={<ButtonLink href={first}>Go to your first page</ButtonLink>}
    />
  );
}

/** A link to the guide on pages that it leads to, until the shop is open. */
function WayToGuide({ pathname }: { pathname: string }) {
  const shop = useQuery(read('GET /site-info')).data;
  if (shop?.isOpen !== false || pathname === '/admin' || pathname.startsWith('/admin/setup')) return null;
  return <BackLink to="/admin/setup">Back to the set-up</BackLink>;
}

/** Where the settings require a second factor: nothing else can be done before there is one. */
function SetUpFirst() {
  return (
    <div className="mx-auto grid max-w-xl gap-6">
      <PageHead
        title="Set up a second factor"
        subtitle="This shop requires one from everyone in the back office. It protects the shop if someone learns your password."
      />
      <SecondFactors />
    </div>
  );
}
