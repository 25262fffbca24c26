import {
  type CollectionInput,
  type CollectionRule,
  collectionInput,
  type OwnedCollection,
} from '../../../shared/contract/catalogue/collections.ts';
import { parseRupees } from '../../../shared/read-amount.ts';
import { errorsIn } from '../parts/form/use-form.ts';

/** A rule as it is entered: `values` are ids, `text` is a list of tags or values, or a number. */
export type DraftRule = {
  field: CollectionRule['field'];
  values: string[];
  text: string;
  min: string;
  max: string;
  flag: 'isFeatured' | 'isTopDeal' | 'isTrending';
};

export type Draft = Omit<CollectionInput, 'rules'> & {
  kind: 'chosen' | 'rules';
  match: 'all' | 'any';
  rules: DraftRule[];
};

export const emptyRule: DraftRule = {
  field: 'category',
  values: [],
  text: '',
  min: '',
  max: '',
  flag: 'isFeatured',
};

/** The draft of a stored collection, or of a new one. */
export function draftOf(stored: OwnedCollection | null): Draft {
  const { rules, _id: _, updatedAt: __, ...fields } = stored ?? { ...newCollection, _id: '', updatedAt: '' };
  return {
    ...fields,
    kind: rules ? 'rules' : 'chosen',
    match: rules?.match ?? 'all',
    rules: rules?.rules.map(draftRuleOf) ?? [emptyRule],
  };
}

const newCollection: CollectionInput = {
  name: '',
  slug: '',
  description: '',
  image: null,
  seoTitle: '',
  seoDescription: '',
  isPublished: true,
  rules: null,
  products: [],
  sort: '',
};

function draftRuleOf(rule: CollectionRule): DraftRule {
  const draft = { ...emptyRule, field: rule.field };
  switch (rule.field) {
    case 'category':
    case 'brand':
    case 'type':
      return { ...draft, values: rule.values };
    case 'tag':
    case 'attribute':
      return { ...draft, text: rule.values.join(', ') };
    case 'price':
      return { ...draft, min: String(rule.min ?? ''), max: String(rule.max ?? '') };
    case 'new':
      return { ...draft, text: String(rule.days) };
    case 'flag':
      return { ...draft, flag: rule.flag };
    case 'inStock':
    case 'onSale':
      return draft;
  }
}

function ruleOf({ field, values, text, min, max, flag }: DraftRule): object {
  const words = text.split(/[,\n]/).flatMap((word) => word.trim() || []);
  switch (field) {
    case 'category':
    case 'brand':
    case 'type':
      return { field, values };
    case 'tag':
      return { field, values: words };
    case 'attribute':
      return { field, values: words.map((word) => word.replace(/\s*:\s*/, ':')) };
    case 'price':
      return { field, min: amountIn(min), max: amountIn(max) };
    case 'new':
      return { field, days: Number(text) };
    case 'flag':
      return { field, flag };
    case 'inStock':
    case 'onSale':
      return { field };
  }
}

const amountIn = (text: string) => (text.trim() ? (parseRupees(text) ?? Number.NaN) : null);

/** What is sent of a draft. */
export const bodyOf = ({ kind, match, rules, ...draft }: Draft): object => ({
  ...draft,
  rules: kind === 'rules' ? { match, rules: rules.map(ruleOf) } : null,
  products: kind === 'chosen' ? draft.products : [],
});

export const errorsOf = (draft: Draft) => errorsIn(collectionInput, bodyOf(draft));
