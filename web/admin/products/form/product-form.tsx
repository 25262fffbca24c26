import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Product } from '../../../../shared/contract/catalogue/catalogue.ts';
import { newProduct } from '../../../../shared/contract/catalogue/catalogue-admin.ts';
import { ApiError, call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formQuery, read, useAction } from '../../parts/data.ts';
import { ConflictDialog, RestoreOwn } from '../../parts/form/conflict.tsx';
import { LeaveGuard, SaveBar } from '../../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../../parts/form/use-form.ts';
import { Loaded, Missing } from '../../parts/page/loaded.tsx';
import { NewTab, PageHead } from '../../parts/page/page-head.tsx';
import { stepPath } from '../../setup/steps.ts';
import { AltTexts } from './alt-texts.tsx';
import { AttributeFields, DeclarationFields } from './attribute-fields.tsx';
import { changeBody, type Draft, draftOf, emptyDraft, inputOf, newBody, saleErrors } from './draft.ts';
import { Basics, GiftCardSwitch, Placement, Selling, Tax } from './fields.tsx';
import { type Conflict, mergeDrafts } from './merge.ts';
import { Pictures, useUploads, VideoField } from './pictures.tsx';
import { SeoFields } from './seo-fields.tsx';
import { Variants } from './variants.tsx';

const headLinkClass =
  'inline-flex min-h-9 items-center gap-1.5 px-2 text-press underline-offset-4 hover:underline';
const failed = 'Failed to submit product. Please try again.';

/** A new product, or a stored one. */
export default function ProductPage() {
  const { id } = useParams();
  const query = useQuery({
    ...read('GET /products/:id', { params: { id: id ?? '' } }),
    ...formQuery,
    enabled: id !== undefined,
  });
  if (id === undefined) return <ProductForm />;
  return (
    <Loaded
      query={query}
      failed="Failed to load product. Please try again."
      missing={
        <Missing
          title="This product does not exist"
          text="It may have been deleted."
          to="/admin/products"
          all="All Products"
        />
      }
    >
      {(product) => <ProductForm key={product._id} product={product} />}
    </Loaded>
  );
}

