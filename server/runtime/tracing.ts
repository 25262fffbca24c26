import type { LogEvent } from 'kysely';

/** A request of HTTP, which is the same object until its reply. */
export type TracedRequest = { id: string; method: string };

/** A background job or a step of one, a call of the payment provider, or the rendering of a page. The name has no ids. */
export type TracedWork = { kind: 'job' | 'step' | 'provider' | 'page'; name: string };

/** What follows the work of the shop. */
export type Tracer = {
  /** Runs `handle`, a part of the handling of a request. */
  request(request: TracedRequest, handle: () => void): void;
  /** A request was answered; `route`: the pattern of its address. */
  reply(request: TracedRequest, route: string, status: number): void;
  work<T>(named: TracedWork, run: () => Promise<T>): Promise<T>;
  query(event: LogEvent): void;
};

/** Does nothing and costs nothing, unless health/telemetry.ts has set another one. */
export let tracer: Tracer | undefined;

/** Lets a tracer follow what begins from now on, and the queries of databases that are opened from now on. */
export function setTracer(chosen: Tracer): void {
  tracer = chosen;
}

/** Runs work that traces show. */
export const traced = <T>(named: TracedWork, run: () => Promise<T>): Promise<T> =>
  tracer ? tracer.work(named, run) : run();
