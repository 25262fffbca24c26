import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, onStepUp } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { createStore } from '../../ui/store.ts';
import { read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { ProveForm } from './prove-form.tsx';

type Asking = { answer: (isProved: boolean) => void; promise: Promise<boolean> };
const asking = createStore<Asking | null>(null);

/** Opens the dialog; calls that need a proof at the same time share it. */
function ask(): Promise<boolean> {
  const open = asking.get();
  if (open) return open.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  asking.set({
    promise,
    answer(isProved) {
      asking.set(null);
      resolve(isProved);
    },
  });
  return promise;
}

/** Asks the admin for a proof of who they are before what can't be undone. It belongs in the layout. */
export function StepUpDialog() {
  const asked = asking.use();
  useEffect(() => onStepUp(ask), []);
  return (
    <Dialog open={asked !== null} onClose={() => asked?.answer(false)} title="Confirm that it is you">
      {asked && <Form answer={asked.answer} />}
    </Dialog>
  );
}

function Form({ answer }: Pick<Asking, 'answer'>) {
  const factors = useQuery({ ...read('GET /auth/admin/second-factor'), gcTime: 0 });
  return (
    <div className="grid gap-4 p-5 text-sm">
      <p>
        This can’t be undone, or concerns the money or the people of the shop. You are asked once in ten
        minutes.
      </p>
      <Loaded query={factors} failed="Failed to load data. Please try again.">
        {({ passkeys, totp }) => (
          <ProveForm
            factors={{ passkey: passkeys.length > 0, totp }}
            action="Confirm"
            getOptions={() => call('POST /auth/admin/step-up/passkey-options')}
            onProof={async (body) => {
              await call('POST /auth/admin/step-up', { body });
              answer(true);
            }}
            onCancel={() => answer(false)}
          />
        )}
      </Loaded>
    </div>
  );
}