/** The form of a product (spec §2 and §5 Product form). */
function ProductForm({ product }: { product?: Product }) {
  /** The product as last loaded; the input is compared with it. */
  const [loaded, setLoaded] = useState(product);
  /** The product as another admin saved it in the meantime, and the fields that both changed. */
  const [conflict, setConflict] = useState<{ saved: Product; fields: Conflict[] } | null>(null);
  /** The input before another admin's values replaced it. */
  const [replaced, setReplaced] = useState<Draft | null>(null);
  const uploads = useUploads();
  const turnUploads = useUploads();
  const [isVideoBusy, setVideoBusy] = useState(false);
  const isUploading = uploads.busy || turnUploads.busy || isVideoBusy;
  const navigate = useNavigate();
  const isFromGuide = useSearchParams()[0].get('from') === 'setup';
  const back = isFromGuide ? stepPath('products') : '/admin/products';
  const form = useForm({
    start: product ? draftOf(product) : emptyDraft,
    check: (draft) => ({ ...errorsIn(newProduct, inputOf(draft, loaded)), ...saleErrors(draft) }),
    send: (draft) => save(draft, loaded),
    failed,
    toasts: true,
  });
  const { values: draft, errors, busy } = form;

  /** Saves, merged with what another admin saved in the meantime; asks if both changed the same field. */
  async function save(input: Draft, before: Product | undefined): Promise<void> {
    try {
      if (before) {
        await call('PUT /products/:id', { params: { id: before._id }, body: changeBody(input, before) });
      } else await call('POST /products', { body: newBody(input) });
    } catch (error) {
      if (!before || !(error instanceof ApiError) || error.code !== 'product_changed') throw error;
      const saved = await call('GET /products/:id', { params: { id: before._id } });
      const versions = { base: draftOf(before), local: input, saved: draftOf(saved) };
      const merged = mergeDrafts(versions, 'local');
      if (merged.conflicts.length === 0) return save(merged.draft, saved);
      return setConflict({ saved, fields: merged.conflicts });
    }
    form.allowLeave();
    toast(before ? 'Product saved' : 'Product added', 'success');
    navigate(back);
  }

  const mergedWith = (saved: Product, winner: 'local' | 'saved') =>
    mergeDrafts({ base: draftOf(loaded ?? saved), local: draft, saved: draftOf(saved) }, winner).draft;
  const overwrite = useAction(async (saved: Product) => {
    setConflict(null);
    await save(mergedWith(saved, 'local'), saved);
  }, failed);

  function loadSaved(saved: Product) {
    setReplaced(draft);
    form.change(mergedWith(saved, 'saved'));
    setLoaded(saved);
    setConflict(null);
  }

  const isShown = product && (product.status === 'active' || product.status === 'featured');
  return (
    <form {...form.props} className="mx-auto max-w-7xl">
      <PageHead title={product ? 'Edit product' : 'New product'}>
        {product && !product.isGiftCard && (
          <NewTab href={`/admin/products/stock?product=${product._id}`} className={headLinkClass}>
            Stock and its history
          </NewTab>
        )}
        {isShown && (
          <NewTab href={`/products/${product.slug}`} className={headLinkClass}>
            View in store
            <ExternalLink className="size-4" />
          </NewTab>
        )}
      </PageHead>
      {replaced && (
        <RestoreOwn
          onRestore={() => {
            form.change(replaced);
            setReplaced(null);
          }}
        />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid gap-5">
          <Card title="Details">
            <Basics form={form} />
          </Card>
          <Card title="Pictures">
            <Pictures
              pictures={draft.pictures}
              uploads={uploads}
              error={errors.images ?? errors.image}
              onChange={(next) =>
                form.change((before) => ({ pictures: next(before.pictures) }), ['image', 'images'])
              }
            />
            <AltTexts form={form} />
          </Card>
          <Card title="Video and 360°">
            <VideoField
              path={draft.video}
              error={errors.video}
              onBusy={setVideoBusy}
              onChange={(path) => form.change({ video: path })}
            />
            <p className="mt-5 mb-3 font-medium">Pictures from all sides (360°)</p>
            <Pictures
              isTurn
              pictures={draft.turnImages}
              uploads={turnUploads}
              error={errors.turnImages}
              onChange={(next) => form.change((before) => ({ turnImages: next(before.turnImages) }))}
            />
          </Card>
          {draft.options.length === 0 && (
            <Card title={draft.isGiftCard ? 'Price' : 'Price and stock'}>
              <Selling form={form} />
            </Card>
          )}
          {!draft.isGiftCard && (
            <Card title="Tax">
              <Tax form={form} />
            </Card>
          )}
          <Card title="Options">
            <Variants form={form} />
          </Card>
          <Card title="Attributes and tags">
            <AttributeFields form={form} />
          </Card>
          <Card title="Search engines">
            <SeoFields form={form} saved={loaded} />
          </Card>
        </div>
        <div className="grid gap-5">
          <Card title="Where it is shown">
            <Placement form={form} saved={loaded} />
          </Card>
          <Card title="Gift card">
            <GiftCardSwitch form={form} />
          </Card>
        </div>
        {!draft.isGiftCard && (
          <Card title="Product information">
            <DeclarationFields form={form} saved={loaded} />
          </Card>
        )}
      </div>
      <SaveBar>
        <Link
          to={back}
          className="inline-flex min-h-11 items-center px-4 text-ink-soft underline-offset-4 hover:underline"
        >
          Cancel
        </Link>
        <Button type="submit" busy={busy || overwrite.busy || isUploading}>
          {isUploading ? 'Uploading…' : busy || overwrite.busy ? 'Saving…' : 'Save product'}
        </Button>
      </SaveBar>
      <LeaveGuard wouldLose={form.wouldLose} />
      <ConflictDialog
        open={conflict !== null}
        noun="product"
        busy={busy || overwrite.busy}
        onClose={() => setConflict(null)}
        onLoad={() => conflict && loadSaved(conflict.saved)}
        onOverwrite={() => conflict && overwrite.run(conflict.saved)}
      >
        {conflict && <ConflictingFields fields={conflict.fields} />}
      </ConflictDialog>
    </form>
  );
}

function ConflictingFields({ fields }: { fields: Conflict[] }) {
  return (
    <>
      <p>
        Another admin saved this product while you were editing it and changed the same{' '}
        {fields.length === 1 ? 'field' : 'fields'}. None of your changes are lost.
      </p>
      <ul className="max-h-72 divide-y divide-line overflow-auto rounded-md ring-1 ring-line">
        {fields.map(({ label, local, saved }) => (
          <li key={label} className="px-3 py-2">
            <p className="font-medium wrap-break-word">{label}</p>
            {local !== undefined && (
              <p className="figures wrap-break-word text-ink-soft">
                Saved: {saved || 'empty'} · Yours: {local || 'empty'}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-md bg-card p-4 ring-1 ring-line sm:p-5">
      <h2 className="mb-4 text-lg">{title}</h2>
      {children}
    </section>
  );
}
