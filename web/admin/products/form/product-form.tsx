import { ExternalLink } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Product } from '../../../../shared/contract/catalogue.ts';
import { ApiError, api } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { LeaveDialog } from '../../parts/leave-dialog.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { SaveBar } from '../../parts/save-bar.tsx';
import { showFailure } from '../../parts/show-failure.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { ConflictDialog, type SavedVersion } from './conflict-dialog.tsx';
import { bodyOf, checkDraft, type Draft, draftOf, emptyDraft } from './draft.ts';
import { Basics, Placement, Selling, Tax } from './fields.tsx';
import { mergeDrafts } from './merge.ts';
import { Pictures } from './pictures.tsx';
import { useUploads } from './use-uploads.ts';
import { Variants } from './variants.tsx';

const failed = 'Failed to submit product. Please try again.';

/** Makes a product, or changes one (spec §2 and §5 Product form). */
export function ProductForm({ product }: { product?: Product }) {
  const { draft, errors, form, blocker, refuse, markSaved, change } = useDraft(
    product ? draftOf(product) : emptyDraft,
  );
  /** The product as last loaded; the input is compared with it. */
  const [seen, setSeen] = useState(product);
  const [theirs, setSavedVersion] = useState<SavedVersion | null>(null);
  /** The input before another admin's values replaced it. */
  const [aside, setAside] = useState<Draft | null>(null);
  /** The rich editor reads its text only once; a new round mounts a new editor. */
  const [round, setRound] = useState(1);
  const [busy, setBusy] = useState(false);
  const uploads = useUploads();
  const navigate = useNavigate();
  const set = <Name extends keyof Draft>(name: Name, value: Draft[Name]) =>
    change(() => ({ [name]: value }), [name]);
  const fields = { draft, errors, set };

  /** Saves and merges what others saved in the meantime; asks if the same field was changed. */
  async function save(written: Draft, before: Product | undefined): Promise<void> {
    setBusy(true);
    setSavedVersion(null);
    try {
      await send(written, before);
      markSaved();
      toast(before ? 'Product saved' : 'Product added', 'success');
      navigate('/admin/products');
    } catch (error) {
      const current = before && changedMeanwhile(error);
      if (current) return settle(written, before, current);
      setBusy(false);
      if (error instanceof ApiError) refuse(error.errors);
      showFailure(error, failed);
    }
  }

  async function settle(mine: Draft, before: Product, current: Product): Promise<void> {
    const sides = { base: draftOf(before), mine, theirs: draftOf(current) };
    const joined = mergeDrafts(sides, 'mine');
    if (joined.conflicts.length === 0) return save(joined.draft, current);
    setBusy(false);
    setSavedVersion({ product: current, conflicts: joined.conflicts });
  }

  /** Both sides merged; the winner's values where they clash. */
  const joinedWith = (other: Product, winner: 'mine' | 'theirs') =>
    mergeDrafts({ base: draftOf(seen ?? other), mine: draft, theirs: draftOf(other) }, winner).draft;

  function replaceAll(next: Draft) {
    change(() => next, Object.keys(next));
    setRound((now) => now + 1);
  }

  function loadSavedVersion({ product: other }: SavedVersion) {
    setAside(draft);
    replaceAll(joinedWith(other, 'theirs'));
    setSeen(other);
    setSavedVersion(null);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = checkDraft(draft);
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    void save(draft, seen);
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
      {aside && (
        <p
          role="status"
          className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-md bg-press-tint px-4 py-2"
        >
          The other admin’s values are loaded. Your input is kept until you leave this page.
          <button
            type="button"
            onClick={() => {
              replaceAll(aside);
              setAside(null);
            }}
            className="min-h-11 font-semibold text-press underline underline-offset-4"
          >
            Restore mine
          </button>
        </p>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid gap-5">
          <Card title="Details">
            <Basics key={round} {...fields} />
          </Card>
          <Card title="Pictures">
            <Pictures
              pictures={draft.pictures}
              uploads={uploads}
              error={errors.images ?? errors.image}
              onChange={(next) => change((now) => ({ pictures: next(now.pictures) }), ['image', 'images'])}
            />
          </Card>
          {draft.options.length === 0 && (
            <Card title="Price and stock">
              <Selling {...fields} />
            </Card>
          )}
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
      <LeaveDialog blocker={blocker} />
      <ConflictDialog
        theirs={theirs}
        busy={busy}
        onClose={() => setSavedVersion(null)}
        onLoad={loadSavedVersion}
        onOverwrite={({ product: other }) => void save(joinedWith(other, 'mine'), other)}
      />
    </form>
  );
}

async function send(draft: Draft, before: Product | undefined): Promise<void> {
  const body = bodyOf(draft, before);
  if (before) await api.put(`/products/${before._id}`, { ...body, updatedAtBefore: before.updatedAt });
  else await api.post('/products', body);
}

/** The current product if another admin saved it after it was loaded. */
function changedMeanwhile(error: unknown): Product | undefined {
  if (!(error instanceof ApiError) || error.code !== 'product_changed') return undefined;
  return (error.body as { current: Product }).current;
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-md bg-card p-4 ring-1 ring-line sm:p-5">
      <h2 className="mb-4 text-lg">{title}</h2>
      {children}
    </section>
  );
}
