import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';

const root = resolve(__dirname, '../..');
const layers = (
  'contract common infrastructure migrations tenancy crud auth modules/live modules/background-jobs modules/subscriptions ' +
  'modules/customers modules/identity modules/api-keys modules/exports modules/support modules/staff modules/skills ' +
  'modules/trainings modules/assessments modules/quizzes modules/certificates modules/notices modules/imports ' +
  'modules/reports modules/search modules/audit legacy-api seed cli'
).split(' ');
const layerOf = (file: string): number => layers.findIndex((layer) => file.startsWith(`src/${layer}/`));

describe('the layers of the server', () => {
  it('are respected: imports go down or sideways, without cycles', () => {
    expect(violations(root, 'src')).toEqual([]);
  });

  it('are guarded by rules that detect an upward import and a cycle', () => {
    const project = mkdtempSync(join(tmpdir(), 'skilgrid-floors-'));
    try {
      write(
        project,
        'src/modules/staff/staff.service.ts',
        "import { matrix } from '../reports/matrix';\nexport const staff = [matrix];\n",
      );
      write(
        project,
        'src/modules/reports/matrix.ts',
        "import { staff } from '../staff/staff.service';\nexport const matrix = [staff];\n",
      );
      write(
        project,
        'src/contract/field.ts',
        "import { readFileSync } from 'node:fs';\nexport const field = readFileSync;\n",
      );
      write(project, 'tsconfig.json', '{ "compilerOptions": { "module": "nodenext" } }');
      const names = violations(project, 'src').map((line) => line.split(':')[0]);
      expect([...new Set(names)].toSorted()).toEqual(['circle', 'contract-is-plain-data', 'staff-imports-up']);
    } finally {
      rmSync(project, { recursive: true, force: true });
    }
  });

  it('cover every folder of src (add a new one in .dependency-cruiser.cjs and here)', () => {
    const foldersIn = (folder: string): string[] =>
      readdirSync(join(root, 'src', folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name));
    const folders = [...foldersIn('.').filter((name) => name !== 'modules'), ...foldersIn('modules')];
    expect(folders.filter((name) => !layers.includes(name))).toEqual([]);
  });

  it('let the admin import only the contract from the server, by its alias', () => {
    const forbidden = importsOf(admin).filter(
      ({ file, from }) =>
        from.startsWith('.') && !resolve(dirname(join(root, file)), from).startsWith(join(root, 'admin')),
    );
    expect(
      forbidden.map(
        ({ file, from }) => `${file} imports ${from}: use @contract/…, or ask the API for what the contract lacks`,
      ),
    ).toEqual([]);
  });
});

