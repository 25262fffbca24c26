import { useEffect, useRef, useState } from 'react';
import { api } from '../../api.ts';
import { sessionEnded } from '../session.ts';

/** A job as it goes on, asked for until it has finished; then `onFinish` is called. */
export function useJob<Job extends { finished: boolean }>(
  first: Job,
  path: string,
  onFinish?: () => void,
): Job {
  const [job, setJob] = useState(first);
  const finish = useRef(onFinish);
  finish.current = onFinish;
  const { finished } = job;
  useEffect(() => {
    if (finished) {
      finish.current?.();
      return;
    }
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const ask = async () => {
      try {
        setJob(await api.get<Job>(path));
      } catch (error) {
        if (sessionEnded(error)) return;
      }
      if (!left) timer = setTimeout(ask, 700);
    };
    timer = setTimeout(ask, 300);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [path, finished]);
  return job;
}
