import { type FormEvent, useEffect, useState } from 'react';
import type { OrderReviews } from '../../../shared/contract/catalogue/reviews.ts';
import { ApiError, call } from '../../api.ts';
import { readStored, writeStored } from '../../browser-storage.ts';
import { sendForm } from '../../send-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextAreaField } from '../../ui/field.tsx';
import { FormError } from '../../ui/notice.tsx';
import { PhotoField } from './photo-field.tsx';
import { StarField } from './star-field.tsx';

type Product = OrderReviews['products'][number];
type Draft = { stars: number; title: string; text: string; name: string; images: string[] };

/** How the browser proves that the order is its visitor's. */
export type OrderProof = { link: string | undefined; headers: Record<string, string> };

const failed = 'Your review could not be saved. It is still here: please try again.';

/** The form for the review of a product. What is entered stays in the browser until it is sent. */
export function ReviewForm({
  orderId,
  product,
  name,
  proof,
  onSaved,
}: {
  orderId: string;
  product: Product;
  name: string;
  proof: OrderProof;
  onSaved: (reviews: OrderReviews) => void;
}) {
  const draftKey = `review_draft_${orderId}_${product._id}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft(draftKey) ?? startOf(product, name));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => writeStored(draftKey, JSON.stringify(draft)), [draftKey, draft]);

  function change(more: Partial<Draft>) {
    setDraft((now) => ({ ...now, ...more }));
    setErrors(({ ...now }) => {
      for (const field of Object.keys(more)) delete now[field];
      return now;
    });
  }

  const text = (field: 'title' | 'text' | 'name') => ({
    name: field,
    value: draft[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ [field]: currentTarget.value }),
    ...(errors[field] && { error: errors[field] }),
  });

  async function upload(picture: Blob, fileName: string, onProgress: (part: number) => void) {
    const form = new FormData();
    form.append('image', picture, fileName);
    const query = proof.link ? `?link=${encodeURIComponent(proof.link)}` : '';
    const { path } = await sendForm<{ path: string }>(`/order/${orderId}/review-pictures${query}`, form, {
      headers: proof.headers,
      fallback: 'The photograph could not be uploaded.',
      onProgress,
    });
    return path;
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setFailure('');
    if (draft.stars === 0) return setErrors({ stars: 'Choose 1 to 5 stars' });
    if (!draft.name.trim()) return setErrors({ name: 'Name is required' });
    setBusy(true);
    try {
      const saved = await call('PUT /order/:id/reviews/:product', {
        params: { id: orderId, product: product._id },
        body: { ...draft, link: proof.link },
        headers: proof.headers,
      });
      writeStored(draftKey, null);
      onSaved(saved);
    } catch (error) {
      const reply = error instanceof ApiError ? error : undefined;
      setErrors(reply?.errors ?? {});
      setFailure(reply?.serverMessage ?? (reply?.status === 0 ? reply.message : failed));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={send} noValidate aria-label={`Review of ${product.name}`} className="mt-5 grid gap-5">
      <StarField value={draft.stars} onChange={(stars) => change({ stars })} error={errors.stars} />
      <Field label="Title" optional maxLength={120} {...text('title')} />
      <TextAreaField
        label="Your review"
        optional
        rows={5}
        maxLength={5000}
        hint="What do you like, what could be better? How do you use it?"
        {...text('text')}
      />
      <PhotoField
        paths={draft.images}
        onChange={(next) => setDraft((now) => ({ ...now, images: next(now.images) }))}
        upload={upload}
        error={errors.images}
      />
      <Field
        label="Name shown with the review"
        maxLength={60}
        autoComplete="off"
        hint="Everybody can read the review with this name. Do not enter personal data in the text."
        {...text('name')}
      />
      <FormError>{failure}</FormError>
      <Button type="submit" size="lg" busy={busy} className="justify-self-start">
        {product.review ? 'Save changes' : 'Send review'}
      </Button>
    </form>
  );
}

const startOf = ({ review }: Product, name: string): Draft => ({
  stars: review?.stars ?? 0,
  title: review?.title ?? '',
  text: review?.text ?? '',
  name: review?.name ?? name,
  images: review?.images ?? [],
});

function readDraft(key: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? 'null');
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function isDraft(value: unknown): value is Draft {
  const { stars, title, text, name, images } = Object(value) as Partial<Record<keyof Draft, unknown>>;
  const areTexts = [title, text, name].every((item) => typeof item === 'string');
  return typeof stars === 'number' && areTexts && Array.isArray(images);
}
