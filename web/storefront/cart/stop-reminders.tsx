import { useParams } from 'react-router';
import { call } from '../../api.ts';
import { privatePage } from '../layout/head.ts';
import { StopMails } from '../layout/stop-mails.tsx';

export const meta = privatePage('/stop-reminders', 'Stop these mails', 'Stop mails about your cart.');

/** /stop-reminders/{token}, the link in a mail about a cart. */
export default function StopRemindersPage() {
  const { token = '' } = useParams();
  return (
    <StopMails
      text="You will get no more mails about items that you leave in your cart."
      done="You will get no more mails about your cart."
      stop={() => call('POST /cart/reminders/:token/stop', { params: { token } })}
    />
  );
}
