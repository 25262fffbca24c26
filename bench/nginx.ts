import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordedReply } from './bare-node.ts';

/**
 * Starts nginx with the body of one reply as a file, for comparison: it sends the same bytes. Returns undefined if nginx
 * is not installed.
 */
export async function startNginx(reply: RecordedReply, port: number) {
  if (spawnSync('nginx', ['-v']).error) return undefined;
  const folder = await mkdtemp(path.join(tmpdir(), 'haat-nginx-'));
  await mkdir(path.join(folder, 'logs'));
  await writeFile(path.join(folder, 'page.html'), Buffer.from(reply.body, 'base64'));
  await writeFile(path.join(folder, 'nginx.conf'), settings(folder, reply, port));
  const child: ChildProcess = spawn('nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  for (let tries = 0; tries < 100; tries++) {
    if ((await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.ok) break;
    await sleep(50);
  }
  return {
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGQUIT');
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function settings(folder: string, { headers }: RecordedReply, port: number): string {
  const own = headers.filter(([name]) => !/^(content-length|content-type|etag)$/i.test(name));
  const lines = own.map(([name, value]) => `add_header ${name} "${value.replaceAll(/["$\\]/g, '')}";`);
  // As root, nginx would read the page as another user, who has no access to the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/logs/error.log;
events { worker_connections 256; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 10000000; default_type text/html;
  client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
  uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e; open_file_cache max=10;
  server { listen 127.0.0.1:${port}; root ${folder}; location / { try_files /page.html =404; ${lines.join(' ')} } }
}
`;
}
