// Rules for our container files that general linters do not check.
import { existsSync, readFileSync } from 'node:fs';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const compose = readFileSync('docker-compose.yml', 'utf8');
const dockerignore = readFileSync('.dockerignore', 'utf8').split('\n');
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const images = [...dockerfile.matchAll(/^FROM (\S+)/gm), ...compose.matchAll(/^\s+image: (\S+)/gm)].map(
  ([, image]) => image,
);
/** Folders outside admin/ that its build reads. */
const adminBuildFolders = [...readFileSync('admin/vite.config.ts', 'utf8').matchAll(/'\.\.\/([\w-]+)\//g)].map(
  ([, name]) => name,
);
const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, name]) => name);

const rules = [
  [
    'each base image names a version',
    images.every((image) => stages.includes(image) || /^[^:]+:(v|RELEASE\.)?\d|^skilgrid:/.test(image)),
  ],
  [
    'all folders that the builds read are copied before they run',
    ['src', 'admin', ...adminBuildFolders].every((folder) =>
      dockerfile.slice(0, dockerfile.indexOf('build:admin')).includes(`\nCOPY ${folder}/ ${folder}/\n`),
    ),
  ],
  ['the product runs as an ordinary user', /^USER (?!root|0)\S+/m.test(finalStage)],
  [
    'the compile cache is created by the user that runs the product, because V8 looks it up by user id',
    /NODE_COMPILE_CACHE=\/app\/dist\/\.compiled$[\s\S]*^RUN .*chown node:node dist\/\.compiled$[\s\S]*^USER node$[\s\S]*^RUN node -e /m.test(
      finalStage,
    ),
  ],
  ['the health check asks /health/ready', /^HEALTHCHECK[\s\S]+\/health\/ready/m.test(finalStage)],
  ['node itself is process 1, so that SIGTERM reaches it', /^CMD \["node", /m.test(finalStage)],
  ['data lives in a volume', /^VOLUME /m.test(finalStage)],
  ['no secret is written into the image', !/^(ENV|ARG) .*(SECRET|PASSWORD|TOKEN)/m.test(dockerfile)],
  [
    'files that compose mounts into a container exist',
    [...compose.matchAll(/^\s+- \.\/(\S+?):\//gm)].every(([, file]) => existsSync(file)),
  ],
  ['no secret of compose has a default', !/(SECRET|PASSWORD)\w*:-[^}]/.test(compose)],
  [
    'local data, settings and packages stay out of the image',
    ['node_modules', 'data', '.env', '.git'].every((name) => dockerignore.includes(name)),
  ],
];

const violated = rules.filter(([, holds]) => !holds);
for (const [rule] of violated) console.error(`Rule violated: ${rule}`);
process.exit(violated.length ? 1 : 0);
