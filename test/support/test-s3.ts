import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { freePort } from './product-process';

const PYTHON = '/usr/bin/python3';
const MEMCACHED = '/usr/bin/memcached';
const LAYERS = ['account', 'container', 'object'] as const;

/** Starts a Swift server with settings in a given folder; its own command only looks in /etc. */
const START_SCRIPT = `
import sys
from swift.common.utils import set_swift_dir
from swift.common.storage_policy import reload_storage_policies
set_swift_dir(sys.argv[2])
reload_storage_policies()
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[1], sys.argv[3]))
`;

/** Builds the rings of all layers with one device each, in one Python process. */
const RINGS_SCRIPT = `
import sys
from swift.common.ring import RingBuilder
folder, pairs = sys.argv[1], sys.argv[2:]
for layer, port in zip(pairs[::2], pairs[1::2]):
    builder = RingBuilder(6, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1.0})
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, layer))
`;

export interface TestBucket {
  /** Settings of the product: FILES_URL and the keys. */
  env: Record<string, string>;
  /** The unsigned URL of a key. */
  url(key?: string): string;
  client: AwsClient;
}

/**
 * Object storage for one test: OpenStack Swift with its S3 API on loopback. It verifies signatures itself and refuses
 * forged, expired or mismatched ones. With TEST_S3_URL (and the key variables) buckets are created in that storage
 * instead.
 */
export class TestS3 {
  private readonly children: ChildProcess[] = [];
  private bucketCount = 0;

  private constructor(
    private readonly folder: string | null,
    private readonly endpoint: string,
    private readonly region: string,
    private readonly keys: { id: string; secret: string },
  ) {}

  static async start(): Promise<TestS3> {
    const externalUrl = process.env['TEST_S3_URL'];
    if (externalUrl) {
      const url = new URL(externalUrl);
      const keys = { id: process.env['S3_ACCESS_KEY_ID'] ?? '', secret: process.env['S3_SECRET_ACCESS_KEY'] ?? '' };
      return new TestS3(null, url.origin, url.searchParams.get('region') ?? 'us-east-1', keys);
    }
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-s3-'));
    const port = await freePort();
    const keys = { id: 'test:tester', secret: 'testing-is-no-secret' };
    const server = new TestS3(folder, `http://127.0.0.1:${port}`, 'us-east-1', keys);
    await server.startServers(port);
    return server;
  }

  /** The variables (`TEST_S3_URL` and keys) with which another process creates buckets here. */
  get settings(): Record<string, string> {
    return {
      TEST_S3_URL: `${this.endpoint}?region=${this.region}`,
      S3_ACCESS_KEY_ID: this.keys.id,
      S3_SECRET_ACCESS_KEY: this.keys.secret,
    };
  }

  /** Creates an empty bucket that allows uploads from pages of any origin. */
  async createBucket(): Promise<TestBucket> {
    const name = `skilgrid-${process.pid}-${Date.now().toString(36)}-${++this.bucketCount}`;
    const client = new AwsClient({
      accessKeyId: this.keys.id,
      secretAccessKey: this.keys.secret,
      service: 's3',
      region: this.region,
      retries: 0,
    });
    const url = (key?: string) => `${this.endpoint}/${name}${key === undefined ? '' : `/${key}`}`;
    const response = await client.fetch(url(), { method: 'PUT' });
    if (!response.ok) throw new Error(`no bucket: ${response.status} ${await response.text()}`);
    if (this.folder) await this.allowCors(name);
    const env = {
      FILES_URL: `s3://${name}?endpoint=${this.endpoint}&region=${this.region}&style=path`,
      S3_ACCESS_KEY_ID: this.keys.id,
      S3_SECRET_ACCESS_KEY: this.keys.secret,
    };
    return { env, url, client };
  }

  /** Like a power failure; `restart` brings it back with its data. */
  async kill(): Promise<void> {
    const proxy = this.children.pop()!;
    const exited = new Promise((done) => proxy.once('exit', done));
    proxy.kill('SIGKILL');
    await exited;
  }

  async restart(): Promise<void> {
    this.spawnServer('proxy');
    await this.waitUntilReady();
  }

  stop(): void {
    for (const child of this.children) child.kill('SIGKILL');
    if (this.folder) rmSync(this.folder, { recursive: true, force: true });
  }

