import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CodeForm } from '../account/sign-in/code-form.tsx';

/**
 * Sends a code to the mobile number of an order on delivery, or to its email address if the shop sends no texts, and asks
 * for it. `onProved` gets what proves it.
 */
export function ProveMobile({
  mobile,
  email,
  onProved,
  onClose,
}: {
  mobile: string;
  email: string;
  onProved: (proof: string) => void;
  onClose: () => void;
}) {
  const [request, setRequest] = useState('');
  const [isMailed, setMailed] = useState(false);
  const [problem, setProblem] = useState('');
  async function send() {
    const sent = await call('POST /order/mobile-code', { body: { mobile, email } });
    setRequest(sent.request);
    setMailed(sent.sentTo === 'email');
  }
  const sendFirst = useEffectEvent(() =>
    send().catch((error) =>
      setProblem(error instanceof ApiError ? error.message : 'The code could not be sent. Please try again.'),
    ),
  );
  useEffect(() => void sendFirst(), []);

  async function confirm(code: string) {
    await call('POST /order/mobile-code/confirm', { body: { request, code } });
    onProved(request);
  }
  return (
    <Dialog open onClose={onClose} title={isMailed ? 'Confirm your email' : 'Confirm your mobile number'}>
      <div className="p-5">
        <FormError>{problem}</FormError>
        {!problem && !request && <Spinner label="Sending a code" />}
        {request && (
          <CodeForm
            hint={`We have sent a code to ${isMailed ? email : `${mobile} by text`}. Your details are kept.`}
            action="Confirm and order"
            send={send}
            submit={confirm}
          />
        )}
      </div>
    </Dialog>
  );
}
