import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';

const root = resolve(__dirname, '../..');
const floors = (
  'contract platform migrations tenancy subscriptions customers identity api-keys ' +
  'exports support staff skills trainings assessments quizzes certificates notices imports reports search audit wire seed'
).split(' ');

describe('The floors of the house', () => {
  it('are kept: imports go down or stay, without circles', () => {
    expect(violations(root, 'src')).toEqual([]);
  });

  it('are guarded by rules that notice an import going up, and a circle', () => {
    const house = mkdtempSync(join(tmpdir(), 'skilgrid-floors-'));
    try {
      write(
        house,
        'src/staff/staff.service.ts',
        "import { matrix } from '../reports/matrix';\nexport const staff = [matrix];\n",
      );
      write(
        house,
        'src/reports/matrix.ts',
        "import { staff } from '../staff/staff.service';\nexport const matrix = [staff];\n",
      );
      write(
        house,
        'src/contract/field.ts',
        "import { readFileSync } from 'node:fs';\nexport const field = readFileSync;\n",
      );
      write(house, 'tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
      const names = violations(house, 'src').map((line) => line.split(':')[0]);
      expect([...new Set(names)].toSorted()).toEqual(['circle', 'contract-is-plain-data', 'staff-looks-up']);
    } finally {
      rmSync(house, { recursive: true, force: true });
    }
  });

  it('cover every folder of src (a new one takes its place in .dependency-cruiser.cjs and here)', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((folder) => folder.name).filter((name) => !floors.includes(name))).toEqual([]);
  });

  it('let the admin see of the server only the contract, by its alias', () => {
    const found = importsOf(admin).filter(
      ({ file, from }) =>
        from.startsWith('.') && !resolve(dirname(join(root, file)), from).startsWith(join(root, 'admin')),
    );
    expect(
      found.map(
        ({ file, from }) => `${file} imports ${from}: use @contract/…, or ask the API for what the contract lacks`,
      ),
    ).toEqual([]);
  });
});

