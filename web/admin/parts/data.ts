import { notifyManager, QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf, Route } from '../../../shared/contract/calls.ts';
import type { Permission } from '../../../shared/permissions.ts';
import { ApiError, type Arguments, call, type Options } from '../../api.ts';
import { useChange } from '../../ui/use-change.ts';
import { withSignIn } from '../session.ts';
import { showFailure } from './show-failure.ts';

type Reply<R extends Route> = ReplyOf<R, Blob>;
/** What `useQuery` needs to make a call. */
export type CallQuery<Data> = {
  queryKey: readonly [Route, unknown];
  queryFn: (context: { signal: AbortSignal }) => Promise<Data>;
};

// A controlled field shows its old value until the query is updated, so this must happen before the next paint.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      queryKeyHashFn: (key) =>
        JSON.stringify(key, (_, part) => (part instanceof URLSearchParams ? String(part) : part)),
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * A call for `useQuery`: `useQuery(read('GET /order/admin/:id', { params: { id } }))`. The route is the first part of
 * its key. If the session has ended, the call is made again after the next sign-in.
 */
export function read<R extends Route>(route: R, ...options: Arguments<R>): CallQuery<Reply<R>>;
export function read<R extends Route>(route: R, options: Options<R>): CallQuery<Reply<R>> {
  return {
    queryKey: [route, options],
    queryFn: ({ signal }) => withSignIn(() => call(route, Object.assign({ signal }, options))),
  };
}

/** For the query of a form: it starts with what the server has now, not with a cached reply. */
export const formQuery = { gcTime: 0 };

/** True if a call failed because its object does not exist. */
export const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Marks what these calls returned as out of date. What is on the screen is read again now, the rest when shown. */
export const invalidate = (...routes: Route[]) =>
  Promise.all(routes.map((route) => queryClient.invalidateQueries({ queryKey: [route] })));

/** Changes the cached replies of a call, for example before the server has confirmed a change. */
export function updateCached<R extends Route>(route: R, change: (reply: Reply<R>) => Reply<R>): void {
  queryClient.setQueriesData<Reply<R>>({ queryKey: [route] }, (reply) => reply && change(reply));
}

/** The list with `item` instead of the one that has its id. */
export const withItem = <Item extends { _id: string }>(items: Item[], item: Item): Item[] =>
  items.map((listed) => (listed._id === item._id ? item : listed));

/**
 * Something that the admin does. `run` always resolves: if `act` fails, a toast shows the server's reason, or `failed`
 * if the server gave none.
 */
export function useAction<Input = void>(act: (input: Input) => Promise<unknown>, failed: string) {
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: act,
    onError: (error) => showFailure(error, failed),
  });
  return {
    busy: isPending,
    input: isPending ? variables : undefined,
    run: async (input: Input): Promise<void> => {
      await mutateAsync(input).catch(() => {});
    },
  };
}

const dayMs = 86_400_000;
const pollMs = 700;

/** The job to show: the one begun here, else the newest of the last day, until it is dismissed in this browser. */
export function useNewestJob<Job extends { _id: string; finished: boolean; createdAt: string }>(
  query: CallQuery<Job[]>,
) {
  const newest = useQuery(query).data?.find(
    ({ finished, createdAt }) => !finished || Date.now() - Date.parse(createdAt) < dayMs,
  );
  const [begun, begin] = useState<Job | null>(null);
  const key = `dismissed:${query.queryKey[0]}`;
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(key));
  const job = begun ?? newest;
  return {
    job: job && job._id !== dismissed ? job : null,
    begin,
    dismiss() {
      if (!job) return;
      localStorage.setItem(key, job._id);
      setDismissed(job._id);
    },
  };
}

/** A job, read until it has finished; then `onFinish` is called. `missing`: the job does not exist any more. */
export function useJob<Job extends { finished: boolean }>(
  first: Job,
  query: CallQuery<Job>,
  onFinish?: () => void,
): { job: Job; missing: boolean } {
  const { data: job = first, error } = useQuery({
    ...query,
    enabled: !first.finished,
    refetchInterval: ({ state }) => (state.data?.finished || isMissing(state.error) ? false : pollMs),
  });
  useChange(job.finished, () => onFinish?.());
  return { job, missing: isMissing(error) };
}

/** The role of the signed-in admin and what it allows; undefined until it is known. */
export const useMe = () => useQuery({ ...read('GET /auth/admin/me'), staleTime: 60_000 }).data;

/** Whether the role of the signed-in admin has a permission. The server decides; this hides what it would refuse. */
export function useMay(): (needed: Permission) => boolean {
  const permissions = useMe()?.permissions ?? [];
  return (needed) => permissions.includes(needed);
}
