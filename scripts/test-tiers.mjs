// Assigns the spec files to the three test commands.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { onPath } from './test-machine.mjs';

const startsWithAny = (file, prefixes) => prefixes.some((prefix) => file.startsWith(`test/${prefix}`));

/** `test/rest/staff.spec.ts` → `rest` */
export const folderOf = (file) => file.split('/')[1];

/** Rules, components and texts: no database, no server, no browser. */
const UNIT = ['admin-kit/', 'domain/', 'architecture/', 'infrastructure/'];
/** Exceptions that start the product or a server. */
const NOT_UNIT = [
  'architecture/api-',
  'architecture/commands',
  'architecture/contract-parity',
  'infrastructure/api-guide',
  'infrastructure/embedded-file',
  'infrastructure/http',
  'infrastructure/mail.',
  'infrastructure/throttle',
];
export const isUnit = (file) => startsWithAny(file, UNIT) && !startsWithAny(file, NOT_UNIT);

/** Run only by `npm run test:all`: large data, killed processes, full disks, other programs, long journeys. */
const ONLY_IN_ALL = [
  'durability/',
  'isolation/hostile-input',
  'infrastructure/embedded-file',
  'redis/',
  'rest/object-storage',
  'rest/seed',
  'rest/traces',
  'rest/video-streams',
  'servers/',
  'size/',
];
export const isInMainTier = (file) => !startsWithAny(file, ONLY_IN_ALL);

/** Suites that depend on SQL, locks, keys or types of the engine: `npm test` repeats them on MariaDB. */
const ENGINE_SPECIFIC = [
  'database/',
  'tenancy/',
  'isolation/nulls',
  'isolation/other-customers',
  'isolation/ownership',
  'isolation/sql',
  'isolation/statements',
  'isolation/text-input',
  'rest/assigned-again',
  'rest/assignments',
  'rest/attempts',
  'rest/certificates',
  'rest/completion',
  'rest/enrolments',
  'rest/evidence.',
  'rest/idempotency',
  'rest/imports.',
  'rest/jobs',
  'rest/unicode-names',
  'rest/overdue',
  'rest/quiz-report',
  'rest/quiz-submit',
  'rest/reassign',
  'rest/recertification',
  'rest/report-cache',
  'rest/report-versions',
  'rest/reports',
  'rest/search',
  'rest/skills',
  'rest/staff',
  'rest/job-scheduler',
  'rest/session-retention',
  'rest/targets.',
  'rest/totals',
  'rest/training-sessions',
  'rest/versions',
  'legacy-api/contract-envelope',
  'legacy-api/registration',
];
export const isEngineSpecific = (file) => startsWithAny(file, ENGINE_SPECIFIC);

/** Short journeys, one for each main task; the others check every screen in every variant. */
const CORE_JOURNEYS = [
  'registration-to-matrix',
  'sign-in',
  'staff-masters',
  'training-masters',
  'quiz-masters',
  'assign-and-remove',
  'quiz-retake',
  'five-reports',
  'manager-day',
  'platform-review',
  'classroom',
  'import',
  'notices',
  'arabic',
  'phone',
];
export const isCoreJourney = (file) => CORE_JOURNEYS.some((name) => file === `test/journeys/${name}.spec.ts`);

/** Suites independent of the engine: decided before any SQL, or by a queue, a socket or a process. */
const ENGINE_INDEPENDENT = [
  'architecture/',
  'durability/export-killed',
  'durability/full-log',
  'durability/full-outbox',
  'durability/imports',
  'durability/sigterm',
  'durability/upload-killed',
  'isolation/input-limits',
  'isolation/routes',
  'isolation/permissions',
  'infrastructure/',
  'redis/',
  'rest/openapi-document',
  'rest/export-jobs',
  'rest/security-headers',
  'rest/notices-bulk',
  'rest/object-storage',
  'rest/seed',
  'rest/traces',
  'rest/unknown-query',
];
export const isEngineIndependent = (file) => startsWithAny(file, ENGINE_INDEPENDENT);

/** Suites that depend on the version of Node: start and shutdown, sockets, files, threads, SQLite. */
const NODE_SPECIFIC = [
  'infrastructure/',
  'database/',
  'legacy-api/',
  'durability/kill.',
  'durability/sigterm',
  'durability/backup',
];
export const isNodeSpecific = (file) => startsWithAny(file, NODE_SPECIFIC);

const SWIFT = [
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'memcached',
];
const GALERA = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'];

/** Programs that a machine may lack: the test files that need them, a check, and how to install them. */
export const REQUIREMENTS = [
  {
    prefixes: ['test/rest/object-storage'],
    isInstalled: () => Boolean(process.env.TEST_S3_URL) || SWIFT.every(onPath),
    install:
      'apt-get install swift-proxy swift-account swift-container swift-object memcached, or TEST_S3_URL="https://s3.example.org?region=…"',
  },
  {
    prefixes: ['test/rest/video-streams', 'test/journeys/video-streaming'],
    isInstalled: () => onPath('ffmpeg') && onPath('ffprobe'),
    install: 'apt-get install ffmpeg',
  },
  {
    prefixes: ['test/rest/traces'],
    isInstalled: () => existsSync(join(root, 'ops', 'telemetry', 'node_modules', '@opentelemetry', 'api')),
    install: 'npm ci --prefix ops/telemetry',
  },
  { prefixes: ['test/redis/'], isInstalled: () => onPath('redis-server'), install: 'apt-get install redis-server' },
  {
    prefixes: ['test/servers/cluster'],
    isInstalled: () => GALERA.some((path) => existsSync(path)) && onPath('rsync'),
    install: 'apt-get install mariadb-server rsync (Galera)',
  },
];
