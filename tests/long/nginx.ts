import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const nginxPackages = { 'nginx-light': '/usr/sbin/nginx', openssl: '/usr/bin/openssl' };

const host = '127.0.0.1';
const name = 'shop.example.in';

export type FrontReply = {
  status: number;
  /** Whether the cache had it: `HIT`, `MISS`, `EXPIRED`, `BYPASS` … */
  cache: string;
  encoding: string;
  /** As it was sent. */
  body: Buffer;
};
export type Nginx = Awaited<ReturnType<typeof startNginx>>;

/**
 * Starts nginx with the file of docs/going-live.md, whose paths, ports and certificate are replaced, in front of a
 * shop.
 */
export async function startNginx(shopPort: number, port: number) {
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-nginx-'));
  const pathOf = (file: string) => path.join(folder, file);
  const kept = pathOf('cache');
  await mkdir(kept);
  execFileSync(nginxPackages.openssl, [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    pathOf('key.pem'),
    '-out',
    pathOf('certificate.pem'),
  ]);
  const replacements = {
    '/var/cache/nginx/shop': kept,
    '127.0.0.1:3000': `${host}:${shopPort}`,
    'listen 80;': `listen ${host}:${port + 1};`,
    'listen 443 ssl': `listen ${host}:${port} ssl`,
    [`/etc/letsencrypt/live/${name}/fullchain.pem`]: pathOf('certificate.pem'),
    [`/etc/letsencrypt/live/${name}/privkey.pem`]: pathOf('key.pem'),
  };
  let settings = await readFile('ops/nginx.conf', 'utf8');
  for (const [from, to] of Object.entries(replacements)) {
    if (!settings.includes(from)) throw new Error(`ops/nginx.conf has no ${from}`);
    settings = settings.replace(from, to);
  }
  await writeFile(pathOf('shop.conf'), settings);
  await writeFile(pathOf('nginx.conf'), surroundings(folder));
  const child: ChildProcess = spawn(
    nginxPackages['nginx-light'],
    ['-p', folder, '-c', pathOf('nginx.conf')],
    {
      stdio: 'inherit',
    },
  );
  const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false, servername: name });

  async function send(
    method: string,
    url: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
  ): Promise<FrontReply> {
    const content = body && JSON.stringify(body);
    const request = https.request({
      host,
      port,
      agent,
      method,
      path: url,
      headers: { host: name, ...(content && { 'content-type': 'application/json' }), ...headers },
    });
    request.end(content);
    const [reply] = await once(request, 'response');
    return {
      status: reply.statusCode,
      cache: String(reply.headers['x-cache'] ?? ''),
      encoding: String(reply.headers['content-encoding'] ?? 'identity'),
      body: Buffer.concat(await reply.toArray()),
    };
  }

  while ((await send('GET', '/api/health/ready').catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null) throw new Error('nginx did not start');
    await sleep(50);
  }
  return {
    send,
    /** Everything that the cache has on the disk. */
    async readKept(): Promise<Buffer[]> {
      const files = await readdir(kept, { recursive: true, withFileTypes: true });
      return Promise.all(
        files.filter((file) => file.isFile()).map((file) => readFile(path.join(file.parentPath, file.name))),
      );
    },
    async stop(): Promise<void> {
      agent.destroy();
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * What Debian has around the files of conf.d. As root, its processes would be another user, who can't enter the folder.
 */
const surroundings = (folder: string) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 768; }
http {
  access_log off;
  include /etc/nginx/mime.types;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
  include ${folder}/shop.conf;
}
`;
