import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  ModuleKind,
  ScriptTarget,
  createProgram,
  flattenDiagnosticMessageText,
  getPreEmitDiagnostics,
  transpile,
} from 'typescript';
import { EXACT_COUNT_MAX, PAGE_DEFAULT, PAGE_MAX } from '../../src/contract/list-dialect';
import { BULK_PAIRS_MAX } from '../../src/contract/training-assignments.resource';
import { rawDocument } from '../support/openapi';
import { startProcess, type ProductProcess } from '../support/product-process';

const run = promisify(execFile);
const root = join(__dirname, '../..');
const PASSWORD = 'cranes-over-the-harbour';
const folder = mkdtempSync(join(tmpdir(), 'skilgrid-guide-'));
const folderOf = (name: string): string => mkdtempSync(join(folder, name));
afterAll(() => rmSync(folder, { recursive: true }));

const formatNumber = (figure: number): string => figure.toLocaleString('en-US');
/** All code blocks of a language. */
const snippets = (guide: string, language: string): string =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text).join('\n');

describe('the guide before the operations', () => {
  let demo: ProductProcess;
  let guide: string;
  beforeAll(async () => {
    demo = await startProcess({ DATA_DIR: folderOf('demo-'), SEED_DEMO: 'on' });
    guide = (await rawDocument(demo)).info.description;
  }, 300_000);
  afterAll(() => demo.kill());

  it('has all sections, with curl and TypeScript', () => {
    const headings = [...guide.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'Sign in, and whose data',
      'Lists: pages, order, filters',
      'Errors',
      'Safe to repeat',
      'Two people at once',
      'Import and export',
      'Versions of this API',
      'Limits',
    ]);
    expect(snippets(guide, 'bash').split('\n').length).toBeGreaterThan(15);
    expect(snippets(guide, 'typescript').split('\n').length).toBeGreaterThan(40);
    expect(guide).not.toMatch(/\{(origin|user_name|password)\}/);
  });

  it('has curl commands that run unchanged', async () => {
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', snippets(guide, 'bash')], { cwd: folderOf('sh-') });
    expect(stdout).toContain('"customer_name":"Nordhafen Works"');
    expect(stdout).toContain('"staff_code":');
    expect(stdout).toMatch(/x-total-count: [1-9]/i);
    expect(stdout).toContain('"code":"malformed_request"');
    expect(stdout).toMatch(/idempotency-replayed: true/i);
    const departmentIds = [...stdout.matchAll(/"department_id":"([^"]*)","name":"Night shift"/g)].map(([, id]) => id);
    expect(departmentIds).toHaveLength(2);
    expect(new Set(departmentIds).size).toBe(1);
    expect(stdout).toContain('"counts":{"create":1,"update":0,"skip":0,"error":0}');
    expect(stdout).toContain('"code":"import_created"');
    expect(stdout).toContain('"state":"undone"');
    expect(stdout).toContain('Staff code,First name,Last name');
  });

  it('has TypeScript that compiles and runs unchanged', async () => {
    const at = join(folderOf('ts-'), 'guide');
    writeFileSync(`${at}.mts`, snippets(guide, 'typescript'));
    const options = {
      strict: true,
      noEmit: true,
      target: ScriptTarget.ES2022,
      module: ModuleKind.NodeNext,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
    };
    const diagnostics = getPreEmitDiagnostics(createProgram([`${at}.mts`], options));
    expect(diagnostics.map(({ messageText }) => flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
    const text = readFileSync(`${at}.mts`, 'utf8');
    writeFileSync(`${at}.mjs`, transpile(text, { target: ScriptTarget.ES2022, module: ModuleKind.ESNext }));
    const { stdout } = await run(process.execPath, [`${at}.mjs`]);
    const lines = stdout.trim().split('\n');
    expect(lines[0]).toBe('Nordhafen Works');
    expect(lines[1]).toMatch(/^[1-9]\d people$/);
    expect(stdout).toContain('422 invalid_fields');
    expect(lines.slice(-2)).toEqual(['200', '412']);
  }, 240_000);

  it('names only existing codes and the actual limits', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
      .join('\n');
    const table = /\| Status \|(.*?)\n\n/s.exec(guide)![1]!;
    const codes = [...table.matchAll(/`([a-z]+_[a-z_]+|stale)`/g)].map(([, code]) => code!);
    expect(codes.length).toBeGreaterThan(15);
    expect(codes.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
    const limits = [
      `| A page | ${PAGE_MAX} rows |`,
      `stops at ${formatNumber(EXACT_COUNT_MAX)}`,
      `${formatNumber(BULK_PAIRS_MAX)} pairs`,
    ];
    expect(limits.filter((each) => !guide.includes(each))).toEqual([]);
    expect(guide).toContain(`${PAGE_DEFAULT} when left out`);
  });

  it('has examples of staff, skills and trainings of the demo', async () => {
    const signIn = { user_name: 'admin@nordhafen.example', password: PASSWORD };
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(signIn) };
    const { token, eid, oid } = (await (await fetch(`${demo.url}/api/auth/login`, post)).json()) as Record<
      string,
      string
    >;
    const headers = { authorization: `Bearer ${token}`, eid: eid!, oid: oid! };
    const recorded = readFileSync(join(root, 'src/infrastructure/http/api-examples.json'), 'utf8');
    for (const [list, name, key] of [
      ['staff', 'staff_code', 'staff_code'],
      ['skills', 'skill_code', 'skill_code'],
      ['trainings', 'training_title', 'title'],
    ] as const) {
      const rows = await (await fetch(`${demo.url}/api/${list}?_end=200`, { headers })).json();
      const demoValues = new Set((rows as Record<string, string>[]).map((row) => row[key]));
      const exampleValues = [...recorded.matchAll(new RegExp(`"${name}": "([^"]*)"`, 'g'))].map(([, value]) => value);
      expect([name, exampleValues.length > 3]).toEqual([name, true]);
      expect([name, exampleValues.filter((value) => !demoValues.has(value))]).toEqual([name, []]);
    }
  });

  it('signs in with one click as each of the demo’s accounts', async () => {
    const page = await (await fetch(`${demo.url}/api/docs`)).text();
    expect(page).toContain('/api/docs/sign-in.js');
    const script = await fetch(`${demo.url}/api/docs/sign-in.js`);
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    const text = await script.text();
    const accounts = JSON.parse(/^const accounts = (.*);$/m.exec(text)![1]!) as Record<string, string>[];
    expect(accounts).toHaveLength(6);
    expect(accounts[0]).toMatchObject({ name: 'Katrin Albers', role: 'admin' });
    for (const { user_name, password } of accounts) {
      const body = JSON.stringify({ user_name, password });
      const headers = { 'content-type': 'application/json' };
      expect((await fetch(`${demo.url}/api/auth/login`, { method: 'POST', headers, body })).status).toBe(200);
    }
  });
});

