import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type Discount, discountInput } from '../../../shared/contract/catalogue/discounts.ts';
import { discountSentence, discountStates, welcomeSentence } from '../../../shared/orders/discount-words.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { formQuery, read } from '../parts/data.ts';
import { Check } from '../parts/form/fields.tsx';
import { LeaveGuard, SaveBar } from '../parts/form/save-bar.tsx';
import { type Form, useForm } from '../parts/form/use-form.ts';
import { Loaded, Missing } from '../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../parts/page/page-head.tsx';
import { formatCount } from '../parts/text.ts';
import type { Route } from './+types/form';
import { Card } from './card.tsx';
import { CodeBatches } from './code-batches.tsx';
import { bodyOf, type Draft, describedBy, draftOf, errorsOf } from './draft.ts';
import { Conditions, ValueFields } from './fields.tsx';
import { TryOut } from './try-out.tsx';

/** A new discount, or a stored one. */
export default function DiscountPage({ params }: Route.ComponentProps) {
  const isNew = params.id === 'new';
  const query = useQuery({ ...read('GET /discounts/:id', { params }), ...formQuery, enabled: !isNew });
  if (isNew) return <DiscountForm stored={null} />;
  return (
    <Loaded
      query={query}
      failed="Failed to load the discount. Please try again."
      missing={
        <Missing
          title="This discount does not exist"
          text="It may have been deleted."
          to="/admin/discounts"
          all="All discounts"
        />
      }
    >
      {(discount) => <DiscountForm key={discount._id} stored={discount} />}
    </Loaded>
  );
}

/** Beside the fields, the form says in words what the discount does. */
function DiscountForm({ stored }: { stored: Discount | null }) {
  const navigate = useNavigate();
  const form = useForm<Draft>({
    start: draftOf(stored),
    check: errorsOf,
    async send(draft) {
      const body = discountInput.parse(bodyOf(draft));
      const saved = stored
        ? await call('PUT /discounts/:id', { params: { id: stored._id }, body })
        : await call('POST /discounts', { body });
      form.allowLeave();
      toast(stored ? 'Discount saved' : 'Discount added', 'success');
      // Its codes are created there.
      navigate(saved.uniqueCodes && !stored ? `/admin/discounts/${saved._id}` : '/admin/discounts');
    },
    failed: 'The discount could not be saved. Please try again.',
    toasts: true,
  });
  return (
    <div className="mx-auto max-w-5xl">
      <BackLink to="/admin/discounts">All discounts</BackLink>
      <PageHead title={stored ? 'Edit discount' : 'New discount'} />
      {stored?.uniqueCodes && <CodeBatches discount={stored} />}
      <form {...form.props} aria-label="Discount">
        <LeaveGuard wouldLose={form.wouldLose} />
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="grid gap-5">
            <Method form={form} />
            <ValueFields form={form} />
            <Conditions form={form} />
            <Times form={form} />
            <TryOut draft={form.values} stored={stored} />
          </div>
          <Summary draft={form.values} stored={stored} />
        </div>
        <SaveBar>
          {stored && <DeleteButton discount={stored} onDelete={form.allowLeave} />}
          <Button type="submit" busy={form.busy}>
            Save
          </Button>
        </SaveBar>
      </form>
    </div>
  );
}

type Props = { form: Form<Draft> };

function Method({ form }: Props) {
  return (
    <Card title="Discount">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Title"
          required
          maxLength={60}
          hint="Shoppers read it beside the amount."
          {...form.field('title')}
        />
        <SelectField label="Method" {...form.field('method')}>
          <option value="code">Code that shoppers enter</option>
          <option value="unique">Unique codes, each used once</option>
          <option value="automatic">Automatic</option>
        </SelectField>
        {form.values.method === 'code' && (
          <Field
            label="Code"
            required
            maxLength={30}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            hint="3 to 30 letters, digits, hyphens or underscores; case does not matter."
            {...form.field('code')}
          />
        )}
      </div>
      <Check {...form.flag('enabled')}>Enabled</Check>
    </Card>
  );
}

function Times({ form }: Props) {
  return (
    <Card title="Active dates">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Start (India)" optional type="datetime-local" {...form.field('startsAt')} />
        <Field label="End (India)" optional type="datetime-local" {...form.field('endsAt')} />
      </div>
    </Card>
  );
}

function Summary({ draft, stored }: { draft: Draft; stored: Discount | null }) {
  const described = describedBy(draft);
  return (
    <section aria-live="polite" className="grid gap-3 rounded-lg bg-paper-deep p-5 text-sm wrap-anywhere">
      <h2 className="text-lg">Summary</h2>
      <p>{described ? discountSentence(described) : 'Complete the fields to see what the discount does.'}</p>
      {described?.announced && (
        <p>
          In the footer of every page: <q>{welcomeSentence(described)}</q>
        </p>
      )}
      <p className="text-ink-soft">
        Of discounts that can’t be combined, an order has the one that saves the shopper most. At least ₹1 is
        left to pay.
      </p>
      {stored && (
        <p className="border-t border-line-strong pt-3">
          {discountStates[stored.state]} · used in {formatCount(stored.uses)}{' '}
          {stored.uses === 1 ? 'order' : 'orders'}
        </p>
      )}
    </section>
  );
}

function DeleteButton({ discount, onDelete }: { discount: Discount; onDelete: () => void }) {
  const navigate = useNavigate();
  return (
    <Button
      variant="ghost"
      className="mr-auto text-madder"
      onClick={() =>
        confirm({
          title: 'Delete this discount?',
          text: `“${discount.title}” can’t be used any more. Orders that have it keep it.`,
          failed: 'The discount could not be deleted. Please try again.',
          async onConfirm() {
            await call('DELETE /discounts/:id', { params: { id: discount._id } });
            onDelete();
            toast('Discount deleted', 'success');
            navigate('/admin/discounts');
          },
        })
      }
    >
      Delete
    </Button>
  );
}
