import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { shortRupees } from '../../../shared/money.ts';
import { destinationsFor } from '../layout/bars.tsx';
import { useLogOut } from '../layout/use-log-out.ts';
import { type CallQuery, read, useMay } from '../parts/data.ts';
import { capitalized } from '../parts/text.ts';
import { findSettings } from '../settings/find.ts';
import { actions } from './actions.ts';

/** What the palette offers: `run` does it, else it leads to `to`. */
export type Option = { id: string; label: string; detail?: string; to?: string; run?: () => unknown };
export type Group = { label: string; options: Option[]; isLoading?: boolean; failed?: boolean };

const DEBOUNCE_MS = 200;
/** How many of each kind are shown. */
const LIMIT = 5;
const SETTINGS_LIMIT = 7;

/** The text, once nothing was typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What a text finds, as far as the admin's role allows, in groups; before anything is typed, where they can go. */
export function useResults(typed: string): Group[] {
  const may = useMay();
  const logOut = useLogOut();
  const text = typed.trim();
  const search = useSettled(text);
  const query = { query: { search, limit: LIMIT } };
  const asks = { isTyping: search !== text, isLong: text.length > 1 };
  const orders = useFound(may('orders.view'), asks, read('GET /order/admin', query));
  const products = useFound(may('catalogue.edit'), asks, read('GET /products', query));
  const former = useFound(may('customers.view'), asks, read('GET /former-orders', query));
  const customers = useFound(may('customers.view'), asks, read('GET /customers', query));
  const fits = (words: string) =>
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => ` ${words.toLowerCase()}`.includes(` ${word}`));

  const groups: Group[] = [
    {
      ...orders,
      label: 'Orders',
      options: (orders.data?.items ?? []).map(({ _id, order_number, customer, amount, status }) => ({
        id: `order-${_id}`,
        label: order_number,
        detail: [customer.name, amount !== null && shortRupees(amount), capitalized(status)]
          .filter(Boolean)
          .join(' · '),
        to: `/admin/orders/${_id}`,
      })),
    },
    {
      ...former,
      label: 'Old orders',
      options: (former.data?.items ?? []).map(({ _id, number, name, email, mobile, total }) => ({
        id: `former-${_id}`,
        label: number,
        detail: [name || email || mobile, shortRupees(total)].filter(Boolean).join(' · '),
        to: `/admin/former-orders/${_id}`,
      })),
    },
    {
      ...products,
      label: 'Products',
      options: (products.data?.products ?? []).map(({ _id, name, sku }) => ({
        id: `product-${_id}`,
        label: name,
        detail: sku,
        to: `/admin/products/edit/${_id}`,
      })),
    },
    {
      ...customers,
      label: 'Customers',
      options: (customers.data?.items ?? []).map(({ _id, name, email, mobile }) => ({
        id: `customer-${_id}`,
        label: name || email || mobile,
        detail: [email, mobile].filter(Boolean).join(' · '),
        to: `/admin/customers/${_id}`,
      })),
    },
    {
      label: 'Settings',
      options: settingsOf(text, may),
    },
    {
      label: 'Pages',
      options: destinationsFor(may)
        .filter(({ label }) => fits(label))
        .map(({ to, label }) => ({ id: `page-${to}`, label, to })),
    },
    {
      label: 'Actions',
      options: [
        ...actions.filter(({ needs }) => !needs || may(needs)),
        { label: 'View Store', words: 'shop storefront', run: () => location.assign('/') },
        { label: 'Logout', words: 'log out sign out', run: logOut },
      ]
        .filter(({ label, words }) => fits(`${label} ${words}`))
        .map((action) => ({ id: `action-${action.label}`, ...action })),
    },
  ];
  return groups.filter(({ options, isLoading, failed }) => options.length > 0 || isLoading || failed);
}

/** The settings that a text finds. */
const settingsOf = (text: string, may: ReturnType<typeof useMay>): Option[] =>
  findSettings(text, may)
    .slice(0, SETTINGS_LIMIT)
    .map(({ to, page, group, field, section }) => ({
      id: `setting-${to}`,
      label: field ?? page,
      detail: [...new Set([group, field && page, section])].filter(Boolean).join(' › '),
      to,
    }));

type Asks = { isTyping: boolean; isLong: boolean };

/** Asks the server what a text finds, if the role may see it. A reply that is late is dropped, and nothing is stored. */
function useFound<Data>(isAllowed: boolean, { isTyping, isLong }: Asks, query: CallQuery<Data>) {
  const isAsked = isAllowed && isLong;
  const { data, isError } = useQuery({ ...query, enabled: isAsked && !isTyping, gcTime: 0 });
  if (!isAsked) return { data: undefined };
  if (isTyping) return { data: undefined, isLoading: true };
  return { data, isLoading: !data && !isError, failed: isError };
}
