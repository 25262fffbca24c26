import { contactChange } from '../../../../shared/contract/orders/order-edits.ts';
import type { AdminOrder } from '../../../../shared/contract/orders/orders.ts';
import { call } from '../../../api.ts';
import { EmailField, Field, MobileField } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Check } from '../../parts/form/fields.tsx';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { AddressFields, noAddress, type TypedAddress } from '../address-fields.tsx';
import { orderChanged } from '../show-order.ts';

type Contact = AdminOrder['customer'] & { delivers: boolean; shipping_details: TypedAddress };

const bodyOf = ({ delivers, shipping_details, ...contact }: Contact, updatedAt: string) => ({
  ...contact,
  updatedAt,
  shipping_details: delivers ? shipping_details : null,
});

/** Changes contact details and delivery address of an order that has not shipped. */
export function ContactDialog({ order, onClose }: { order: AdminOrder; onClose: () => void }) {
  const { _id: id, updatedAt } = order;
  const form = useForm<Contact>({
    start: {
      ...order.customer,
      delivers: order.shippingAddress !== null,
      shipping_details: order.shippingAddress ?? noAddress,
    },
    check: (input) => errorsIn(contactChange, bodyOf(input, updatedAt)),
    async send(input) {
      const body = contactChange.parse(bodyOf(input, updatedAt));
      orderChanged(await call('PUT /order/admin/:id/contact', { params: { id }, body }));
      toast(`Order ${order.order_number} was changed`, 'success');
      onClose();
    },
    failed: 'The order could not be changed. Please try again.',
  });
  const { delivers, shipping_details } = form.values;
  const isMoved =
    order.invoice_number !== null &&
    (delivers ? shipping_details.state : null) !== (order.shippingAddress?.state ?? null);

  return (
    <FormDialog
      title={`Contact and address of order ${order.order_number}`}
      form={form}
      onClose={onClose}
      disabled={!form.dirty}
      banner
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" required maxLength={100} {...form.field('name')} />
        <MobileField {...form.field('mobile')} />
        <EmailField
          optional
          hint={order.customer.email ? 'Mails about the order go here.' : 'Without one, no mails are sent.'}
          {...form.field('email')}
        />
        <MobileField label="Alternate mobile" optional {...form.field('altMobile')} />
      </div>
      <Check {...form.flag('delivers')}>Send the goods to an address</Check>
      {delivers && <AddressFields form={form} />}
      {isMoved && (
        <p role="status" className="rounded-md bg-turmeric-tint px-4 py-3">
          If the place of supply changes, a credit note reverses the invoice {order.invoice_number}, and
          another invoice is issued.
        </p>
      )}
      {order.shipments.some(({ state }) => state === 'packed') && (
        <p className="text-ink-soft">This order is packed: print its label and packing slip again.</p>
      )}
      {form.values.email && <p className="text-ink-soft">The buyer gets the changed order by mail.</p>}
    </FormDialog>
  );
}
