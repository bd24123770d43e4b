// What the general linters do not ask of our container files.
import { existsSync, readFileSync } from 'node:fs';

const dockerfile = readFileSync('Dockerfile', 'utf8');
const compose = readFileSync('docker-compose.yml', 'utf8');
const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const images = [...dockerfile.matchAll(/^FROM (\S+)/gm), ...compose.matchAll(/^\s+image: (\S+)/gm)].map(
  ([, image]) => image,
);
/** Folders beside admin/ that its build reads. */
const besideAdmin = [...readFileSync('admin/vite.config.ts', 'utf8').matchAll(/'\.\.\/([\w-]+)\//g)].map(
  ([, name]) => name,
);
const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)/gm)].map(([, name]) => name);

const rules = [
  [
    'each base image names a version',
    images.every((image) => stages.includes(image) || /^[^:]+:(v|RELEASE\.)?\d|^skilgrid:/.test(image)),
  ],
  [
    'whatever the builds read is there when they run',
    ['src', 'admin', ...besideAdmin].every((folder) =>
      dockerfile.slice(0, dockerfile.indexOf('build:admin')).includes(`\nCOPY ${folder}/ ${folder}/\n`),
    ),
  ],
  ['the product runs as an ordinary user', /^USER (?!root|0)\S+/m.test(last)],
  [
    'who runs the product has compiled what it keeps: V8 looks for it by the id of the user',
    /NODE_COMPILE_CACHE=\/app\/dist\/\.compiled$[\s\S]*^RUN .*chown node:node dist\/\.compiled$[\s\S]*^USER node$[\s\S]*^RUN node -e /m.test(
      last,
    ),
  ],
  ['the health check asks /health/ready', /^HEALTHCHECK[\s\S]+\/health\/ready/m.test(last)],
  ['node itself is process 1, so that SIGTERM reaches it', /^CMD \["node", /m.test(last)],
  ['data lives in a volume', /^VOLUME /m.test(last)],
  ['no secret is written into the image', !/^(ENV|ARG) .*(SECRET|PASSWORD|TOKEN)/m.test(dockerfile)],
  [
    'what compose lends to a container is there',
    [...compose.matchAll(/^\s+- \.\/(\S+?):\//gm)].every(([, file]) => existsSync(file)),
  ],
  ['no secret of compose has a default', !/(SECRET|PASSWORD)\w*:-[^}]/.test(compose)],
  [
    'local data, settings and packages stay out of the image',
    ['node_modules', 'data', '.env', '.git'].every((name) => ignored.includes(name)),
  ],
];

const broken = rules.filter(([, kept]) => !kept);
for (const [rule] of broken) console.error(`Not so: ${rule}`);
process.exit(broken.length ? 1 : 0);
