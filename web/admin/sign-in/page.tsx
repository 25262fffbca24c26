import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { assetUrl } from '../../ui/asset-url.ts';
import officeUrl from '../office.css?url';
import { endSession } from '../session.ts';
import { SignInForm } from './form.tsx';
import { returnPath } from './return-path.ts';

export const links = () => [{ rel: 'stylesheet', href: assetUrl(officeUrl) }];
export const meta = () => [{ title: 'Sign in · Back office' }, { name: 'robots', content: 'noindex' }];

/** The sign-in page of the back office (spec §2 Admin sign-in), which also logs out. */
export default function SignIn() {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const loggingOut: boolean = state?.loggingOut ?? false;
  useEffect(() => {
    if (!loggingOut) return;
    void endSession();
    navigate('/login', { replace: true, state: null });
  }, [loggingOut, navigate]);

  return (
    <main className="office grid min-h-dvh place-items-center bg-paper-deep px-4 py-10">
      <div className="w-full max-w-md rounded-lg bg-card p-6 ring-1 ring-line sm:p-9">
        <p className="motif mb-7 text-madder" aria-hidden="true" />
        <h1 className="text-2xl">Sign in to your account</h1>
        <div className="mt-6">
          <SignInForm onSignedIn={() => navigate(returnPath(search), { replace: true })} />
        </div>
        <p className="mt-4 flex flex-wrap justify-between gap-x-6 text-sm">
          {[
            ['/', 'View Store'],
            ['/forgot-password', 'Forgot password?'],
          ].map(([to, label]) => (
            <a key={to} href={to} className="py-2 text-press underline underline-offset-4">
              {label}
            </a>
          ))}
        </p>
      </div>
    </main>
  );
}
