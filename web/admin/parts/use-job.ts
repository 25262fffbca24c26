import { useEffect, useRef, useState } from 'react';
import { ApiError, api } from '../../api.ts';
import { withSignIn } from '../session.ts';
import { useCall } from './use-call.ts';

const day = 86_400_000;

/** The job to show: the one begun here, else the newest of the last day, until it is dismissed in this browser. */
export function useNewestJob<Job extends { _id: string; finished: boolean; createdAt: string }>(
  path: string,
) {
  const newest = useCall<Job[]>(path, '').data?.find(
    ({ finished, createdAt }) => !finished || Date.now() - Date.parse(createdAt) < day,
  );
  const [begun, begin] = useState<Job | null>(null);
  const key = `dismissed:${path}`;
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

/** What to say of a job that the shop no longer knows. */
export const goneJob = 'this job is gone, so how far it came is not known. Please check the products.';

/** A job as it goes on, asked for until it has finished; then `onFinish` is called. `gone` where it is no longer known. */
export function useJob<Job extends { finished: boolean }>(
  first: Job,
  path: string,
  onFinish?: () => void,
): { job: Job; gone: boolean } {
  const [job, setJob] = useState(first);
  const [gone, setGone] = useState(false);
  const finish = useRef(onFinish);
  finish.current = onFinish;
  const { finished } = job;
  const wasFinished = useRef(finished);
  useEffect(() => {
    if (finished) {
      if (!wasFinished.current) finish.current?.();
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const ask = async () => {
      try {
        setJob(await withSignIn(() => api.get<Job>(path)));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) {
          if (!left) setGone(true);
          return;
        }
        // Anything else may pass: asked again below.
      }
      if (!left) timer = setTimeout(ask, 700);
    };
    timer = setTimeout(ask, 300);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [path, finished]);
  return { job, gone };
}