  private async startServers(port: number): Promise<void> {
    const folder = this.folder!;
    const ports: Record<string, number> = {};
    for (const layer of LAYERS) ports[layer] = await freePort();
    const cache = await freePort();
    mkdirSync(join(folder, 'devices', 'd1'), { recursive: true });
    const write = (name: string, lines: readonly string[]) =>
      writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
    const common = (at: number) => [
      ...['[DEFAULT]', 'bind_ip = 127.0.0.1', `bind_port = ${at}`, `user = ${userInfo().username}`, 'workers = 0'],
      ...[`swift_dir = ${folder}`, `devices = ${join(folder, 'devices')}`, 'mount_check = false', 'log_level = ERROR'],
    ];
    write('swift.conf', [
      ...['[swift-hash]', 'swift_hash_path_suffix = tests', 'swift_hash_path_prefix = of-skilgrid'],
      ...['[storage-policy:0]', 'name = one', 'default = yes'],
    ]);
    for (const layer of LAYERS) {
      const pipeline = ['[pipeline:main]', `pipeline = ${layer}-server`];
      write(`${layer}.conf`, [
        ...common(ports[layer]!),
        ...pipeline,
        `[app:${layer}-server]`,
        `use = egg:swift#${layer}`,
      ]);
    }
    execFileSync(PYTHON, ['-c', RINGS_SCRIPT, folder, ...LAYERS.flatMap((layer) => [layer, String(ports[layer])])]);
    const filters = {
      catch_errors: [],
      cache: [`memcache_servers = 127.0.0.1:${cache}`],
      bulk: [],
      s3api: ['location = us-east-1', 'cors_preflight_allow_origin = *'],
      tempauth: [`user_${this.keys.id.replace(':', '_')} = ${this.keys.secret} .admin`],
      slo: [],
      dlo: [],
      symlink: [],
    };
    const egg = (name: string) => (name === 'cache' ? 'memcache' : name);
    write('proxy.conf', [
      ...common(port),
      ...['[pipeline:main]', `pipeline = ${Object.keys(filters).join(' ')} proxy-server`],
      ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true'],
      ...Object.entries(filters).flatMap(([name, options]) => [
        `[filter:${name}]`,
        `use = egg:swift#${egg(name)}`,
        ...options,
      ]),
    ]);
    this.children.push(
      spawn(MEMCACHED, ['-l', '127.0.0.1', '-p', String(cache), '-u', userInfo().username], { stdio: 'ignore' }),
    );
    for (const layer of LAYERS) this.spawnServer(layer);
    this.spawnServer('proxy');
    await this.waitUntilReady();
  }

  private spawnServer(name: string): void {
    const folder = this.folder!;
    const args = ['-c', START_SCRIPT, join(folder, `${name}.conf`), folder, `${name}-server`];
    this.children.push(spawn(PYTHON, args, { stdio: process.env['OWN_S3_LOUD'] ? 'inherit' : 'ignore' }));
  }

  /** Tries a bucket and an object, because the layers start independently. */
  private async waitUntilReady(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        const createBucket = await this.createBucket();
        const put = await createBucket.client.fetch(createBucket.url('0/x'), { method: 'PUT', body: 'x' });
        if (put.ok) return;
      } catch (error) {
        if (attempt > 600) throw error;
      }
      await pause(200);
    }
  }

  /** Through Swift's own API: its S3 API does not support CORS rules. */
  private async allowCors(createBucket: string): Promise<void> {
    const auth = await fetch(`${this.endpoint}/auth/v1.0`, {
      headers: { 'x-auth-user': this.keys.id, 'x-auth-key': this.keys.secret },
    });
    const [storageUrl, token] = ['x-storage-url', 'x-auth-token'].map((name) => auth.headers.get(name) ?? '');
    const headers = { 'x-auth-token': token!, 'x-container-meta-access-control-allow-origin': '*' };
    const response = await fetch(`${storageUrl}/${createBucket}`, { method: 'POST', headers });
    if (!response.ok) throw new Error(`no CORS: ${response.status}`);
  }
}

/** Lists the keys of a bucket. */
export async function listKeys({ client, url }: TestBucket, prefix = ''): Promise<string[]> {
  const xml = await (await client.fetch(`${url()}?list-type=2&prefix=${encodeURIComponent(prefix)}`)).text();
  return [...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key!).sort();
}
