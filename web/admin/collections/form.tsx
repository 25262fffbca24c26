import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { collectionInput, type OwnedCollection } from '../../../shared/contract/catalogue/collections.ts';
import { call } from '../../api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Card } from '../discounts/card.tsx';
import { confirm } from '../parts/confirm.tsx';
import { invalidate, read, updateCached } from '../parts/data.ts';
import { Check } from '../parts/form/fields.tsx';
import { PictureField } from '../parts/form/picture-field.tsx';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { ProductChoice } from '../parts/form/target-choice.tsx';
import { useForm } from '../parts/form/use-form.ts';
import { Loaded, Missing } from '../parts/page/loaded.tsx';
import { BackLink, PageHead } from '../parts/page/page-head.tsx';
import type { Route } from './+types/form';
import { bodyOf, type Draft, draftOf, errorsOf } from './draft.ts';
import { type CollectionForm, RuleFields } from './rule-fields.tsx';

/** A new collection, or a stored one. */
export default function CollectionPage({ params }: Route.ComponentProps) {
  const isNew = params.id === 'new';
  const query = useQuery({ ...read('GET /catalogue/collections/:id', { params }), enabled: !isNew });
  if (isNew) return <CollectionEditor stored={null} />;
  return (
    <Loaded
      query={query}
      failed="Failed to load the collection. Please try again."
      missing={
        <Missing
          title="This collection does not exist"
          text="It may have been deleted."
          to="/admin/collections"
          all="All collections"
        />
      }
    >
      {(collection) => <CollectionEditor key={collection._id} stored={collection} />}
    </Loaded>
  );
}

function CollectionEditor({ stored }: { stored: OwnedCollection | null }) {
  const navigate = useNavigate();
  const [uploads, setUploads] = useState(0);
  const form = useForm<Draft>({
    start: draftOf(stored),
    check: errorsOf,
    async send(draft) {
      const body = collectionInput.parse(bodyOf(draft));
      const saved = stored
        ? await call('PUT /catalogue/collections/:id', { params: { id: stored._id }, body })
        : await call('POST /catalogue/collections', { body });
      void invalidate('GET /catalogue/collections');
      toast('Collection saved', 'success');
      if (!stored) {
        form.allowLeave();
        navigate(`/admin/collections/${saved._id}`);
        return;
      }
      updateCached('GET /catalogue/collections/:id', (cached) => (cached._id === saved._id ? saved : cached));
      form.continueWith(draftOf(saved), draft);
    },
    failed: 'The collection could not be saved. Please try again.',
    toasts: true,
  });
  return (
    <>
      <BackLink to="/admin/collections">All collections</BackLink>
      <PageHead title={stored ? stored.name : 'New collection'}>
        {stored?.isPublished && (
          <ButtonLink href={`/collections/${stored.slug}`} variant="secondary">
            View in the shop
          </ButtonLink>
        )}
        {stored && <DeleteButton collection={stored} onDelete={form.allowLeave} />}
      </PageHead>
      <form {...form.props} aria-label="Collection" className="grid max-w-3xl gap-5">
        <LeaveGuard wouldLose={form.wouldLose} />
        <Card title="Collection">
          <Field label="Name" required maxLength={100} {...form.field('name')} />
          <TextAreaField
            label="Description"
            optional
            rows={4}
            maxLength={2000}
            hint="Shown above the products."
            {...form.field('description')}
          />
          <PictureField
            label="Picture"
            kind="category"
            alt="Picture of the collection"
            path={form.values.image}
            error={form.errors.image}
            onChange={(image) => form.change({ image })}
            onBusy={(busy) => setUploads((before) => before + (busy ? 1 : -1))}
          />
          <Check {...form.flag('isPublished')}>Published</Check>
        </Card>
        <Members form={form} />
        <SearchEngines form={form} />
        <Button type="submit" busy={form.busy || uploads > 0} className="justify-self-start">
          Save
        </Button>
      </form>
    </>
  );
}

function Members({ form }: { form: CollectionForm }) {
  const { kind, products } = form.values;
  return (
    <Card title="Products">
      <SelectField label="How products get into the collection" {...form.field('kind')}>
        <option value="chosen">I choose them</option>
        <option value="rules">By rules, as products change</option>
      </SelectField>
      {kind === 'chosen' ? (
        <ProductChoice
          legend="Products, in this order"
          chosen={products}
          error={form.errors.products}
          onChange={(ids) => form.change({ products: ids })}
        />
      ) : (
        <RuleFields form={form} />
      )}
      <SelectField label="Order" {...form.field('sort')}>
        <option value="">{kind === 'chosen' ? 'As chosen' : 'Newest first'}</option>
        {kind === 'chosen' && <option value="-createdAt">Newest first</option>}
        <option value="price">Price, low to high</option>
        <option value="-price">Price, high to low</option>
        <option value="name">Name, A to Z</option>
      </SelectField>
    </Card>
  );
}

function SearchEngines({ form }: { form: CollectionForm }) {
  const { name, description } = form.values;
  return (
    <Card title="Search engines">
      <Field
        label="Address in links"
        optional
        maxLength={100}
        hint="Generated from the name if left empty. A former address leads to the new one."
        {...form.field('slug')}
      />
      <Field
        label="SEO title"
        optional
        maxLength={255}
        placeholder={name}
        hint="The name if left empty."
        {...form.field('seoTitle')}
      />
      <TextAreaField
        label="SEO description"
        optional
        rows={2}
        maxLength={1000}
        placeholder={description}
        hint="The beginning of the description if left empty."
        {...form.field('seoDescription')}
      />
    </Card>
  );
}

function DeleteButton({ collection, onDelete }: { collection: OwnedCollection; onDelete: () => void }) {
  const navigate = useNavigate();
  return (
    <Button
      variant="ghost"
      className="text-madder"
      onClick={() =>
        confirm({
          title: 'Delete this collection?',
          text: `“${collection.name}” and its page are deleted. Its products stay.`,
          failed: 'The collection could not be deleted. Please try again.',
          async onConfirm() {
            await call('DELETE /catalogue/collections/:id', { params: { id: collection._id } });
            onDelete();
            toast('Collection deleted', 'success');
            void invalidate('GET /catalogue/collections');
            navigate('/admin/collections');
          },
        })
      }
    >
      Delete
    </Button>
  );
}
