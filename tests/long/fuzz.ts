import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import sharp from 'sharp';
import { addAdmin } from '../../server/accounts/admins/admins.ts';
import type { Call } from '../../shared/contract/calls/call.ts';
import { builtInRoles, isBuiltIn } from '../../shared/permissions.ts';
import { createActor, orderChain, uploadChain } from './actors.ts';
import { recordQueries } from './inputs.ts';
import { checkInvariants, repair } from './invariants.ts';
import { type Choices, createChoices, createReport, type Report } from './report.ts';
import { callOf, type FuzzedRequest, fuzzedRequests, toHttp } from './requests.ts';
import { type LongShop, type Reply, startLongShop } from './shop.ts';
import type { PlacedOrder } from './shopping.ts';

const roles = ['guest', 'shopper', ...Object.keys(builtInRoles).reverse()];
/** How many requests of one actor run at once. */
const PARALLEL = 4;

type Fuzzing = {
  shop: LongShop;
  report: Report;
  choices: Choices;
  seed: number;
  isRunning: () => boolean;
};

/**
 * Sends random requests of all calls as each role, and chains of valid ones, to a shop without failures: no reply may
 * be a 5xx, and no call may do what its role may not. Returns the number of violations.
 */
export async function runFuzz(seed: number, requests: number, durationMs: number): Promise<number> {
  const report = createReport('Fuzz');
  const choices = createChoices(seed);
  const shop = await startLongShop(choices, seed, [5200]);
  const acknowledged: PlacedOrder[] = [];
  const victims = await createVictims({ shop, report, choices, seed, isRunning: () => true });
  // Their webhooks and mails change the records too.
  await repair(shop, report);
  for (let n = 0; n < 3; n++) await addAdmin(shop.db, `colleague.${n}@example.in`);
  const startedAt = Date.now();
  for (const [index, role] of roles.entries()) {
    const end = startedAt + (durationMs * (index + 1)) / roles.length;
    let sent = 0;
    const isRunning = () => sent < requests && Date.now() < end;
    const before = await readRecords(shop, victims);
    await fuzzAs(
      { shop, report, choices, seed: seed + index, isRunning },
      role,
      victims,
      acknowledged,
      () => {
        sent++;
        report.progress(`${sent} of ${requests} requests as ${role}`);
      },
    );
    const after = await readRecords(shop, victims);
    const changed = [...before, ...after].filter((record) => !(before.has(record) && after.has(record)));
    if (!mayChangeOrders(role) && changed.length > 0)
      report.violation(`${role} changed an order without access`, changed);
  }
  await checkInvariants(shop, report, acknowledged);
  await shop.close();
  return report.end();
}

/** Sends random requests as these roles beside other work, until it is over. */
export async function startFuzzing(parts: Fuzzing & { roles: string[] }): Promise<void> {
  const { shop, seed } = parts;
  for (let n = 0; n < 3; n++) await addAdmin(shop.db, `colleague.${n}@example.in`).catch(() => undefined);
  const as = (role: string, index: number) =>
    fuzzAs({ ...parts, seed: seed + index }, role, [], [], () => {});
  await Promise.all(parts.roles.map(as));
}

async function fuzzAs(
  parts: Fuzzing,
  role: string,
  victims: readonly string[],
  acknowledged: PlacedOrder[],
  onSent: () => void,
): Promise<void> {
  const { shop, report, seed } = parts;
  const files = await filesToUpload();
  const actor = await createActor(shop, role);
  // A random request can end the session, so the chains have their own.
  const customer = await createActor(shop, role);
  for (let batch = 0; parts.isRunning(); batch++) {
    const ids = await readIds(shop).catch(() => undefined);
    if (!ids) {
      await sleep(200);
      continue;
    }
    const resolve = (text: string) =>
      text.replace(/«(\w+):(\d+)»/g, (_, kind: string, n: string) => {
        const known = ids.get(kind) ?? [];
        return known[Number(n) % known.length] ?? crypto.randomUUID();
      });
    const waiting = fc.sample(fuzzedRequests, { seed: seed + batch * 1009, numRuns: 100 });
    const work = async () => {
      for (let next = waiting.pop(); next && parts.isRunning(); next = waiting.pop()) {
        const reply = await send(parts, role, actor.headers, next, resolve, files, victims);
        report.count(`requests as ${role}: ${reply ? `${Math.floor(reply.status / 100)}xx` : 'no reply'}`);
        onSent();
        if (reply?.status === 401) await actor.renewIfEnded();
      }
    };
    // Beside other work, one request at once, and single requests only.
    const isAlone = victims.length > 0;
    await Promise.all(Array.from({ length: isAlone ? PARALLEL : 1 }, work));
    if (isAlone) {
      await orderChain(parts, role, customer, acknowledged);
      await uploadChain(parts, role, customer, files[0] ?? Buffer.alloc(0));
      for (let n = 0; n < 2; n++) onSent();
    }
  }
}

