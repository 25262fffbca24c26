import type { LogEntry } from '../../../shared/contract/audit-log.ts';

/** The page of the object that an entry of the log names; null if it has none any more. */
export function addressOf(area: string, { action, subject }: LogEntry): string | null {
  if (action.endsWith('.delete')) return null;
  const id = encodeURIComponent(subject);
  const places: Record<string, string> = {
    product: `/admin/products/edit/${id}`,
    import: '/admin/products/import',
    category: '/admin/categories',
    subcategory: '/admin/categories',
    brands: '/admin/brands',
    productTypes: '/admin/product-types',
    attribute: '/admin/attributes',
    discount: `/admin/discounts/${id}`,
    'price-list': `/admin/price-lists/${id}`,
    giftCard: `/admin/gift-cards/${id}`,
    order: `/admin/orders/${id}`,
    customer: `/admin/customers/${id}`,
    attention: '/admin/attention',
    policy: '/admin/policy-dashboard',
    'site-info': '/admin/site-info',
    contact: '/admin/contact-queries',
    review: '/admin/reviews',
    question: '/admin/reviews/questions',
    redirect: '/admin/redirects',
    mail: `/admin/mail?mail=${id}`,
    admin: '/admin/admins',
  };
  if (action === 'admin.sign-in-failed') return null;
  return places[area] ?? null;
}
