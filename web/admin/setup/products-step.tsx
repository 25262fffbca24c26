import { useQuery } from '@tanstack/react-query';
import { FileUp, Truck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { newProduct } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import type { SetupGuide } from '../../../shared/contract/setup.ts';
import { shortRupees } from '../../../shared/money.ts';
import { call } from '../../api.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import { Picture } from '../../ui/picture.tsx';
import { toast } from '../../ui/toast.tsx';
import { invalidate, read } from '../parts/data.ts';
import { AmountField, CountField } from '../parts/form/fields.tsx';
import { PictureField } from '../parts/form/picture-field.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { gstRateOptions } from '../products/form/fields.tsx';
import { Card } from './card.tsx';
import { FindingList } from './open-shop.tsx';
import { Preview } from './settings-form.tsx';
import { leadsOn } from './steps.ts';

/** What is sold: a shop is moved, a file imported, or the first products entered here. */
export function ProductsStep({ guide: { findings } }: { guide: SetupGuide }) {
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] lg:gap-8">
      <div className="grid gap-5">
        <FindingList
          title="What is missing"
          findings={findings.filter(({ page }) => page.path.startsWith('/admin/products'))}
        />
        <ul className="grid gap-3 sm:grid-cols-2">
          <Way
            to="/admin/move"
            Icon={Truck}
            title="Move a shop"
            text="From Shopify or WooCommerce, with customers and old orders."
          />
          <Way
            to="/admin/products/import"
            Icon={FileUp}
            title="Import a file"
            text="Products from a CSV file of Excel or another shop."
          />
        </ul>
        <NewProduct />
      </div>
      <Preview>
        <Newest />
      </Preview>
    </div>
  );
}

function Way({ to, Icon, title, text }: { to: string; Icon: typeof Truck; title: string; text: string }) {
  return (
    <li>
      <Link
        to={to}
        className="flex h-full gap-3 rounded-md bg-card p-4 ring-1 ring-line hover:ring-line-strong"
      >
        <Icon className="size-6 shrink-0 text-press" />
        <span>
          <span className="block font-medium text-press">{title}</span>
          <span className="block text-ink-soft">{text}</span>
        </span>
      </Link>
    </li>
  );
}

const empty = { name: '', price: '', countInStock: '', image: '', hsn: '', gstRate: '' };

/** The few fields without which a product can't be sold; the others are on its own page. */
function NewProduct() {
  const shop = useQuery(read('GET /site-info')).data;
  const [uploads, setUploads] = useState(0);
  const needsGst = shop?.issuesTaxInvoices ?? false;
  const bodyOf = ({ image, hsn, gstRate, ...fields }: typeof empty) => ({
    ...fields,
    status: 'active' as const,
    ...(image && { image }),
    ...(needsGst && { hsn, gstRate }),
  });
  const form = useForm({
    start: empty,
    check: (values) => errorsIn(newProduct, bodyOf(values)),
    async send(values) {
      const { name } = await call('POST /products', { body: newProduct.parse(bodyOf(values)) });
      form.continueWith(empty, values);
      form.props.ref.current?.querySelector('input')?.focus();
      toast(`${name} is on sale`, 'success');
      await invalidate('GET /setup', 'GET /products');
    },
    failed: 'The product could not be added. Please try again.',
  });
  return (
    <Card
      title="Enter a product"
      text="A name, a price and the stock are enough to begin; a photograph sells it."
    >
      <form {...form.props} className="grid gap-4">
        <Field
          label="Name"
          required
          maxLength={200}
          placeholder="Indigo block-print stole"
          {...form.field('name')}
        />
        <div className="grid grid-cols-2 gap-4">
          <AmountField label="Price (₹)" required maxLength={12} hint="With tax." {...form.field('price')} />
          <CountField label="In stock" required maxLength={7} {...form.field('countInStock')} />
        </div>
        {needsGst && (
          <div className="grid grid-cols-2 gap-4">
            <CountField label="HSN code" required maxLength={8} {...form.field('hsn')} />
            <SelectField label="GST rate (%)" {...form.field('gstRate')}>
              <option value="">Choose a rate</option>
              {gstRateOptions().map((rate) => (
                <option key={rate} value={rate}>
                  {rate}%
                </option>
              ))}
            </SelectField>
          </div>
        )}
        <PictureField
          label="Photograph"
          kind="product"
          alt="Photograph of the product"
          path={form.values.image || null}
          error={form.errors.image}
          onChange={(path) => form.change({ image: path ?? '' })}
          onBusy={(busy) => setUploads((before) => before + (busy ? 1 : -1))}
        />
        <ErrorText>{form.failure}</ErrorText>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={form.busy || uploads > 0}>
            Add to the shop
          </Button>
          <TextLink href="/admin/products/new?from=setup">All fields, sizes and colours</TextLink>
        </div>
        <LeaveGuard wouldLose={form.wouldLose} save={form.submit} savesFor={leadsOn} />
      </form>
    </Card>
  );
}

/** The newest products on sale, as cards. */
function Newest() {
  const { data } = useQuery(read('GET /products', { query: { limit: '4', sort: '-createdAt' } }));
  const products = data?.products.filter(({ status }) => status === 'active' || status === 'featured') ?? [];
  if (products.length === 0) return <p className="p-6 text-center">Your products appear here.</p>;
  return (
    <ul className="grid grid-cols-2 gap-3 p-3">
      {products.map(({ _id, name, image, finalPrice }) => (
        <li key={_id} className="min-w-0">
          <Link to={`/admin/products/edit/${_id}?from=setup`} className="block">
            <span className="block overflow-hidden rounded-sm">
              <Picture path={image} alt="" sizes="10rem" />
            </span>
            <span className="mt-1.5 line-clamp-2 block font-medium">{name}</span>
            <span className="figures block">{shortRupees(finalPrice)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
