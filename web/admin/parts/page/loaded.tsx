import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Empty } from '../../../ui/empty.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { isMissing } from '../data.ts';
import { ErrorBanner } from './error-banner.tsx';
import { SkeletonRows } from './page-head.tsx';

type Failing = { query: Pick<UseQueryResult, 'isError' | 'errorUpdatedAt' | 'refetch'>; failed: string };

/** Says that a query failed, with buttons to try again and to dismiss the message. */
export function LoadError({ query, failed }: Failing) {
  const { isError, errorUpdatedAt, refetch } = query;
  const [dismissed, setDismissed] = useState(0);
  if (!isError || errorUpdatedAt === dismissed) return null;
  return (
    <ErrorBanner message={failed} onRetry={() => refetch()} onDismiss={() => setDismissed(errorUpdatedAt)} />
  );
}

/** All states of a query: loading, failed, its object does not exist, and its data, which `children` renders. */
export function Loaded<Data>(props: {
  query: UseQueryResult<Data>;
  /** Shown if the data can't be loaded. */
  failed: string;
  loading?: ReactNode | undefined;
  /** Shown if the server replies that the object does not exist. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { query, failed, loading = <SkeletonRows />, missing, children } = props;
  const { data, error } = query;
  if (missing && isMissing(error)) return missing;
  return (
    <>
      <LoadError query={query} failed={failed} />
      {data === undefined ? !error && loading : children(data)}
    </>
  );
}

/** A spinner in the middle of the area that will show the data. */
export const LoadingArea = ({ label }: { label: string }) => (
  <div className="grid min-h-60 place-items-center text-ink-soft">
    <Spinner large label={label} />
  </div>
);

/** Says that the object of a page does not exist; the link leads to the list of all. */
export const Missing = (props: { title: string; text: string; to: string; all: string }) => (
  <Empty level={1} title={props.title} text={props.text} link={[props.to, props.all]} />
);
