// Measures cached pages per second as a ratio to the smallest reply of the same server in one run. Prints the result;
// asserts nothing. Run it against a running shop: node_modules/.bin/node bench/pages.ts http://localhost:3000
import { Agent, get } from 'node:http';

const [base = 'http://localhost:3000'] = process.argv.slice(2);
const connections = 16;
const durationMs = 3000;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

const smallest = await rate('/api/health/live');
console.log(`the smallest reply: ${smallest.toFixed(0)} per second`);
for (const path of ['/', '/products', '/products?sort=price', '/shipping-policy']) {
  const perSecond = await rate(path);
  console.log(
    `${(perSecond / smallest).toFixed(2)} ×  ${perSecond.toFixed(0).padStart(6)} per second  ${path}`,
  );
}
agent.destroy();

async function rate(path: string): Promise<number> {
  await request(path);
  const startedAt = performance.now();
  let replies = 0;
  const sendRepeatedly = async () => {
    while (performance.now() - startedAt < durationMs) {
      await request(path);
      replies++;
    }
  };
  await Promise.all(Array.from({ length: connections }, sendRepeatedly));
  return replies / ((performance.now() - startedAt) / 1000);
}

function request(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' };
    get(new URL(path, base), { agent, headers }, (reply) => {
      if (reply.statusCode !== 200) return reject(new Error(`${path} replied ${reply.statusCode}`));
      reply.on('end', resolve).on('error', reject).resume();
    }).on('error', reject);
  });
}
