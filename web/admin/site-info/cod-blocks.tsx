import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { newCodBlock } from '../../../shared/contract/orders/cod.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { invalidate, read, useAction } from '../parts/data.ts';
import { IconButton } from '../parts/icon-button.tsx';
import { useMay } from '../parts/me.ts';
import { Loaded } from '../parts/page/loaded.tsx';

/** The mobile numbers and email addresses that can't order with cash on delivery. Each change is saved at once. */
export function CodBlocks() {
  const may = useMay();
  if (!may('customers.view')) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Blocked buyers</legend>
      <Blocked canChange={may('customers.edit')} />
    </fieldset>
  );
}

function Blocked({ canChange }: { canChange: boolean }) {
  const query = useQuery(read('GET /cod-blocks'));
  const [contact, setContact] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { run } = useAction(async (send: () => Promise<unknown>) => {
    await send();
    await invalidate('GET /cod-blocks');
  }, 'The list could not be changed. Please try again.');

  async function add() {
    const entered = newCodBlock.safeParse({ contact });
    setProblem(entered.error?.issues[0]?.message ?? null);
    if (!entered.success) return;
    await run(async () => {
      await call('POST /cod-blocks', { body: entered.data });
      setContact('');
    });
  }

  return (
    <>
      <Loaded query={query} failed="Failed to load the blocked buyers. Please try again.">
        {(blocks) => (
          <ul
            aria-label="Blocked buyers"
            className="grid max-h-80 gap-1.5 overflow-y-auto p-0.5 empty:hidden"
          >
            {blocks.map(({ _id, contact: blocked, at, by }) => (
              <li key={_id} className="flex items-center gap-3 rounded-md px-3 py-1 ring-1 ring-line">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {blocked}
                  <span className="block text-xs text-ink-soft">
                    {orderDate(at)} · {by}
                  </span>
                </span>
                {canChange && (
                  <IconButton
                    icon={Trash2}
                    label={`Remove ${blocked}`}
                    onClick={() => run(() => call('DELETE /cod-blocks/:id', { params: { id: _id } }))}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {canChange && (
        <div className="flex flex-wrap items-end gap-2">
          <Field
            label="Email or mobile number"
            name="cod-block"
            optional
            maxLength={254}
            value={contact}
            error={problem}
            onChange={(event) => setContact(event.target.value)}
            onKeyDown={(event) => {
              // Enter adds the contact; it must not send the form.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void add();
            }}
            className="min-w-56 flex-1"
          />
          <Button variant="secondary" action={add}>
            Block
          </Button>
        </div>
      )}
    </>
  );
}