describe.each([
  ['there is no demo', { NODE_ENV: 'development', SEED_DEMO: 'off' }],
  [
    'it is production, the demo seeded or not',
    {
      NODE_ENV: 'production',
      SEED_DEMO: 'on',
      HOST: '127.0.0.1',
      PUBLIC_URL: 'https://skills.example.org',
      JWT_SECRET: 'a secret of the tests, long enough to be accepted',
      MAIL_URL: 'smtp://127.0.0.1:9',
    },
  ],
] as [string, Record<string, string>][])('where %s', (_, env) => {
  it('there is no one-click sign-in and no password in the guide', async () => {
    const product = await startProcess({ DATA_DIR: folderOf('none-'), ...env });
    try {
      const text = async (path: string) => (await fetch(product.url + path)).text();
      expect(await text('/api/docs')).not.toContain('sign-in.js');
      expect(await text('/api/docs/swagger-ui-init.js')).not.toContain('"tryItOutEnabled": true');
      expect((await fetch(`${product.url}/api/docs/sign-in.js`)).status).toBe(404);
      const { description } = (await rawDocument(product)).info;
      expect(description).not.toContain(PASSWORD);
      expect(description).toContain('"user_name": "YOUR_USER_NAME"');
      expect(description).toContain(`API=${env['PUBLIC_URL'] ?? product.url.replace('127.0.0.1', 'localhost')}`);
    } finally {
      await product.kill();
    }
  }, 300_000);
});
