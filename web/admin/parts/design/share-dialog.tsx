import { useQuery } from '@tanstack/react-query';
import { dayInIndia } from '../../../../shared/orders/order-date.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { CopyText } from '../../settings/parts.tsx';
import { read } from '../data.ts';

import { Loaded } from '../page/loaded.tsx';
import { NewTab } from '../page/page-head.tsx';

/** The link to the drafts; the same for all pages. */
export const draftLinkQuery = { ...read('POST /design/link'), staleTime: 3_600_000 };

/** The link that shows the draft of a page to anyone, to be copied or sent. */
export function ShareDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const link = useQuery(draftLinkQuery);
  return (
    <Dialog open onClose={onClose} title="Share the draft">
      <div className="grid gap-4 p-5 text-sm">
        <Loaded query={link} failed="The link could not be created. Please try again.">
          {({ token, expiresAt }) => {
            const url = `${location.origin}${path}?draft=${token}`;
            return (
              <>
                <p>
                  Anyone with this link sees the page with all drafts of the shop until{' '}
                  {dayInIndia(expiresAt)}, also without an account. Nobody can change anything with it.
                </p>
                <CopyText label="Link" text={url} />
                <NewTab
                  href={`https://wa.me/?text=${encodeURIComponent(url)}`}
                  className="button button-secondary button-md w-fit"
                >
                  Send with WhatsApp
                </NewTab>
              </>
            );
          }}
        </Loaded>
      </div>
    </Dialog>
  );
}
