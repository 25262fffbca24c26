import { Toaster } from '../../ui/toast.tsx';
import { PasswordForm } from '../admins/password-form.tsx';
import { useLogOut } from './use-log-out.ts';

/** The first admin replaces the generated password before she can do anything else. */
export function ChangeFirstPassword({ email }: { email: string }) {
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