describe('The house rules', () => {
  it('no index.ts in src: a barrel hides who uses what, and makes circles; import the file that has the thing', () => {
    expect(src.filter(({ file }) => /(^|\/)index\.ts$/.test(file)).map(({ file }) => file)).toEqual([]);
  });

  it('no forwardRef: move what both modules need to the lower one', () => {
    expect(matching(src, /\bforwardRef\b/)).toEqual([]);
  });

  it('only platform and tenancy hold a raw Repository, DataSource or EntityManager: domains use TenantRepository', () => {
    const keyholders = /^src\/(platform|tenancy|migrations)\//;
    const raw =
      /\b((Inject|Tree|Mongo|Abstract)?(Repository|DataSource|EntityManager)|InjectRepository|getRepositoryToken|getDataSourceToken)\b/;
    const found = importsOf(src.filter(({ file }) => !keyholders.test(file))).filter(
      ({ from, names }) => /^(typeorm|@nestjs\/typeorm)(\/|$)/.test(from) && raw.test(names),
    );
    expect(found.map(({ file, names }) => `${file} imports ${names}`)).toEqual([]);
  });

  it('no SQL names a table of a floor above: that floor registers what is to be read (tenancy/session-facts.ts)', () => {
    const floorOf = (file: string): number => floors.indexOf(file.split('/')[1]!);
    const tables = new Map(
      src.flatMap(({ file, text }) =>
        [...text.matchAll(/@Entity\('(\w+)'\)/g)].map(([, table]) => [table!, floorOf(file)] as const),
      ),
    );
    expect(tables.size).toBeGreaterThan(40);
    // In a text, or given to a builder.
    const naming = /(?:\b(?:FROM|JOIN|INTO|UPDATE)\s+|\.(?:from|into|update|(?:inner|left)Join\w*)\(\s*['"`])(\w+)\b/g;
    const upward = src.flatMap(({ file, text }) =>
      [...text.matchAll(naming)]
        .filter(([, table]) => floorOf(file) >= 0 && (tables.get(table!) ?? -1) > floorOf(file))
        .filter(() => !file.startsWith('src/migrations/'))
        .map(([, table]) => `${file} reads or writes ${table}`),
    );
    expect(upward).toEqual([]);
  });

  it('the tables change by migrations only: synchronize is never on', () => {
    expect(matching([...src, ...tests], /\bsynchronize\s*:\s*true\b/)).toEqual([]);
    expect(matching([...src, ...tests], /\.synchronize\(/)).toEqual([]);
  });

  it('what the time is, the domains ask of the Clock', () => {
    const domains = src.filter(({ file }) => !/^src\/(contract|platform)\//.test(file));
    expect(matching(domains, /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/)).toEqual([]);
  });

  it('what comes round is registered with the Sweeper, which leases, stops in order and tells of failures', () => {
    // The migrations run before there is a Sweeper.
    const own = src.filter(({ file }) => !/^src\/platform\/(jobs\/sweeper|database\/migration-lease)\.ts$/.test(file));
    expect(matching(own, /\bsetInterval\(/)).toEqual([]);
    // A chain of timeouts comes round as well.
    const once = Object.keys(TIMED);
    const waiting = matching(src, /(?<![.\w])setTimeout( as\b|\()/);
    expect(waiting.filter((found) => !once.some((file) => found.startsWith(file)))).toEqual([]);
    expect(once.filter((file) => !waiting.some((found) => found.startsWith(file)))).toEqual([]);
  });

  it('no test is skipped, left alone or put off', () => {
    expect(
      matching(tests, /\b(it|test|describe)\.(skip|only|todo|failing)\b|\b(xit|xtest|xdescribe|fit|fdescribe)\(/),
    ).toEqual([]);
  });

  it('no test pretends to be a database or a module of ours', () => {
    expect(matching(tests, /\bjest\.(mock|doMock|unstable_mockModule)\(/)).toEqual([]);
  });
});

/** What may wait for a time by itself, and for what. */
const TIMED: Readonly<Record<string, string>> = {
  'src/platform/tables/xlsx-rows.ts': 'how long a workbook may take to be read',
  'src/trainings/stream-copy.ts': 'Looks how large a stream becomes while it is made; it ends with that.',
  'src/tenancy/jobs/job-files.ts': 'Tells how far a file is while it is made; it ends with that.',
  'src/tenancy/live/live-streams.ts': 'what happens together is told together, a tenth of a second later',
  'src/tenancy/live/live-bus.ts': 'what happens together is written down together',
  'src/main.ts': 'how long a start stays quiet before the doors are opened without it',
  'src/platform/database/first-connection.ts': 'a pause before a database that is not there yet is asked again',
  'src/platform/database/migration-lease.ts': 'a pause before the lease of another process is asked for again',
  'src/platform/http/graceful-shutdown.ts': 'the grace of an end, and its look at answers that are under way',
  'src/tenancy/deferred-writes.ts': 'how long an answer waits for what is noted beside it',
  'src/platform/database/deadline.ts': 'how long a statement is waited for',
  'src/platform/database/statements.ts': 'a pause before a busy file is tried again',
  'src/platform/database/transactions.ts': 'a pause before a transaction is tried again after a deadlock',
  'src/platform/database/database-health.ts': 'how long the question whether the database is there is waited for',
  'src/platform/metrics/meters.ts': 'how long a figure is waited for when somebody looks',
  'src/platform/files/s3-client.ts': 'how long object storage may be silent, and a pause before it is asked again',
  'src/platform/tracing/traces.ts': 'how long an end waits for a collector that does not answer',
  'src/platform/jobs/sweeper.ts': 'the first time of what comes round',
  'src/platform/jobs/wakes.ts': 'how long an end waits for what it was woken for',
  'src/platform/http/slow-body.ts': 'how long a body may take to arrive',
  'src/platform/logging/line-sink.ts':
    'how long an end waits for the last lines, how long lines gather, and when a full disk is tried again',
  'src/platform/logging/fault-gate.ts': 'when repeated faults are told of again',
  'src/trainings/video-progress.service.ts': 'a pause before a beat that met another is tried again',
  'src/trainings/document-reading.service.ts': 'A pause before pages are taken on top of those of another tab.',
};

type Source = { file: string; text: string };

const src = sources('src', /\.ts$/);
const admin = sources('admin/src', /\.tsx?$/);
const tests = sources('test', /\.tsx?$/).filter(({ file }) => file !== 'test/architecture/floors.spec.ts');

function sources(folder: string, wanted: RegExp): Source[] {
  let names: string[] = [];
  try {
    names = readdirSync(join(root, folder), { recursive: true }).map(String);
  } catch {
    return [];
  }
  return names
    .filter((name) => wanted.test(name))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .toSorted()
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** `file:line: the line`, for each line of code that matches; comments may speak of anything. */
function matching(files: Source[], pattern: RegExp): string[] {
  return files.flatMap(({ file, text }) =>
    text
      .split('\n')
      .map((line, at) => ({ line: line.trim(), at: at + 1 }))
      .filter(({ line }) => !/^(\/\/|\/?\*)/.test(line) && pattern.test(line.replace(/\/\/.*$/, '')))
      .map(({ line, at }) => `${file}:${at}: ${line}`),
  );
}

function importsOf(files: Source[]): Array<{ file: string; names: string; from: string }> {
  return files.flatMap(({ file, text }) =>
    [
      ...text.matchAll(
        /(?:import|export)\s+(?:type\s+)?([^'";]*?)\s*from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]/g,
      ),
    ].map(([, names, from, dynamic]) => ({
      file,
      names: (names ?? '').replaceAll(/\s+/g, ' '),
      from: from ?? dynamic ?? '',
    })),
  );
}

/** `rule: from → to; what to do instead`, as dependency-cruiser sees it. */
function violations(cwd: string, folder: string): string[] {
  const config = join(root, '.dependency-cruiser.cjs');
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [bin, folder, '--config', config, '--output-type', 'json'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout) throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as {
    summary: {
      violations: Array<{ from: string; to: string; rule: { name: string } }>;
      ruleSetUsed: { forbidden: Array<{ name: string; comment?: string }> };
    };
  };
  const why = new Map(summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment ?? '']));
  return summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}; ${why.get(rule.name)}`);
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
