import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Attribute = { key: string; value: unknown };
export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
};
type Traces = { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] };
type Metrics = { resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[] };

/** Starts a receiver of OpenTelemetry's protocol (OTLP as JSON over HTTP), which keeps what it gets. */
export async function startOtlpReceiver() {
  const bodies: Record<string, string[]> = { '/v1/traces': [], '/v1/metrics': [] };
  const server = createServer(async (request, response) => {
    bodies[request.url ?? '']?.push(await text(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const read = <T>(path: string): T[] => (bodies[path] ?? []).map((body) => JSON.parse(body));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () =>
      read<Traces>('/v1/traces').flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    metrics: () =>
      read<Metrics>('/v1/metrics').flatMap(({ resourceMetrics }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
    /** All that it has received. */
    text: () => Object.values(bodies).flat().join('\n'),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
