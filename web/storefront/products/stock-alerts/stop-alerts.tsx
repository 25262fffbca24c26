import { useParams } from 'react-router';
import { call } from '../../../api.ts';
import { privatePage } from '../../layout/head.ts';
import { StopMails } from '../../layout/stop-mails.tsx';

export const meta = privatePage(
  '/stop-alerts',
  'Stop these mails',
  'Stop mails about products that are back in stock.',
);

/** /stop-alerts/{token}, the link in a mail about a product that is back in stock. */
export default function StopAlertsPage() {
  const { token = '' } = useParams();
  return (
    <StopMails
      text="You will get no more mails about products that are back in stock, and your address is deleted."
      done="Your address is deleted. You will get no more mails about products that are back in stock."
      stop={() => call('POST /stock-alerts/stop', { body: { token } })}
    />
  );
}