async function send(
  { shop, report, seed }: Fuzzing,
  role: string,
  authorization: Record<string, string>,
  request: FuzzedRequest,
  resolve: (text: string) => string,
  files: readonly Buffer[],
  victims: readonly string[],
): Promise<Reply> {
  const call = callOf(request.route);
  const http = toHttp(request, resolve, files);
  const reply = await shop.send(http.method, http.url, {
    headers: { ...http.headers, ...authorization },
    ...(http.body !== undefined && { body: http.body }),
    // Lists wait for changes longer than this.
    timeoutMs: call.isBackground ? 1_000 : 60_000,
  });
  const details = () => ({
    seed,
    role,
    request: { ...http, body: http.body instanceof FormData ? [...http.body] : http.body },
    reply: reply && { status: reply.status, body: reply.body },
  });
  if (!reply && !call.isBackground && !shop.mayReply(undefined))
    report.violation(`${request.route} got no reply`, details());
  if (!reply) return reply;
  if (!shop.mayReply(reply.status)) report.violation(`${request.route} replied ${reply.status}`, details());
  if (reply.status < 400 && !mayUse(role, call))
    report.violation(`${request.route} succeeded as ${role}`, details());
  const namesVictim = victims.some((id) => http.url.includes(id));
  if (reply.status < 400 && call.access === 'own' && namesVictim && !has(role, 'orders.viewAll'))
    report.violation(`${request.route} showed the order of another person to ${role}`, details());
  return reply;
}

const permissionsOf = (role: string): readonly string[] =>
  isBuiltIn(role) ? builtInRoles[role].permissions : [];
const has = (role: string, permission: string) => permissionsOf(role).includes(permission);
const mayChangeOrders = (role: string) =>
  permissionsOf(role).some((permission) => /^(orders|refunds|alerts)\./.test(permission));

function mayUse(role: string, { access, permission }: Call): boolean {
  if (access === 'signed-in') return role !== 'guest';
  if (access !== 'admin') return true;
  return isBuiltIn(role) && (permission === 'every-admin' || has(role, permission ?? ''));
}

/** Places and pays orders of persons who send no requests; returns their ids. */
async function createVictims(parts: Fuzzing): Promise<string[]> {
  const placed: PlacedOrder[] = [];
  const actor = await createActor(parts.shop, 'guest');
  for (let n = 0; n < 5; n++) await orderChain(parts, 'guest', actor, placed);
  return placed.map(({ id }) => id);
}

/** All records of these orders, each as a text. */
async function readRecords({ query }: LongShop, orders: readonly string[]): Promise<Set<string>> {
  const ids = orders.map((id) => `'${id}'`).join(',');
  const records = await query(`
    select 'order' as kind, to_jsonb(orders)::text as record from orders where id in (${ids})
    union all select 'line', to_jsonb(i)::text from order_items i where order_id in (${ids})
    union all select 'payment', to_jsonb(p)::text from payments p where order_id in (${ids})
    union all select 'refund', to_jsonb(r)::text from refunds r where order_id in (${ids})
    union all select 'event', to_jsonb(e)::text from order_events e where order_id in (${ids})
    order by 1, 2`);
  return new Set(records.map(({ kind, record }) => `${kind} ${record}`));
}

/** Ids of records of every kind that requests may name. */
async function readIds({ query, products }: LongShop): Promise<Map<string, string[]>> {
  const ids = new Map<string, string[]>();
  for (const [kind, statement] of Object.entries(recordQueries)) {
    const rows = await query(`select id from (${statement}) as records order by random() limit 50`);
    // The products of the shoppers stay as they are.
    ids.set(
      kind,
      rows.flatMap(({ id }) => (id && !products.includes(id) ? [id] : [])),
    );
  }
  return ids;
}

/** A picture and other files that are uploaded as one. */
async function filesToUpload(): Promise<Buffer[]> {
  const size = { width: 40, height: 40, channels: 3 } as const;
  const picture = sharp(randomBytes(40 * 40 * 3), { raw: size });
  const jpeg = await picture.jpeg().toBuffer();
  return [
    jpeg,
    await picture.png().toBuffer(),
    jpeg.subarray(0, jpeg.length / 2),
    Buffer.from('name,price,stock\nCushion cover,450,3\n"open,1,2\n'),
    Buffer.from('name,price,sku,status\nStole,1250.50,S-1,draft\n=cmd(),abc,,\n'),
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    Buffer.from('PK\u0003\u0004 not a ZIP'),
    Buffer.alloc(0),
    randomBytes(2_000),
  ];
}
