import { useState } from 'react';
import type { Factors, Proof } from '../../../shared/contract/accounts/second-factor.ts';
import type { ReplyOf } from '../../../shared/contract/calls.ts';
import { ApiError } from '../../api.ts';
import { askForPasskey } from '../../passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Field, PasswordField } from '../../ui/field.tsx';
import { ErrorBanner } from '../parts/page/error-banner.tsx';

type Options = ReplyOf<'POST /auth/admin/step-up/passkey-options', Blob>;

/**
 * Asks for a proof that it is the admin: a passkey, a code of the app or a recovery code, or the password if they have no
 * second factor.
 */
export function ProveForm(props: {
  factors: Factors;
  action: string;
  getOptions: () => Promise<Options>;
  onProof: (proof: Proof) => Promise<void>;
  onCancel: () => void;
}) {
  const { factors, action, getOptions, onProof, onCancel } = props;
  const [usesRecovery, setRecovery] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const hasFactor = factors.passkey || factors.totp;

  async function prove(make: () => Promise<Proof>) {
    setBusy(true);
    setFailure('');
    try {
      await onProof(await make());
    } catch (error) {
      // The browser's own dialog was closed, or found no passkey.
      setFailure(error instanceof ApiError ? error.message : 'The passkey was not used.');
    }
    setBusy(false);
  }

  const usePasskeyOf = async (): Promise<Proof> => ({
    method: 'passkey',
    passkey: await askForPasskey(await getOptions()),
  });

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const given = String(new FormData(event.currentTarget).get('proof') ?? '');
        void prove(async () => {
          if (!hasFactor) return { method: 'password', password: given };
          return { method: usesRecovery ? 'recovery' : 'totp', code: given };
        });
      }}
    >
      {factors.passkey && !usesRecovery && (
        <Button
          variant={factors.totp ? 'secondary' : 'primary'}
          busy={busy}
          onClick={() => prove(usePasskeyOf)}
        >
          Use your passkey
        </Button>
      )}
      {!hasFactor && (
        <PasswordField label="Your current password" name="proof" autoComplete="current-password" autoFocus />
      )}
      {factors.totp && !usesRecovery && (
        <Field
          label="Code of your authenticator app"
          name="proof"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={10}
        />
      )}
      {usesRecovery && (
        <Field
          label="Recovery code"
          name="proof"
          autoComplete="off"
          spellCheck={false}
          autoFocus
          maxLength={40}
        />
      )}
      <ErrorBanner message={failure} />
      {hasFactor && (
        <button
          type="button"
          onClick={() => setRecovery(!usesRecovery)}
          className="min-h-8 justify-self-start text-press underline underline-offset-4"
        >
          {usesRecovery ? 'Use your second factor' : 'Use a recovery code'}
        </button>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        {(!hasFactor || factors.totp || usesRecovery) && (
          <Button type="submit" busy={busy}>
            {action}
          </Button>
        )}
      </div>
    </form>
  );
}
