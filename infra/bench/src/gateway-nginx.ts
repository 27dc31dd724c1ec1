import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@plat/db/free-ports';
import { isAnswering, type StartedServer, startServer } from './gateway-processes.ts';

/** Invented addresses in the form of an autocomplete response. */
const ANSWER = JSON.stringify(
  [101, 118, 140, 202, 317].map((number, at) => ({
    address: `${number} W Example Trl, Phoenix, AZ 85019`,
    latitude: 33.47 + at / 1000,
    longitude: -112.13 - at / 1000,
  })),
);

async function startNginx(name: string, http: (port: number) => string, folder: string): Promise<StartedServer> {
  const home = join(folder, name);
  await mkdir(home);
  const port = freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${home}/${one};`,
  );
  const configuration = `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${home}/pid;
error_log ${home}/error.log;
events { worker_connections 1024; }
http {
  ${temporary.join('\n  ')}
  keepalive_requests 1000000000;
  default_type application/json;
  ${http(port)}
}
`;
  const file = join(home, 'nginx.conf');
  await writeFile(file, configuration);
  const command = ['nginx', '-p', home, '-c', file];
  return startServer({ name, command, port, isUp: isAnswering }, folder);
}

/** Returns the same response to every request, without work. */
export const startUpstream = (folder: string): Promise<StartedServer> =>
  startNginx(
    'upstream',
    (port) => `
  access_log off;
  server {
    listen 127.0.0.1:${port};
    location / { return 200 '${ANSWER}'; }
    location = /ready { return 200 '{}'; }
  }`,
    folder,
  );

/**
 * nginx as a gateway: a limit per key, persistent upstream connections, a request id, and one JSON line per
 * request, written in batches.
 * @param authorization value that the upstream requires from callers.
 */
export const startNginxGateway = (
  upstream: StartedServer,
  folder: string,
  authorization = '',
): Promise<StartedServer> =>
  startNginx(
    'nginx',
    (port) => `
  log_format json escape=json '{"time":"$time_iso8601","requestId":"$request_id","method":"$request_method",'
    '"route":"$uri","status":$status,"durationMs":"$request_time"}';
  access_log ${folder}/nginx-access.log json buffer=64k flush=1s;
  limit_req_zone $http_x_api_key zone=keys:10m rate=100000r/s;
  upstream behind {
    server ${new URL(upstream.url).host};
    keepalive 128;
    keepalive_requests 1000000000;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      limit_req zone=keys burst=100000 nodelay;
      proxy_pass http://behind;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Request-Id $request_id;
      proxy_set_header Authorization "${authorization}";
      add_header X-Request-Id $request_id;
    }
  }`,
    folder,
  );