describe('the coding rules', () => {
  it('no index.ts in src: a barrel hides who uses what, and makes circles; import the file that has the thing', () => {
    expect(src.filter(({ file }) => /(^|\/)index\.ts$/.test(file)).map(({ file }) => file)).toEqual([]);
  });

  it('no forwardRef: move what both modules need to the lower one', () => {
    expect(matching(src, /\bforwardRef\b/)).toEqual([]);
  });

  it('only infrastructure and tenancy hold a raw Repository, DataSource or EntityManager: domains use TenantRepository', () => {
    const allowedLayers = /^src\/(infrastructure|tenancy|migrations)\//;
    const rawAccess =
      /\b((Inject|Tree|Mongo|Abstract)?(Repository|DataSource|EntityManager)|InjectRepository|getRepositoryToken|getDataSourceToken)\b/;
    const forbidden = importsOf(src.filter(({ file }) => !allowedLayers.test(file))).filter(
      ({ from, names }) => /^(typeorm|@nestjs\/typeorm)(\/|$)/.test(from) && rawAccess.test(names),
    );
    expect(forbidden.map(({ file, names }) => `${file} imports ${names}`)).toEqual([]);
  });

  it('no SQL uses a table of a higher layer: that layer registers what is to be read', () => {
    const tables = new Map(
      src.flatMap(({ file, text }) =>
        [...text.matchAll(/@Entity\('(\w+)'\)/g)].map(([, table]) => [table!, layerOf(file)] as const),
      ),
    );
    expect(tables.size).toBeGreaterThan(40);
    // In SQL text or as an argument of a query builder.
    const tableReferences =
      /(?:\b(?:FROM|JOIN|INTO|UPDATE)\s+|\.(?:from|into|update|(?:inner|left)Join\w*)\(\s*['"`])(\w+)\b/g;
    const upward = src.flatMap(({ file, text }) =>
      [...text.matchAll(tableReferences)]
        .filter(([, table]) => layerOf(file) >= 0 && (tables.get(table!) ?? -1) > layerOf(file))
        .filter(() => !file.startsWith('src/migrations/'))
        .map(([, table]) => `${file} reads or writes ${table}`),
    );
    expect(upward).toEqual([]);
  });

  it('the tables change by migrations only: synchronize is never on', () => {
    expect(matching([...src, ...tests], /\bsynchronize\s*:\s*true\b/)).toEqual([]);
    expect(matching([...src, ...tests], /\.synchronize\(/)).toEqual([]);
  });

  it('the domains get the time from the Clock', () => {
    const domains = src.filter(({ file }) => !/^src\/(contract|common|infrastructure)\//.test(file));
    expect(matching(domains, /\bDate\.now\(|\bnew Date\(\s*\)|\bperformance\.now\(/)).toEqual([]);
  });

  it('recurring work is registered with the scheduler, which takes leases, stops in order and logs failures', () => {
    // The migrations run before the scheduler exists.
    const ownFiles = src.filter(
      ({ file }) => !/^src\/infrastructure\/(jobs\/job-scheduler|database\/migration-lease)\.ts$/.test(file),
    );
    expect(matching(ownFiles, /\bsetInterval\(/)).toEqual([]);
    // A chain of timeouts is an interval as well.
    const allowedFiles = Object.keys(ALLOWED_TIMEOUTS);
    const timeoutUses = matching(src, /(?<![.\w])setTimeout( as\b|\()/);
    expect(timeoutUses.filter((forbidden) => !allowedFiles.some((file) => forbidden.startsWith(file)))).toEqual([]);
    expect(allowedFiles.filter((file) => !timeoutUses.some((forbidden) => forbidden.startsWith(file)))).toEqual([]);
  });

  it('no test is skipped, exclusive or todo', () => {
    expect(
      matching(tests, /\b(it|test|describe)\.(skip|only|todo|failing)\b|\b(xit|xtest|xdescribe|fit|fdescribe)\(/),
    ).toEqual([]);
  });

  it('no test mocks the database or a module of the project', () => {
    expect(matching(tests, /\bjest\.(mock|doMock|unstable_mockModule)\(/)).toEqual([]);
  });
});

/** Files that may call setTimeout, each with the purpose. */
const ALLOWED_TIMEOUTS: Readonly<Record<string, string>> = {
  'src/common/tables/xlsx-rows.ts': 'how long a workbook may take to be read',
  'src/modules/trainings/hls-conversion.ts': 'checks the size of a stream while it is created',
  'src/modules/background-jobs/job-files.service.ts': 'reports the progress of a file while it is created',
  'src/modules/live/live-streams.service.ts': 'batches events for a tenth of a second',
  'src/modules/live/live-bus.ts': 'batches writes',
  'src/main.ts': 'how long the start waits quietly before the server listens without it',
  'src/infrastructure/database/connect-and-migrate.ts': 'the pause before reconnecting to an unavailable database',
  'src/infrastructure/database/migration-lease.ts': 'the pause before retrying a lease held by another process',
  'src/infrastructure/http/graceful-shutdown.service.ts':
    'the grace period of a shutdown and its polling of open responses',
  'src/tenancy/deferred-write.service.ts': 'how long a response waits for deferred writes',
  'src/infrastructure/database/deadline.ts': 'the timeout of a statement',
  'src/infrastructure/database/send-statement.ts': 'the pause before retrying a busy file',
  'src/infrastructure/database/transaction-manager.ts': 'the pause before retrying a transaction after a deadlock',
  'src/infrastructure/database/database-health-indicator.ts': 'the timeout of the database ping',
  'src/infrastructure/metrics/metrics.service.ts': 'the timeout of a metric when it is read',
  'src/infrastructure/files/s3-client.ts': 'the timeout of object storage and the pause before a retry',
  'src/infrastructure/tracing/trace.service.ts': 'how long the shutdown waits for an unresponsive collector',
  'src/infrastructure/jobs/job-scheduler.ts': 'the first run of a scheduled job',
  'src/infrastructure/jobs/work-notifier.ts': 'how long the shutdown waits for woken work',
  'src/infrastructure/http/body-timeouts.ts': 'how long a body may take to arrive',
  'src/infrastructure/logging/non-blocking-line-writer.ts':
    'how long the shutdown waits for the last lines, how long lines are batched, and the retry after a full disk',
  'src/infrastructure/logging/log-rate-limiter.ts': 'when repeated faults are logged again',
  'src/modules/trainings/video-progress.service.ts': 'the pause before retrying conflicting progress',
  'src/modules/trainings/document-reading.service.ts': 'the pause before merging pages with those of another tab',
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

/** `file:line: the line` for each matching line of code; comments are ignored. */
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

/** Violations found by dependency-cruiser, as `rule: from → to; comment`. */
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
  const ruleComments = new Map(summary.ruleSetUsed.forbidden.map((rule) => [rule.name, rule.comment ?? '']));
  return summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} → ${to}; ${ruleComments.get(rule.name)}`,
  );
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}
