import { Store } from 'lucide-react';
import { type DemoContent, demoParts } from '../../../shared/contract/demo.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { queryClient, useAction } from '../parts/data.ts';

/** Lists the remaining demo content and removes it; highlighted once real payments are taken. */
export function DemoNotice({ demo }: { demo: DemoContent }) {
  const { live } = demo;
  const parts = demoParts(demo);
  const remove = useAction(async () => {
    await call('POST /demo/remove');
    toast('The demo content was removed', 'success');
    void queryClient.invalidateQueries();
  }, 'The demo content could not be removed. Please try again.');
  if (parts.length === 0) return null;

  const confirmRemoval = () =>
    confirm({
      title: 'Remove demo content',
      action: 'Remove demo content',
      text: (
        <>
          <p>The following is removed from the shop:</p>
          <PartList parts={parts} />
          <p>
            Demo policies are replaced by drafts, which shoppers do not see until you publish them. Everything
            that you created or changed stays, and so do all orders. This can’t be undone.
          </p>
        </>
      ),
      onConfirm: () => remove.run(),
    });

  return (
    <section
      aria-label="Demo content"
      className={`my-5 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md px-4 py-3 ${
        live ? 'bg-madder-tint text-madder' : 'bg-card ring-1 ring-line'
      }`}
    >
      <Store className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-52 flex-1">
        <p className="font-medium">
          {live
            ? 'This shop takes real payments and still shows demo content.'
            : 'This shop still shows demo content. Remove it before you sell.'}
        </p>
        <PartList parts={parts} />
      </div>
      <Button variant="secondary" onClick={confirmRemoval}>
        Remove demo content
      </Button>
    </section>
  );
}

function PartList({ parts }: { parts: string[] }) {
  return (
    <ul className="mt-1 list-disc pl-5">
      {parts.map((part) => (
        <li key={part}>{part}</li>
      ))}
    </ul>
  );
}
