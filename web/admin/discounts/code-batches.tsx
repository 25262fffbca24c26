import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CodeBatch,
  codeBatchInput,
  type Discount,
} from '../../../shared/contract/catalogue/discounts.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call, stream } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read } from '../parts/data.ts';
import { CountField } from '../parts/form/fields.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ExportButton } from '../parts/list/export-button.tsx';
import { List, pageQuery } from '../parts/list/list.tsx';
import { counted, formatCount } from '../parts/text.ts';
import { Card } from './card.tsx';

const limit = 10;

/** The batches of unique codes of a discount: how many codes are used, their files, and a form for further ones. */
export function CodeBatches({ discount }: { discount: Discount }) {
  const [page, setPage] = useState(1);
  const params = { id: discount._id };
  const list = useQuery({
    ...read('GET /discounts/:id/code-batches', { params, query: { page, limit } }),
    ...pageQuery,
  });
  return (
    <div className="mb-5">
      <Card title="Unique codes">
        <NewCodes id={discount._id} />
        <List
          query={list}
          columns={columnsOf(discount._id)}
          failed="Failed to load the codes. Please try again."
          empty={{
            title: 'No codes yet',
            text: 'Create codes, download them, and send each to one customer.',
            level: 3,
          }}
          address={{ filtered: false, reset: () => {}, page, limit, turn: setPage }}
          noun="set"
        />
      </Card>
    </div>
  );
}

function NewCodes({ id }: { id: string }) {
  const form = useForm({
    start: { count: '', prefix: '' },
    check: (draft) => errorsIn(codeBatchInput, bodyOf(draft)),
    async send(draft) {
      const body = codeBatchInput.parse(bodyOf(draft));
      const { count } = await call('POST /discounts/:id/code-batches', { params: { id }, body });
      form.continueWith({ count: '', prefix: draft.prefix });
      toast(`${counted(count, 'code')} created`, 'success');
      await invalidate('GET /discounts/:id/code-batches');
    },
    failed: 'The codes could not be created. Please try again.',
    toasts: true,
  });
  return (
    <form
      {...form.props}
      aria-label="New codes"
      className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]"
    >
      <CountField label="Number of codes" required maxLength={4} {...form.field('count')} />
      <Field
        label="Prefix"
        optional
        maxLength={15}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        placeholder="DIWALI"
        {...form.field('prefix')}
      />
      <Button type="submit" variant="secondary" busy={form.busy} className="sm:mt-7">
        Create codes
      </Button>
    </form>
  );
}

const bodyOf = ({ count, prefix }: { count: string; prefix: string }) => ({
  count: /^\d+$/.test(count.trim()) ? Number(count) : Number.NaN,
  prefix,
});

const columnsOf = (id: string) => [
  { name: 'Created', cell: ({ createdAt }: CodeBatch) => orderDate(createdAt) },
  {
    name: 'Codes',
    className: 'figures',
    cell: ({ prefix, count }: CodeBatch) => `${counted(count, 'code')}${prefix && `, ${prefix}-…`}`,
  },
  {
    name: 'Used',
    labelled: true,
    className: 'figures',
    cell: ({ used, count }: CodeBatch) => `${formatCount(used)} of ${formatCount(count)}`,
  },
  {
    name: <span className="sr-only">File</span>,
    className: 'text-right max-lg:col-span-2',
    cell: ({ _id, count }: CodeBatch) => (
      <ExportButton
        read={(signal) =>
          stream('GET /discounts/:id/code-batches/:batch/codes.csv', { params: { id, batch: _id }, signal })
        }
        file="discount-codes.csv"
        label="Download CSV"
        total={count}
      />
    ),
  },
];
