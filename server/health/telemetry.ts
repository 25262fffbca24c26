// Traces and metrics by OpenTelemetry (decision 46). Only loaded with OTEL_EXPORTER_OTLP_ENDPOINT, because it takes
// memory and time. The exporters read this and the other OTEL_EXPORTER_OTLP_… settings themselves.
import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  ValueType,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  type MetricData,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { LogEvent } from 'kysely';
import { readVersion } from '../backup/manifest.ts';
import { durationLimits } from '../http/traffic.ts';
import type { Log } from '../runtime/log.ts';
import { setTracer, type TracedRequest } from '../runtime/tracing.ts';
import type { FigureReader } from './figures.ts';
import { listMetrics, type Metric } from './metrics.ts';

/** Statements have placeholders instead of values, but some are long. */
const maxAttributeLength = 2000;
const kinds = {
  job: SpanKind.CONSUMER,
  step: SpanKind.INTERNAL,
  provider: SpanKind.CLIENT,
  page: SpanKind.INTERNAL,
};
/** How long a stop waits for the receiver. */
const stopMs = 3000;

/** Sends traces from now on until `stop`. */
export async function startTelemetry(log: Log) {
  const version = await readVersion();
  diag.setLogger(
    {
      error: (message) => log.warn({ reason: message }, 'telemetry'),
      warn: () => {},
      info: () => {},
      debug: () => {},
      verbose: () => {},
    },
    DiagLogLevel.ERROR,
  );
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'haat', 'service.version': version }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
  const traces = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    spanLimits: { attributeValueLengthLimit: maxAttributeLength },
  });
  followWork(traces);

  return {
    /** Sends these figures every minute, and when the returned function ends that. */
    exportFigures(figures: FigureReader): () => Promise<void> {
      const collect = async () => ({
        resourceMetrics: {
          resource,
          scopeMetrics: [{ scope: { name: 'haat', version }, metrics: await readMetrics(figures) }],
        },
        errors: [],
      });
      const reader = new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter(),
        metricProducers: [{ collect }],
      });
      const meters = new MeterProvider({ resource, readers: [reader] });
      return () => endWithin(stopMs, meters.shutdown());
    },

    /** Sends the traces that have not been sent. */
    stop: () => endWithin(stopMs, traces.shutdown()),
  };
}

/** Waits for a receiver that may be gone: traces that it does not take are lost, and `diag` logs that. */
async function endWithin(ms: number, sent: Promise<void>): Promise<void> {
  await Promise.race([sent.catch(() => undefined), sleep(ms, undefined, { ref: false })]);
}

/** Makes a span of each request and job, and in these of each step, rendered page, query and call of the payment provider. */
function followWork(traces: TracerProvider): void {
  const spans = traces.getTracer('haat');
  const current = new AsyncLocalStorage<Span>();
  const ofRequests = new WeakMap<TracedRequest, Span>();
  /** The request or job that runs now. */
  const parent = (): Context => {
    const span = current.getStore();
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT;
  };
  const fail = (span: Span) => span.setStatus({ code: SpanStatusCode.ERROR });

  setTracer({
    request(request, handle) {
      let span = ofRequests.get(request);
      if (!span) {
        span = spans.startSpan(request.method, { kind: SpanKind.SERVER }, ROOT_CONTEXT);
        ofRequests.set(request, span);
      }
      current.run(span, handle);
    },

    reply(request, route, status) {
      const span = ofRequests.get(request);
      if (!span) return;
      span.updateName(`${request.method} ${route}`);
      span.setAttributes({
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': status,
        // As in the log and in X-Request-Id.
        'haat.request_id': request.id,
      });
      if (status >= 500) fail(span);
      span.end();
    },

    async work({ kind, name }, run) {
      const options = { kind: kinds[kind], attributes: { 'haat.kind': kind } };
      const span = spans.startSpan(name, options, kind === 'job' ? ROOT_CONTEXT : parent());
      try {
        return await current.run(span, run);
      } catch (error) {
        // Its message may have personal data.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        fail(span);
        throw error;
      } finally {
        span.end();
      }
    },

    query(event) {
      if (!current.getStore()) return;
      const endTime = performance.timeOrigin + performance.now();
      const options = {
        kind: SpanKind.CLIENT,
        startTime: endTime - event.queryDurationMillis,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': event.query.sql },
      };
      const span = spans.startSpan(summaryOf(event), options, parent());
      if (event.level === 'error') fail(span);
      span.end(endTime);
    },
  });
}

/** Such as `select products`: what a statement does, and the first table that it names. */
function summaryOf({ query: { sql } }: LogEvent): string {
  const [verb = ''] = /\w+/.exec(sql) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(sql) ?? [];
  return `${verb.toLowerCase()} ${table}`.trim();
}

async function readMetrics(reader: FigureReader): Promise<MetricData[]> {
  const figures = await reader.read();
  const startTime = timeOf(figures.startedAt);
  const endTime = timeOf(new Date());
  return listMetrics(figures).map((metric) => dataOf(metric, { startTime, endTime }));
}

/** Seconds and nanoseconds. */
const timeOf = (date: Date): [number, number] => [
  Math.floor(date.getTime() / 1000),
  (date.getTime() % 1000) * 1e6,
];

type Interval = { startTime: [number, number]; endTime: [number, number] };

function dataOf({ name, help, data }: Metric, interval: Interval): MetricData {
  const common = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (data.type === 'histogram') {
    const dataPoints = data.samples.map(({ labels, counts, sum }) => ({
      ...interval,
      attributes: labels,
      value: {
        buckets: { boundaries: durationLimits, counts },
        sum,
        count: counts.reduce((total, count) => total + count, 0),
      },
    }));
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = data.samples.map(({ labels = {}, value }) => ({
    ...interval,
    attributes: labels,
    value,
  }));
  return data.type === 'counter'
    ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
}
