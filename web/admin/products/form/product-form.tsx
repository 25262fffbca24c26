import { ExternalLink } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Product } from '../../../../shared/contract/catalogue.ts';
import { ApiError, api } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { LeaveQuestion } from '../../parts/leave-question.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { SaveBar } from '../../parts/save-bar.tsx';
import { tellFailure } from '../../parts/tell.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { bodyOf, checkDraft, type Draft, draftOf, emptyDraft } from './draft.ts';
import { Basics, Placement, Selling, Tax } from './fields.tsx';
import { Pictures } from './pictures.tsx';
import { useUploads } from './use-uploads.ts';
import { Variants } from './variants.tsx';

const failed = 'Failed to submit product. Please try again.';

/** Makes a product, or changes one (spec §2 and §5 Product form). */
export function ProductForm({ product }: { product?: Product }) {
  const { draft, errors, form, blocker, refuse, markSaved, change } = useDraft(
    product ? draftOf(product) : emptyDraft,
  );
  const [busy, setBusy] = useState(false);
  const uploads = useUploads();
  const navigate = useNavigate();
  const set = <Name extends keyof Draft>(name: Name, value: Draft[Name]) =>
    change(() => ({ [name]: value }), [name]);
  const fields = { draft, errors, set };

  async function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = checkDraft(draft);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setBusy(true);
    try {
      const body = bodyOf(draft, product);
      if (product) await api.put(`/products/${product._id}`, body);
      else await api.post('/products', body);
      markSaved();
      toast(product ? 'Product saved' : 'Product added', 'success');
      navigate('/admin/products');
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError) refuse(error.errors);
      tellFailure(error, failed);
    }
  }

  const shown = product && (product.status === 'active' || product.status === 'featured');
  return (
    <form ref={form} onSubmit={submit} noValidate className="mx-auto max-w-5xl">
      <PageHead title={product ? 'Edit product' : 'New product'}>
        {shown && (
          <a
            href={`/products/${product.slug}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-9 items-center gap-1.5 px-2 text-press underline-offset-4 hover:underline"
          >
            View in store
            <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        )}
      </PageHead>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid gap-5">
          <Card title="Details">
            <Basics {...fields} />
          </Card>
          <Card title="Pictures">
            <Pictures
              pictures={draft.pictures}
              uploads={uploads}
              error={errors.images ?? errors.image}
              onChange={(next) => change((now) => ({ pictures: next(now.pictures) }), ['image', 'images'])}
            />
          </Card>
          <Card title="Price and stock">
            <Selling {...fields} />
          </Card>
          <Card title="Options">
            <Variants draft={draft} errors={errors} onChange={change} />
          </Card>
        </div>
        <div className="grid gap-5">
          <Card title="Where it is shown">
            <Placement {...fields} change={change} />
          </Card>
          <Card title="Tax">
            <Tax {...fields} />
          </Card>
        </div>
      </div>
      <SaveBar>
        <Link
          to="/admin/products"
          className="inline-flex min-h-11 items-center px-4 text-ink-soft underline-offset-4 hover:underline"
        >
          Cancel
        </Link>
        <Button type="submit" busy={busy || uploads.busy}>
          {uploads.busy ? 'Uploading pictures…' : busy ? 'Saving…' : 'Save product'}
        </Button>
      </SaveBar>
      <LeaveQuestion blocker={blocker} />
    </form>
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
