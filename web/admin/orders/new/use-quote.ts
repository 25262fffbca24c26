import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { Quote } from '../../../../shared/contract/orders/manual-orders.ts';
import { ApiError } from '../../../api.ts';
import type { CallQuery } from '../../parts/data.ts';
import { type Draft, quoteErrors } from './draft.ts';

/**
 * The totals of the server for a draft, while it is edited. `quote` is undefined unless they are those of what is
 * entered now.
 */
export function useQuote<Reply extends Quote>(values: Draft, request: (draft: Draft) => CallQuery<Reply>) {
  const draft = useDeferredValue(values);
  const canPrice = Object.keys(quoteErrors(draft)).length === 0;
  const query = useQuery({
    ...request(draft),
    enabled: canPrice,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const isCurrent = canPrice && query.isSuccess && !query.isPlaceholderData && draft === values;
  // What the server refuses is shown at its field, or else beside the totals.
  const refused = canPrice && query.error instanceof ApiError ? query.error.errors : {};
  return {
    quote: isCurrent ? query.data : undefined,
    refused,
    totals: {
      query,
      isCurrent,
      canPrice,
      isRefusedLine: Object.keys(refused).some((path) => path.startsWith('cart_items.')),
    },
  };
}
