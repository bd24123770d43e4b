// Which spec files belong to which of the three test commands.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { onPath } from './test-machine.mjs';

const beginsWithOneOf = (file, begins) => begins.some((begin) => file.startsWith(`test/${begin}`));

/** `rest` of `test/rest/staff.spec.ts` */
export const folderOf = (file) => file.split('/')[1];

/** Rules, components and texts: no database, no server, no browser. */
const UNIT = ['admin-kit/', 'domain/', 'architecture/', 'platform/'];
/** Those of them that start the product or a server. */
const NOT_UNIT = [
  'architecture/api-',
  'architecture/commands',
  'architecture/contract-parity',
  'platform/api-guide',
  'platform/embedded-file',
  'platform/http',
  'platform/mail.',
  'platform/throttle',
];
export const isUnit = (file) => beginsWithOneOf(file, UNIT) && !beginsWithOneOf(file, NOT_UNIT);

/** What only `npm run test:all` runs: large data, what is killed, disks that fill, other programs, long walks. */
const ONLY_IN_ALL = [
  'durability/',
  'isolation/hostile-input',
  'platform/embedded-file',
  'redis/',
  'rest/object-storage',
  'rest/seed',
  'rest/traces',
  'rest/video-streams',
  'servers/',
  'size/',
];
export const isInMainTier = (file) => !beginsWithOneOf(file, ONLY_IN_ALL);

/** Suites whose statements, locks, keys or types differ between the engines: `npm test` repeats them on MariaDB. */
const DECIDED_BY_ENGINE = [
  'database/',
  'tenancy/',
  'isolation/nulls',
  'isolation/other-customers',
  'isolation/ownership',
  'isolation/sql',
  'isolation/statements',
  'isolation/text',
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
  'rest/names-in-scripts',
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
  'rest/sweeper',
  'rest/swept',
  'rest/targets.',
  'rest/totals',
  'rest/training-sessions',
  'rest/versions',
  'wire/contract-envelope',
  'wire/registration',
];
export const isDecidedByEngine = (file) => beginsWithOneOf(file, DECIDED_BY_ENGINE);

/** About fifteen short journeys, one for each main job; the others look at every screen in every variant. */
const CORE_JOURNEYS = [
  'main',
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

/** What they say is decided before any statement is sent, or by a queue, a socket or a process. */
const ON_ONE_ENGINE = [
  'architecture/',
  'durability/export-killed',
  'durability/full-log',
  'durability/full-outbox',
  'durability/imports',
  'durability/sigterm',
  'durability/upload-killed',
  'isolation/bounds',
  'isolation/doors',
  'isolation/who-may',
  'platform/',
  'redis/',
  'rest/documented',
  'rest/export-jobs',
  'rest/headers',
  'rest/notices-bulk',
  'rest/object-storage',
  'rest/seed',
  'rest/traces',
  'rest/unknown-query',
];
export const runsOnOneEngine = (file) => beginsWithOneOf(file, ON_ONE_ENGINE);

/** Where a line of Node shows: how it starts and ends, its sockets, files, threads, and the SQLite it brings along. */
const DECIDED_BY_NODE = [
  'platform/',
  'database/',
  'wire/',
  'durability/kill.',
  'durability/sigterm',
  'durability/backup',
];
export const isDecidedByNode = (file) => beginsWithOneOf(file, DECIDED_BY_NODE);

const SWIFT = [
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'memcached',
];
const GALERA = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'];

/** What a machine may lack: the files that need it, whether it is here, and how to get it. */
export const NEEDS = [
  {
    begins: ['test/rest/object-storage'],
    isHere: () => Boolean(process.env.TEST_S3_URL) || SWIFT.every(onPath),
    install:
      'apt-get install swift-proxy swift-account swift-container swift-object memcached, or TEST_S3_URL="https://s3.example.org?region=…"',
  },
  {
    begins: ['test/rest/video-streams', 'test/journeys/stream'],
    isHere: () => onPath('ffmpeg') && onPath('ffprobe'),
    install: 'apt-get install ffmpeg',
  },
  {
    begins: ['test/rest/traces'],
    isHere: () => existsSync(join(root, 'ops', 'telemetry', 'node_modules', '@opentelemetry', 'api')),
    install: 'npm ci --prefix ops/telemetry',
  },
  { begins: ['test/redis/'], isHere: () => onPath('redis-server'), install: 'apt-get install redis-server' },
  {
    begins: ['test/servers/cluster'],
    isHere: () => GALERA.some((path) => existsSync(path)) && onPath('rsync'),
    install: 'apt-get install mariadb-server rsync (Galera)',
  },
];
