import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { createProduct } from '../../tests/support/factories.ts';
import { freePorts } from '../../tests/support/free-ports.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { place, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';
import { openDatabase, openPool } from '../db/database.ts';
import { createFigures } from './figures.ts';
import { renderMetrics, serveMetrics } from './metrics.ts';

const host = '127.0.0.1';
const shop = await testShop();

/** The samples of a text in the format of Prometheus, which every line must have, by name and labels. */
function samplesOf(text: string): Map<string, number> {
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.trimEnd().split('\n');
  const label = String.raw`[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"`;
  const sample = new RegExp(String.raw`^[a-z_]+(?:\{${label}(?:,${label})*\})? -?[\d.e+-]+$`);
  const comment = /^# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge|histogram))$/;
  expect(lines.filter((line) => !sample.test(line) && !comment.test(line))).toEqual([]);
  return new Map(
    lines
      .filter((line) => !line.startsWith('#'))
      .map((line): [string, number] => [
        line.slice(0, line.lastIndexOf(' ')),
        Number(line.split(' ').at(-1)),
      ]),
  );
}

it('counts requests, orders and payments for monitoring, without personal data (T-PRV-08)', async () => {
  const port = await freePorts();
  const stop = await serveMetrics({ port, host }, shop.figures, shop.deps.log);
  onTestFinished(async () => void (await stop()));
  const product = await createProduct(shop.db, {});
  const order = await place(shop, [{ id: product.id }], { email: 'asha@example.in', name: 'Asha Rao' });
  await verify(shop, await shop.fake.pay(order.providerOrderId));
  for (let n = 0; n < 20; n++) await shop.app.inject(`/api/no-such-call-${n}/asha@example.in`);
  const reply = await fetch(`http://${host}:${port}/metrics`);
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await reply.text();
  const samples = samplesOf(text);
  expect(Object.fromEntries(samples)).toMatchObject({
    'haat_requests_total{method="POST",route="/api/razorpay/create-order",status="2xx"}': 1,
    'haat_requests_total{method="GET",route="unknown",status="4xx"}': 20,
    'haat_request_duration_seconds_count{method="GET",route="unknown"}': 20,
    'haat_request_duration_seconds_bucket{method="GET",route="unknown",le="+Inf"}': 20,
    haat_database_up: 1,
    'haat_admission_refused_total{queue="calls"}': 0,
    'haat_recent_orders{status="paid"}': 1,
    'haat_recent_orders{status="pending"}': 0,
    'haat_recent_payments{status="captured"}': 1,
  });
  expect(text).not.toMatch(/asha|rao|[0-9a-f]{8}-[0-9a-f]{4}-/i);
  expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
  expect((await fetch(`http://${host}:${port}/`)).status).toBe(404);
  await expect(serveMetrics({ port, host }, shop.figures, shop.deps.log)).rejects.toThrow(
    `METRICS_PORT ${port} is already in use on ${host}.`,
  );
});

it('says that the database does not reply, beside the figures of the process', async () => {
  const pool = openPool('postgres://haat@127.0.0.1:9/haat');
  const figures = createFigures(
    { ...shop.deps, db: openDatabase(pool) },
    (await shop.figures.read()).traffic,
  );
  onTestFinished(async () => {
    figures.stop();
    await pool.end();
  });
  const samples = samplesOf(renderMetrics(await figures.read()));
  expect(samples.get('haat_database_up')).toBe(0);
  expect(samples.has('haat_recent_orders{status="paid"}')).toBe(false);
  expect(samples.get('haat_disk_free_bytes')).toBe(shop.disk.free);
});

it('every metric that the alert rules and the dashboard name exists, and they name each', async () => {
  const text = renderMetrics(await shop.figures.read());
  const families = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`] : name,
  );
  const named = (file: string) => readFileSync(file, 'utf8').match(/\b(?:haat|process|nodejs)_\w+/g) ?? [];
  const alerts = named('ops/prometheus-alerts.yaml');
  expect(alerts.length).toBeGreaterThan(10);
  expect(alerts.filter((name) => !families.includes(name))).toEqual([]);
  expect([...new Set(named('ops/grafana-dashboard.json'))].sort()).toEqual(families.sort());
  JSON.parse(readFileSync('ops/grafana-dashboard.json', 'utf8'));
});

it('an owner sees the figures in the back office', async () => {
  const owner = await asOwner(shop);
  const { status, body } = await owner.get('/settings/health');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    requests: {
      failed: 0,
      slowest: expect.arrayContaining([
        expect.objectContaining({ route: 'POST /api/razorpay/create-order', count: 1, failed: 0 }),
      ]),
    },
    queues: [{ name: 'calls', running: 0, waiting: 0, refused: 0 }],
    lastBackupAt: null,
    orders: expect.arrayContaining([{ status: 'paid', count: 1 }]),
    openAlerts: 0,
  });
});
