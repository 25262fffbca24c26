import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ExternalLink, Lightbulb, OctagonAlert } from 'lucide-react';
import { useState } from 'react';
import type { SetupFinding, SetupGuide } from '../../../shared/contract/setup.ts';
import { call } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { queryClient, read, useAction } from '../parts/data.ts';
import { Check } from '../parts/form/fields.tsx';
import { DialogButtons } from '../parts/form/form-dialog.tsx';
import { NewTab } from '../parts/page/page-head.tsx';
import { counted, formatCount } from '../parts/text.ts';

/** What is still untrue or missing, each with the page where it is changed, and the button that opens the shop. */
export function OpenShop({ guide }: { guide: SetupGuide }) {
  const [asks, setAsks] = useState(false);
  const blockers = guide.findings.filter(({ isBlocker }) => isBlocker);
  const advice = guide.findings.filter(({ isBlocker }) => !isBlocker);
  if (guide.isOpen)
    return (
      <div className="grid gap-5">
        <p className="flex flex-wrap items-center gap-2 rounded-md bg-leaf-tint px-4 py-3 text-leaf">
          <CircleCheck className="size-5" />
          Your shop is open.
          <NewTab href="/" className="inline-flex min-h-8 items-center gap-1 underline underline-offset-4">
            View Store
            <ExternalLink className="size-4" />
          </NewTab>
        </p>
        <FindingList title="Worth doing" findings={guide.findings} />
      </div>
    );
  return (
    <section aria-label="Opening" className="grid gap-5">
      <FindingList title="Before you open" findings={blockers} />
      <FindingList title="Worth doing first" findings={advice} />
      {guide.findings.length === 0 && (
        <p className="flex items-center gap-2 text-leaf">
          <CircleCheck className="size-5" />
          Nothing is missing.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="lg" disabled={blockers.length > 0} onClick={() => setAsks(true)}>
          Open the shop
        </Button>
        <p className="min-w-0 flex-1 text-ink-soft">
          {blockers.length > 0
            ? `${counted(blockers.length, 'thing')} above must be done first.`
            : 'Everyone can then see your shop and order. You can close it again at any time.'}
        </p>
      </div>
      <OpenDialog open={asks} onClose={() => setAsks(false)} advice={advice} />
    </section>
  );
}

/** Findings, each with the page where it is changed; nothing without any. */
export function FindingList({ title, findings }: { title: string; findings: SetupFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <div>
      <h3 className="mb-2 text-base">{title}</h3>
      <ul className="divide-y divide-line rounded-md bg-card ring-1 ring-line">
        {findings.map(({ kind, text, isBlocker, page }) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 sm:px-4">
            {isBlocker ? (
              <OctagonAlert className="size-5 shrink-0 text-madder" />
            ) : (
              <Lightbulb className="size-5 shrink-0 text-turmeric-ink" />
            )}
            <p className="min-w-48 flex-1 wrap-anywhere">{text}</p>
            <ButtonLink href={page.path} variant="secondary" className="max-sm:ml-8">
              {page.label}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

function OpenDialog(props: { open: boolean; onClose: () => void; advice: SetupFinding[] }) {
  const { open, onClose, advice } = props;
  const { data } = useQuery({ ...read('GET /settings/opening'), enabled: open });
  const [mails, setMails] = useState(true);
  const signUps = data?.signUps ?? 0;
  const openShop = useAction(async () => {
    await call('POST /settings/opening/open', { body: { mails: mails && signUps > 0 } });
    toast('Your shop is open', 'success');
    onClose();
    void queryClient.invalidateQueries();
  }, 'The shop could not be opened. Please try again.');
  return (
    <Dialog open={open} onClose={openShop.busy ? () => {} : onClose} title="Open the shop?">
      <div className="grid gap-4 p-5">
        <p>Everyone can see your products and order from now on.</p>
        {advice.length > 0 && (
          <ul className="list-disc pl-5">
            {advice.slice(0, 4).map(({ kind, text }) => (
              <li key={kind}>{text}</li>
            ))}
          </ul>
        )}
        {signUps > 0 && (
          <Check tall checked={mails} onChange={({ target }) => setMails(target.checked)}>
            Email the {signUps === 1 ? 'person' : `${formatCount(signUps)} people`} who asked for it
          </Check>
        )}
        <DialogButtons onCancel={onClose} type="button" busy={openShop.busy} onClick={() => openShop.run()}>
          Open the shop
        </DialogButtons>
      </div>
    </Dialog>
  );
}
