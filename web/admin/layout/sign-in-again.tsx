import { Link, useLocation } from 'react-router';
import { Dialog } from '../../ui/dialog.tsx';
import { SignInForm } from '../sign-in/form.tsx';

/** Over a page whose session has ended: what is written below stays, and can be saved afterwards. */
export function SignInAgain({ open }: { open: boolean }) {
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
