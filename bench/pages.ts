// Kept pages per second against the emptiest answer of the same server, each as a ratio in one run.
// Prints; asserts nothing. Run it against a shop that is open: node_modules/.bin/node bench/pages.ts http://localhost:3000
import { Agent, get } from 'node:http';

const [base = 'http://localhost:3000'] = process.argv.slice(2);
const connections = 16;
const forMs = 3000;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

const empty = await rate('/api/health/live');
console.log(`the emptiest answer: ${empty.toFixed(0)} a second`);
for (const path of ['/', '/products', '/products?sort=price', '/shipping-policy']) {
  const perSecond = await rate(path);
  console.log(`${(perSecond / empty).toFixed(2)} ×  ${perSecond.toFixed(0).padStart(6)} a second  ${path}`);
}
agent.destroy();

async function rate(path: string): Promise<number> {
  await ask(path);
  const began = performance.now();
  let answers = 0;
  const one = async () => {
    while (performance.now() - began < forMs) {
      await ask(path);
      answers++;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return answers / ((performance.now() - began) / 1000);
}

function ask(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br' };
    get(new URL(path, base), { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`${path} answered ${answer.statusCode}`));
      answer.on('end', resolve).on('error', reject).resume();
    }).on('error', reject);
  });
}
